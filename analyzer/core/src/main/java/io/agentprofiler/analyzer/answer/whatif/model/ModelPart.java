// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.whatif.model;

import io.agentprofiler.analyzer.answer.critical.LatencySplit;
import io.agentprofiler.analyzer.answer.critical.LatencySplit.LatencyPart;
import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.trace.Span;

/**
 * The part of a call that depends on the model: from its last request to the end of the answer. Building the request, opening a
 * connection, failed attempts and what the application does with chunks and answer belong to the application, whichever model it asks.
 *
 * @param nanos its length
 * @param generationNanos the time from the first to the last chunk; {@link Unknown#LONG} if the answer was not streamed
 * @param handlerNanos what the application took for the chunks, which is no part of the two above; 0 if not known
 * @param chunks the number of chunks; 0 if the answer was not streamed
 */
record ModelPart(long nanos, long generationNanos, long handlerNanos, long chunks) {
    /** Returns that part of a call with both ends. */
    static ModelPart of(Span call) {
        LatencySplit split = LatencySplit.of(call);
        long generation = split.nanos(LatencyPart.GENERATION);
        if (generation == Unknown.LONG) {
            return new ModelPart(split.nanos(LatencyPart.ANSWER), Unknown.LONG, 0, 0);
        }
        return new ModelPart(
                split.nanos(LatencyPart.FIRST_CHUNK) + generation,
                generation,
                Math.max(0, split.nanos(LatencyPart.HANDLER)),
                call.chunks().count());
    }
}
