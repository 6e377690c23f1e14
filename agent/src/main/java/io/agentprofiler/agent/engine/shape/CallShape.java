// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.shape;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.engine.span.SpanLifecycle;
import io.agentprofiler.agent.event.SpanEnd.Status;

/**
 * Ends with the call.
 *
 * <p><b>Threading:</b> immutable; application threads.
 */
public record CallShape(SpanLifecycle lifecycle) implements ResultShape {
    @Override
    public boolean readsResult() {
        return false;
    }

    @Override
    public boolean replacesResult() {
        return false;
    }

    @Override
    public Object end(Span span, Object result) {
        lifecycle.finish(span, Status.OK, true, result, null);
        return result;
    }
}
