// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.span;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.engine.tracer.ApplicationFrames;
import io.agentprofiler.agent.engine.tracer.OtherTracers;
import io.agentprofiler.agent.ring.SpanEvents;

/**
 * Tells starts that were held back when the call began: of calls that prepare an operation only, and of lazy spans.
 *
 * <p><b>Threading:</b> any application thread; nothing here locks, waits or does I/O.
 */
public final class LateStarts {
    private final SpanEvents events;
    private final WorkflowSampling sampling;
    private volatile OtherTracers tracers = new OtherTracers();
    /** {@code null} where nobody asks who makes calls. */
    private volatile ApplicationFrames frames;

    LateStarts(SpanEvents events, WorkflowSampling sampling) {
        this.events = events;
        this.sampling = sampling;
    }

    /**
     * Work began, or failed, before the subscription: the calls that were only to prepare it are spans after all, and their
     * starts are published now. A span that is only being prepared is no work yet, and is not published.
     */
    public void tell(Span call) {
        // every call comes here, and hardly one goes on: what is inlined stays small
        if (call != null && (call.lazy || call.preparing)) {
            tellHeld(call);
        }
    }

    private void tellHeld(Span call) {
        if (call.lazy) {
            tellLazy(call);
            return;
        }
        tell(call.parent);
        call.preparing = false;
        Object[] held = call.held;
        meetTracer(call);
        if (call.keep() && held != null) {
            boolean told = false;
            try {
                events.start(
                        call,
                        call.startThread,
                        held[0],
                        held[1],
                        held[2],
                        held[3],
                        held[4],
                        held[5],
                        held[6],
                        held[7],
                        held[8]);
                told = true;
            } finally {
                if (!told) {
                    call.startDropped = true;
                }
            }
        }
    }

    /** An operation begins below a lazy span: it is a span from now on, and began when its call did. */
    private void tellLazy(Span lazy) {
        if (lazy.state() != Span.PROVISIONAL) {
            return;
        }
        tell(lazy.parent);
        lazy.preparing = false;
        Object[] held = lazy.held;
        meetTracer(lazy);
        if (held != null && events.lateStart(lazy, held)) {
            sampling.count(lazy);
        }
    }

    /** Looks from now on for spans of these tracers. Before anything is called. */
    public void lookFor(OtherTracers others) {
        tracers = others;
    }

    /** Looks from now on for the application's code that makes calls. Before anything is called. */
    public void lookFor(ApplicationFrames callers) {
        frames = callers;
    }

    /** A call begins, on this thread: notes what stands around it. */
    void meetCaller(Span call) {
        meetTracer(call);
        ApplicationFrames known = frames;
        if (known != null && !call.lazy && ApplicationFrames.areWanted(call.rule.kind())) {
            try {
                call.calledFrom = known.find();
            } catch (StackOverflowError noStack) {
                // the call is one all the same, if the rest of its entry finds room
                call.calledFrom = null;
            }
        }
    }

    /**
     * Notes the current span of another tracer, such as OpenTelemetry, in the first span of a workflow. A tracer that sees the call after
     * us has made its span by the time that a late start is recorded.
     */
    private void meetTracer(Span call) {
        Span above = call.parent;
        boolean root = above == null || above.rule == null;
        if (root && call.tracerContext == null) {
            call.tracerContext = tracers.current();
        }
    }

    /** What {@code call} returned is no operation to be begun: the call is one itself, or, where it is lazy, may become one. */
    public void isNoPreparation(Span call) {
        if (call.lazy) {
            call.preparing = false;
        } else {
            tell(call);
        }
    }
}
