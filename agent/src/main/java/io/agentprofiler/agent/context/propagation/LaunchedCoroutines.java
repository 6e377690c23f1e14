// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.context.propagation;

import io.agentprofiler.agent.context.PropagatedSpan;
import io.agentprofiler.agent.context.PropagatedSpans;
import io.agentprofiler.agent.context.Span;

/**
 * The spans that coroutines were launched under. What a coroutine does belongs to the workflow of its launch, as what a task
 * does belongs to that of its submission, whatever thread it is resumed on, and also when that span has ended.
 *
 * <p><b>Threading:</b> any thread.
 */
public final class LaunchedCoroutines {
    private final PropagatedSpans spans = new PropagatedSpans();

    /** Records that {@code coroutine} is launched under {@code span}, which may be {@link Span#UNSAMPLED}. */
    public void launched(Object coroutine, Span span) {
        spans.replace(coroutine, PropagatedSpan.ofTask(null, span));
    }

    /** Returns the span that {@code coroutine} was launched under, {@code null} when there is none. */
    public Span spanOf(Object coroutine) {
        PropagatedSpan propagated = spans.peek(coroutine);
        return propagated == null ? null : propagated.span;
    }

    /** The body of {@code coroutine}, if it is one, is over. */
    public void over(Object coroutine) {
        spans.forget(coroutine);
    }

    /** Answers whether no coroutine that is under way was launched under a span. */
    public boolean isEmpty() {
        return spans.size() == 0;
    }

    /** Forgets coroutines that were collected before their end. Called about once a second from a thread of the agent. */
    public void sweep() {
        spans.sweep();
    }
}
