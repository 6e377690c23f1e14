// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.coroutine;

import io.agentprofiler.agent.context.Resumption;
import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.context.propagation.LaunchedCoroutines;
import io.agentprofiler.agent.engine.site.RuleStates;
import io.agentprofiler.agent.engine.span.BoundSpans;
import io.agentprofiler.agent.engine.span.Failures;
import io.agentprofiler.agent.engine.span.SpanLifecycle;
import io.agentprofiler.agent.event.SpanEnd.Status;
import io.agentprofiler.rules.model.Coroutines;
import java.util.function.Predicate;

/**
 * Spans of functions that can be suspended, found by the continuation of their caller. The span is bound before the function
 * runs, since another thread may go on with it before the first has left it. The caller's continuation going on is the end of
 * the function, so that functions are ended that never run again themselves; a continuation that calls another function in
 * its last act has several spans, the innermost last.
 *
 * <p><b>Threading:</b> any thread, without locks but those of {@link LaunchedCoroutines}.
 */
public final class SuspendedCalls {
    private static final String OPERATION = "suspended";
    /** Most callers that are followed: a deeper chain is taken for a fault of the application. */
    private static final int MOST_CALLERS = 1 << 16;

    final Frames frames;
    final LaunchedCoroutines launched = new LaunchedCoroutines();
    private final BoundSpans bySuspended = new BoundSpans(Integer.MAX_VALUE);
    private final SpanLifecycle lifecycle;
    private final RuleStates states;

    public SuspendedCalls(Coroutines names, SpanLifecycle lifecycle, RuleStates states) {
        this.frames = new Frames(names);
        this.lifecycle = lifecycle;
        this.states = states;
    }

    /** A function was called whose caller goes on with {@code caller}. */
    void called(Object caller, Span span) {
        bySuspended.bind(caller, OPERATION, span, span != Span.UNSAMPLED);
    }

    /** The function returned in place, in a workflow that is not recorded. */
    void returned(Object caller) {
        bySuspended.unbind(caller, OPERATION);
    }

    /** Returns the innermost of the wanted spans of calls that {@code caller} is waiting for, or {@code null}. */
    Span underWay(Object caller, Predicate<Span> wanted) {
        return caller == null ? null : bySuspended.find(caller, OPERATION, wanted);
    }

    /** Answers whether nothing is suspended that anybody would want to know of. */
    boolean isEmpty() {
        return bySuspended.size() == 0 && launched.isEmpty();
    }

    /** {@code continuation} goes on with {@code outcome}: ends the calls it was waiting for; answers whether there were any. */
    boolean end(Object continuation, Object outcome) {
        Span span = bySuspended.find(continuation, OPERATION);
        if (span == null) {
            return false;
        }
        Throwable failure = frames.failureOf(outcome);
        Object value = failure == null ? frames.valueOf(outcome) : null;
        try {
            for (; span != null && span != Span.UNSAMPLED; span = bySuspended.find(continuation, OPERATION)) {
                if (states.of(span.rule).isOff()) {
                    lifecycle.abandon(span);
                } else {
                    lifecycle.finish(span, Failures.statusOf(failure), false, value, failure);
                }
                if (span.isOpen()) {
                    // it waits for work that it has started
                    break;
                }
            }
        } finally {
            bySuspended.unbind(continuation, OPERATION);
        }
        return true;
    }

    /**
     * Returns the span that what is called by {@code caller} runs under: that of the nearest call under way, or the one the
     * coroutine was launched under. Where neither is known it is what was current on the thread.
     */
    Span around(Object caller, Resumption resumption) {
        resumption.until = null;
        Object last = null;
        Object at = caller;
        for (int i = 0; at != null && i < MOST_CALLERS; i++) {
            Span span = bySuspended.find(at, OPERATION);
            if (span != null) {
                resumption.until = at;
                return span;
            }
            last = at;
            at = frames.callerOf(at);
        }
        if (last == null || at != null) {
            return resumption.around();
        }
        Span launch = launched.spanOf(last);
        return launch != null ? launch : frames.isRoot(last) ? null : resumption.around();
    }

    /** Ends a call that has come to its end itself. */
    void finish(Span span, Object result, Throwable thrown) {
        Status status = Failures.statusOf(thrown);
        lifecycle.finish(span, status, false, thrown == null ? frames.valueOf(result) : null, thrown);
    }

    /** Gives up what was collected before its end. */
    public void sweep() {
        bySuspended.sweep(lifecycle::abandon);
        launched.sweep();
    }
}
