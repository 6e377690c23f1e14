// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.span;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.context.ThreadContext;
import io.agentprofiler.agent.engine.site.JoinPoint;
import io.agentprofiler.agent.engine.site.RuleState;
import io.agentprofiler.agent.engine.site.RuleStates;
import io.agentprofiler.agent.event.SpanEnd.Status;
import io.agentprofiler.agent.ring.SpanEvents;
import io.agentprofiler.rules.model.Nesting;
import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.rules.model.Shape;

/**
 * Opens and ends spans: the one place where a span is made, finds its parent, becomes current and reaches the ring.
 *
 * <p><b>Threading:</b> any application thread; nothing here locks, waits or does I/O. Exceptions are left to the callers.
 */
public final class SpanLifecycle {
    private final RuleStates states;
    private final SpanEvents events;
    private final FlightSpans flight;
    private final WorkflowSampling sampling;
    private final LateStarts lateStarts;
    private final LostExits lostExits;
    private final BoundSpans bound = new BoundSpans();
    private volatile ResourceMeter meter = ResourceMeter.NONE;
    private volatile boolean stopped;

    /**
     * Creates a lifecycle.
     *
     * @param states the rules
     * @param events where events go
     * @param flight JFR
     * @param sample share of workflows recorded, 0 to 1
     * @param keeps whether others are recorded, too, by how they go: then the consumer decides
     */
    public SpanLifecycle(RuleStates states, SpanEvents events, FlightSpans flight, double sample, boolean keeps) {
        this.states = states;
        this.events = events;
        this.flight = flight;
        this.sampling = new WorkflowSampling(events, sample, keeps && sample < 1);
        this.lateStarts = new LateStarts(events, sampling);
        this.lostExits = new LostExits(this);
    }

    /** Returns what tells starts that were held back. */
    public LateStarts lateStarts() {
        return lateStarts;
    }

    /** Returns what ends spans whose exits found no stack left. */
    public LostExits lostExits() {
        return lostExits;
    }

    public void meter(ResourceMeter ready) {
        meter = ready;
    }

    public void stop() {
        stopped = true;
    }

    public boolean isStopped() {
        return stopped;
    }

    public BoundSpans bound() {
        return bound;
    }

    /** Binds a span to an object of the application; see {@link BoundSpans#bind}. */
    public void bind(Object key, String operation, Span span, boolean ends) {
        Span pushedOut = bound.bind(key, operation, span, ends);
        if (pushedOut != null && !bound.isBound(pushedOut)) {
            abandon(pushedOut);
        }
    }

    /**
     * Returns the calling thread's context, rid of spans whose exit was cut off because their rule was switched off while they
     * were open: they would stay current for ever.
     */
    public ThreadContext context() {
        ThreadContext context = ThreadContext.get();
        int disabledRules = states.disabledRules();
        if (context.disabledRules != disabledRules) {
            lostExits.end(context);
            context.disabledRules = disabledRules;
            context.current = withoutCutOff(context.current);
        }
        Span current = context.current;
        if (current != null && current.lazy) {
            // its call is over and left nothing: what goes on is a workflow of its own
            context.current = living(current);
        }
        return context;
    }

    /** Abandons {@code top} and those before it whose rule is switched off, and returns what was current before them. */
    private Span withoutCutOff(Span top) {
        Span current = top;
        while (current != null
                && current.rule != null
                && states.of(current.rule).isOff()) {
            abandon(current);
            current = current.previous;
        }
        return current;
    }

    /** Returns what decides which workflows are recorded. */
    public WorkflowSampling sampling() {
        return sampling;
    }

    /**
     * Opens a span and makes it current; the caller has dealt with unsampled contexts. When this throws, nothing was opened.
     */
    public Span open(
            ThreadContext context,
            RuleState state,
            Span.Site site,
            boolean held,
            boolean preparing,
            Object self,
            Object a0,
            Object a1,
            Object a2,
            Object a3,
            Object a4,
            Object a5,
            Object a6,
            Object a7) {
        Span current = context.current;
        if (state.rule().nested() != Nesting.INNERMOST || !isSameOperation(current, state.rule())) {
            return begin(context, state, site, held, preparing, self, a0, a1, a2, a3, a4, a5, a6, a7);
        }
        // what the wrapper was a part of must not be over between its going and the coming of this one
        Span around = current.countedIn();
        if (around != null) {
            around.enterActivity();
        }
        try {
            if (current.suppress()) {
                context.giveBackQueued(current.queuedNanos);
            } else if (current.isOpen()) {
                current.wrapper = true;
            }
            return begin(context, state, site, held, preparing, self, a0, a1, a2, a3, a4, a5, a6, a7);
        } finally {
            if (around != null) {
                around.leaveActivity();
            }
        }
    }

    private Span begin(
            ThreadContext context,
            RuleState state,
            Span.Site site,
            boolean held,
            boolean preparing,
            Object self,
            Object a0,
            Object a1,
            Object a2,
            Object a3,
            Object a4,
            Object a5,
            Object a6,
            Object a7) {
        Rule rule = state.rule();
        Span current = context.current;
        Span parent = living(current);
        boolean begins = !preparing && !rule.lazy();
        if (begins) {
            parent = living(endDelays(parent));
            lateStarts.tell(parent);
            parent = living(parent);
        }
        boolean root = parent == null;
        Span span = new Span(
                rule,
                site,
                parent,
                root ? context.nextId() : parent.traceHigh,
                root ? context.nextId() : parent.traceLow,
                context.nextId(),
                System.nanoTime(),
                !begins || rule.nested() == Nesting.INNERMOST);
        span.previous = current;
        span.preparing = preparing;
        span.lazy = rule.lazy();
        if (begins || !rule.unstarted().isEmpty()) {
            span.queuedNanos = context.takeQueued(parent);
        }
        span.handedOver = context.isLateAndHandedOver(parent);
        if (sampling.keeps()) {
            span.workflow = WorkflowSampling.workflow(context, current, parent);
        }
        if (rule.resources()) {
            ResourceMeter ready = meter;
            span.startResources = new long[] {ready.cpuNanos(), ready.allocatedBytes()};
        }
        lateStarts.meetCaller(span);
        if (!begins) {
            span.startThread = Thread.currentThread();
        }
        if (held) {
            span.held = new Object[] {self, a0, a1, a2, a3, a4, a5, a6, a7};
        }
        boolean told = false;
        try {
            flight.begin(context, span);
            if (begins) {
                events.start(span, Thread.currentThread(), self, a0, a1, a2, a3, a4, a5, a6, a7);
            }
            told = true;
        } finally {
            if (!told) {
                // nobody will hear of its end, nor call it
                span.startDropped = true;
                giveUp(span);
            }
        }
        context.current = span;
        return span;
    }

    /** Takes back a span that was opened by a call whose entry then failed, so that its exit will not be told of it. */
    public void cutOff(ThreadContext context, Span span) {
        leave(context, span);
        abandon(span);
    }

    /** Ends waits, which are over when something begins below them; answers the span that it then is below. */
    private Span endDelays(Span parent) {
        Span above = parent;
        while (above != null && above.rule != null && above.rule.shape() == Shape.DELAY && !above.preparing) {
            Span wait = above;
            above = wait.parent;
            finish(wait, Status.OK, false, null, null);
        }
        return above;
    }

    /**
     * Opens the span of an operation that an earlier call of {@code site} prepared with the kept arguments.
     *
     * @param chosen whether the sampling rate chose that call, for a span that is a root
     */
    public Span reopen(ThreadContext context, RuleState state, Span.Site site, Object[] held, boolean chosen) {
        boolean before = context.chosen;
        context.chosen = chosen;
        try {
            return open(
                    context, state, site, true, false, held[0], held[1], held[2], held[3], held[4], held[5], held[6],
                    held[7], held[8]);
        } finally {
            context.chosen = before;
        }
    }

    /** Returns {@code span}, or what stands above it if it left no trace or was closed by another call. */
    public static Span living(Span span) {
        Span living = span;
        while (living != null && (living.closed || living.state() == Span.SUPPRESSED)) {
            living = living.parent;
        }
        return living;
    }

    /** Answers whether {@code current} is an open span of the rule's operation. */
    public static boolean isSameOperation(Span current, Rule rule) {
        return current != null
                && current.rule != null
                && (current.rule == rule || current.rule.operation().equals(rule.operation()));
    }

    /**
     * Puts back what was current before the span, on the thread that opened it, but for spans whose exit was cut off: while
     * they lay below this one {@link #context} could not see them. A rule switched off since is seen there.
     */
    public void leave(ThreadContext context, Span span) {
        flight.leave(context, span);
        // nothing is called between the stores: where the application's stack ends, the span is left or it is not
        Span previous = context.disabledRules == 0 ? span.previous : withoutCutOff(span.previous);
        context.current = previous;
        span.previous = null;
    }

    /** Ends a span with the objects its own rule kept; the first end wins. */
    public void finish(Span span, Status status, boolean onOpeningThread, Object result, Throwable thrown) {
        finishBy(span, span.rule, status, onOpeningThread, span.held, result, thrown);
    }

    /**
     * Ends a span; the first end wins.
     *
     * @param by the rule of the call that closes it
     * @param held {@code this} and the arguments of that call; {@code null} for none
     */
    public void finishBy(
            Span span,
            Rule by,
            Status status,
            boolean onOpeningThread,
            Object[] held,
            Object result,
            Throwable thrown) {
        assert held == null || held.length == 1 + JoinPoint.MAX_ARGS;
        if (span.lazy) {
            if (span.forget()) {
                return;
            }
        } else {
            lateStarts.tell(span);
        }
        if (!span.end()) {
            return;
        }
        boolean told = false;
        try {
            tellEnd(span, by, status, onOpeningThread, held, result, thrown);
            told = true;
        } finally {
            if (!told && span.endTold != Span.END_COUNTED) {
                span.endTold = Span.END_CUT_OFF;
            }
            span.over(thrown == null ? status : thrown);
        }
    }

    private void tellEnd(
            Span span,
            Rule by,
            Status status,
            boolean onOpeningThread,
            Object[] held,
            Object result,
            Throwable thrown) {
        long nanos = System.nanoTime();
        long cpu = -1;
        long bytes = -1;
        long[] start = span.startResources;
        if (onOpeningThread && start != null) {
            ResourceMeter ready = meter;
            cpu = ResourceMeter.between(ready.cpuNanos(), start[0]);
            bytes = ResourceMeter.between(ready.allocatedBytes(), start[1]);
        }
        if (span.handler != null) {
            span.handler.end(nanos);
        }
        flight.end(span, onOpeningThread);
        Throwable inner = span.innerThrown;
        if (!span.startDropped) {
            events.end(
                    span,
                    nanos,
                    status,
                    Thread.currentThread(),
                    cpu,
                    bytes,
                    by,
                    held,
                    result,
                    thrown != null ? thrown : inner);
        }
        // last: where the stack ends before, the end is told once more
        span.held = null;
        span.innerThrown = null;
    }

    /** Ends a span whose exit was lost, and tells an end of it that was cut off before anybody heard of it. */
    void finishLost(Span span, Status status, Throwable thrown) {
        if (span.endTold != Span.END_CUT_OFF) {
            finish(span, status, true, null, thrown);
            return;
        }
        tellEnd(span, span.rule, status, true, span.held, null, thrown);
        span.endTold = Span.END_COUNTED;
    }

    /** Leaves a span open after its call: it ends when the work started from it is over, and with its call if none is started. */
    public void leaveUnstarted(Span span) {
        span.awaitStart(leftForLater(span));
    }

    /** The call of {@code span} has just returned, on this thread; what goes on is up to the first subscription. */
    public void leaveUnsubscribed(Span span) {
        span.quiet = leftForLater(span);
    }

    private LaterWork leftForLater(Span span) {
        flight.end(span, true);
        return new LaterWork(this, System.nanoTime());
    }

    /** Ends spans whose work waits to be started: the recording ends, so that nobody will. */
    public void endUnstarted() {
        bound.forEach(this::endWithItsCall);
    }

    /** Ends a span with its call if the work that was to follow was not started, and will not be; answers whether that is so. */
    private boolean endWithItsCall(Span span) {
        LaterWork awaited = LaterWork.of(span);
        Object[] held = span.held;
        if (awaited == null || !span.end()) {
            return false;
        }
        span.held = null;
        try {
            if (!span.startDropped) {
                events.end(
                        span,
                        awaited.returnedNanos(),
                        Status.OK,
                        span.startThread,
                        -1,
                        -1,
                        span.rule,
                        held,
                        null,
                        null);
            }
        } finally {
            span.over(Status.OK);
        }
        return true;
    }

    /** Records a chunk of a streamed result; counts whether or not the event finds room. */
    public void chunk(Span span, String type, int chars) {
        long nanos = System.nanoTime();
        Span.ChunkStats stats = span.chunks;
        if (stats == null) {
            stats = new Span.ChunkStats();
            stats.firstNanos = nanos;
            span.chunks = stats;
        } else {
            stats.maxGapNanos = Math.max(stats.maxGapNanos, nanos - stats.lastNanos);
        }
        stats.lastNanos = nanos;
        if (span.handler != null) {
            span.handler.chunk(stats.count == 0);
        }
        if (chars >= 0) {
            stats.chars = Math.max(stats.chars, 0) + chars;
        }
        int index = stats.count++;
        if (!span.startDropped) {
            events.chunk(span, nanos, index, type, chars);
        }
    }

    /**
     * Gives up a span because the object it could be ended through was collected, or because the call that would end it was
     * cut off. A span whose work was started ends with that work, whatever became of the object; one whose work can be started no
     * more ends with its call.
     */
    public void abandon(Span span) {
        boolean cutOff = !span.rule.unstarted().isEmpty() && !span.awaitsStart();
        if (!cutOff && span.preparing && span.suppress() || span.lazy && span.forget()) {
            return;
        }
        if (cutOff) {
            lateStarts.tell(span);
        }
        if (span.startedEarly()) {
            leaveUnstarted(span);
        } else if (!span.endsWithItsWork() && !endWithItsCall(span)) {
            giveUp(span);
        }
    }

    private void giveUp(Span span) {
        if (span.end()) {
            span.held = null;
            boolean told = false;
            try {
                if (!span.startDropped) {
                    events.abandoned(span);
                }
                told = true;
            } finally {
                if (!told) {
                    span.endTold = Span.END_CUT_OFF;
                }
                span.over(null);
            }
        }
    }
}
