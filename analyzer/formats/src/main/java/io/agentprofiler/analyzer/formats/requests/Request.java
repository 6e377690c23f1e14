// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.requests;

import io.agentprofiler.analyzer.base.stat.Unknown;
import java.util.List;

/**
 * A request to a model server, as a trace tells it. A number that it does not tell is {@link Unknown#LONG}, a text {@code null}.
 *
 * @param arrivalNanos when it arrived, since 1970 or since the trace's begin
 * @param lengthNanos how long it took
 * @param prompt how large its prompt and its answer are
 * @param type what sort of request it is, in the trace's own word
 * @param failed whether it failed, {@code null} where the trace does not tell
 */
record Request(
        long arrivalNanos,
        long lengthNanos,
        RequestSizes prompt,
        String model,
        String conversation,
        String type,
        Boolean failed) {
    /**
     * How large its prompt and its answer are.
     *
     * @param input tokens of the prompt
     * @param output tokens of the answer
     * @param blocks ids of the prompt's blocks: equal ids are blocks that a cache can reuse; empty where it tells none
     * @param blockTokens tokens of a block where the request itself tells
     */
    record RequestSizes(long input, long output, List<Object> blocks, long blockTokens) {}
}
