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
    private final RuleState state;
    private final CallReader reader;
    private final String chunkType;
    private Object last;

    Streamed(SpanLifecycle lifecycle, Span span, RuleState state, CallReader reader) {
        Rule rule = state.rule();
        this.lifecycle = lifecycle;
        this.span = span;
        this.state = state;
        this.reader = reader;
        this.chunkType = rule.chunk() == null ? "item" : rule.chunk().type();
    }

    /** Takes an element. */
    void element(Object element) {
        if (span.isOpen()) {
            try {
                last = element;
                lifecycle.chunk(span, chunkType, reader.charsOf(element));
            } catch (Throwable fault) {
                state.failed(fault);
            }
        }
    }

    /** Takes the only element there can be: it is the result and the end, and no chunk. */
    void only(Object element) {
        last = element;
        end(Status.OK, null);
    }

    /** Takes the end. */
    void end(Status status, Throwable failure) {
        try {
            lifecycle.finish(span, status, false, last, failure);
        } catch (Throwable fault) {
            state.failed(fault);
        }
        last = null;
    }
}
