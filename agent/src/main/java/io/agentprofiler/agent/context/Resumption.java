// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.context;

/**
 * A coroutine going on, on the thread that resumes it: what was current there before, and whose turn it is. The frames of a
 * coroutine run one after the other in a single call, each with a span of its own.
 *
 * <p><b>Threading:</b> belongs to its thread.
 */
public final class Resumption {
    /** The frame that runs next; {@code null} where none can follow. */
    public Object next;
    /** The suspended call that made the current span current, until which it stays so; {@code null} when there is none. */
    public Object until;

    private final Span before;
    private final Span around;
    private final Span beforeChunking;
    private final Resumption outer;
    private Span active;
    private boolean begun;

    private Resumption(ThreadContext context, Object next, Span around) {
        this.next = next;
        this.before = context.current;
        this.around = around;
        this.beforeChunking = context.chunking;
        this.outer = context.resumption;
    }

    /** Begins a run of frames, of which {@code frame} is the first; {@link #leave} ends it. */
    public static Resumption ofFrames(ThreadContext context, Object frame) {
        Resumption resumption = new Resumption(context, frame, context.current);
        context.resumption = resumption;
        return resumption;
    }

    /** Begins the run of a continuation that is no frame, mostly the one after the last frame; {@link #leave} ends it. */
    public static Resumption ofOther(ThreadContext context, Object continuation) {
        Resumption running = context.resumption;
        boolean isNext = running != null && running.next == continuation;
        Resumption resumption = new Resumption(context, null, isNext ? running.around : context.current);
        context.resumption = resumption;
        return resumption;
    }

    /** Returns what is current, outside of the coroutine, where it is resumed. */
    public Span around() {
        return around;
    }

    /** Answers whether {@code frame}, which runs now, may have another span than the frame before it. */
    public boolean mayChangeAt(Object frame) {
        return !begun || until == frame;
    }

    /** Makes {@code span} current for what follows, and counts that as its activity where this is counted. */
    public void run(ThreadContext context, Span span) {
        Span holder = span == null ? null : span.activityHolder();
        if (holder != null) {
            holder.enterActivity();
        }
        leaveActivity();
        begun = true;
        active = holder;
        context.current = span;
        context.chunking = null;
    }

    /** Puts back what was there before. */
    public void leave(ThreadContext context) {
        context.resumption = outer;
        context.current = before;
        context.chunking = beforeChunking;
        leaveActivity();
    }

    private void leaveActivity() {
        Span left = active;
        active = null;
        if (left != null) {
            left.leaveActivity();
        }
    }
}
