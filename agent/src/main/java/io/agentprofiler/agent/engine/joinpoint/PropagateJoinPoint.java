// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.joinpoint;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.context.ThreadContext;
import io.agentprofiler.agent.engine.call.CallReader;
import io.agentprofiler.agent.engine.call.OutgoingHeader;
import io.agentprofiler.agent.engine.site.RuleState;
import io.agentprofiler.agent.engine.span.SpanLifecycle;

/**
 * A method that sends a request: where a span is current, the request tells it to the server.
 *
 * <p><b>Threading:</b> immutable; application threads.
 */
public final class PropagateJoinPoint extends RuleJoinPoint {
    private final OutgoingHeader header;
    private final boolean replaces;

    public PropagateJoinPoint(
            RuleState state, Span.Site site, SpanLifecycle lifecycle, CallReader reader, OutgoingHeader header) {
        super(state, site, lifecycle, reader);
        this.header = header;
        this.replaces = state.rule().replacedArgument() >= 0;
    }

    @Override
    Object enterCall(
            ThreadContext context,
            Object self,
            Object a0,
            Object a1,
            Object a2,
            Object a3,
            Object a4,
            Object a5,
            Object a6,
            Object a7) {
        Span span = sender(context.current);
        if (span == null || lifecycle.isStopped() || reader.isLeftAlone(self, a0, a1, a2, a3, a4, a5, a6, a7)) {
            return null;
        }
        Object[] args = {a0, a1, a2, a3, a4, a5, a6, a7};
        Object made;
        try {
            made = header.give(context, span, self, args);
            // Here as well as at the exit, which a call that replaced nothing does not come to.
            state.succeeded();
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
        return replaces ? made : null;
    }

    /**
     * Returns the nearest span that will be in the trace; {@code null} where there is none, or where it is not known yet whether
     * there will be: the server's spans would then be part of nothing.
     */
    private static Span sender(Span current) {
        Span span = SpanLifecycle.living(current);
        while (span != null && span != Span.UNSAMPLED && (span.preparing || span.startDropped)) {
            span = SpanLifecycle.living(span.parent);
        }
        if (span == null || span == Span.UNSAMPLED) {
            return span;
        }
        boolean undecided = span.workflow != null && !span.workflow.chosen;
        return undecided || span.isUntold() || span.isLeftOut() ? null : span;
    }

    @Override
    public Object argument(Object handle) {
        return handle;
    }

    @Override
    Object exitCall(ThreadContext context, Object handle, Object result, Throwable thrown) {
        return result;
    }
}
