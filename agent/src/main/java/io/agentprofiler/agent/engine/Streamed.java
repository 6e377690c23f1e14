// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.ring.SpanEnd.Status;
import io.agentprofiler.rules.model.Rule;

/**
 * The span of a result that arrives element by element: each element a chunk, the terminal signal the end.
 *
 * <p><b>Threading:</b> any thread; elements arrive serially. Never throws.
 */
final class Streamed {
    private final SpanLifecycle lifecycle;
    private final Span span;
    private final String chunkType;
    private Object last;

    Streamed(SpanLifecycle lifecycle, Span span, Rule rule) {
        this.lifecycle = lifecycle;
        this.span = span;
        this.chunkType = rule.chunk() == null ? "item" : rule.chunk().type();
    }

    /** Takes an element. */
    void element(Object element) {
        if (span.isOpen()) {
            last = element;
            lifecycle.chunk(span, chunkType, element instanceof CharSequence text ? text.length() : -1);
        }
    }

    /** Takes the end. */
    void end(Status status, Throwable failure) {
        lifecycle.finish(span, status, false, last, failure);
        last = null;
    }
}
