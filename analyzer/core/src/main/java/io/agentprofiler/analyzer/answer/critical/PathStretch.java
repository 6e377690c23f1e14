// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.critical;

import io.agentprofiler.analyzer.trace.Span;

/**
 * A stretch of a critical path, with the span that the workflow waited for.
 *
 * @param span the span that worked or waited itself, none of its children; {@code null} where no span ran
 * @param startNanos start, since 1970
 * @param endNanos end, after the start
 */
public record PathStretch(Span span, long startNanos, long endNanos) {
    /** Returns the length. */
    public long nanos() {
        return endNanos - startNanos;
    }
}
