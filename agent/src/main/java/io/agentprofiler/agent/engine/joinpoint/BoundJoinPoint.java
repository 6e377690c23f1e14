// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.joinpoint;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.context.ThreadContext;
import io.agentprofiler.agent.engine.call.ArgumentCopier;
import io.agentprofiler.agent.engine.call.Call;
import io.agentprofiler.agent.engine.call.CallReader;
import io.agentprofiler.agent.engine.site.RuleState;
import io.agentprofiler.agent.engine.span.Failures;
import io.agentprofiler.agent.engine.span.SpanLifecycle;
import io.agentprofiler.agent.event.SpanEnd.Status;
import io.agentprofiler.rules.model.Role;
import io.agentprofiler.rules.model.Rule;

/**
 * A method that acts on a span another method opened: ends it, adds a chunk or attributes, re-enters it, or gives it another
 * key.
 *
 * <p><b>Threading:</b> immutable; application threads.
 */
public final class BoundJoinPoint extends RuleJoinPoint {
    private final Rule rule;
    private final ArgumentCopier snapshot;
    /** What a rule notes of a call's result is known when the call has returned. */
    private final boolean notesResult;
    /** A call of which something is only kept is not held until the end. */
    private final boolean notesAttributes;

    public BoundJoinPoint(RuleState state, Span.Site site, SpanLifecycle lifecycle, CallReader reader) {
        super(state, site, lifecycle, reader);
        this.rule = state.rule();
        this.snapshot = ArgumentCopier.of(rule);
        this.notesResult = rule.role() == Role.NOTE && captures().result();
        this.notesAttributes = rule.keep().isEmpty()
                || !rule.end().isEmpty()
                || !rule.content().isEmpty();
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
        Span span = find(context, self, a0, a1, a2, a3, a4, a5, a6, a7);
        if (span == null) {
            return null;
        }
        if (span == Span.UNSAMPLED) {
            return rule.role() == Role.NOTE ? null : Scope.enter(context, Span.UNSAMPLED, false);
        }
        switch (rule.role()) {
            case BIND:
                Object to = reader.to(self, a0, a1, a2, a3, a4, a5, a6, a7);
                if (lifecycle.bound().find(to, rule.operation()) != span) {
                    lifecycle.bind(to, rule.operation(), span, false);
                }
                return null;
            case SCOPE:
                if (span.tracksActivity()) {
                    // work begins that was not started by the call itself
                    lifecycle.lateStarts().tell(span);
                }
                return Scope.enter(context, span, true);
            case CHUNK:
                if (context.chunking == span) {
                    return null;
                }
                reader.elements().call(lifecycle, span, self, a0, a1, a2, a3, a4, a5, a6, a7);
                Scope scope = Scope.enter(context, rule.scope() ? parentOf(span) : context.current, false);
                context.chunking = span;
                if (rule.chunk() != null) {
                    scope.handling = span;
                    span.enterHandler(Thread.currentThread());
                }
                return scope;
            case NOTE:
                PendingNote note = note(span, self, a0, a1, a2, a3, a4, a5, a6, a7);
                if (!notesResult && note != null) {
                    note.add(null);
                }
                return notesResult ? note : null;
            case CLOSE:
                return endUnderParent(
                        context, span, Status.OK, new Object[] {self, a0, a1, a2, a3, a4, a5, a6, a7}, null);
            case CANCEL:
                return endUnderParent(
                        context, span, Status.CANCELLED, new Object[] {self, a0, a1, a2, a3, a4, a5, a6, a7}, null);
            case FAIL:
                Throwable thrown = Failures.unwrap(reader.thrown(self, a0, a1, a2, a3, a4, a5, a6, a7));
                if (thrown == null) {
                    return null;
                }
                return endUnderParent(
                        context, span, Status.ERROR, new Object[] {self, a0, a1, a2, a3, a4, a5, a6, a7}, thrown);
            default:
                throw new AssertionError(rule.role());
        }
    }

    @Override
    Object exitCall(ThreadContext context, Object handle, Object result, Throwable thrown) {
        if (handle instanceof Scope scope) {
            scope.exit(context);
        } else if (thrown == null) {
            ((PendingNote) handle).add(result);
        }
        return result;
    }

    @Override
    void undo(ThreadContext context, Object handle) {
        if (handle instanceof Scope scope) {
            scope.exit(context);
        }
    }

    /** Returns what a call notes, {@code null} where the rule leaves the call alone. */
    private PendingNote note(
            Span span,
            Object self,
            Object a0,
            Object a1,
            Object a2,
            Object a3,
            Object a4,
            Object a5,
            Object a6,
            Object a7) {
        if (reader.isLeftAlone(self, a0, a1, a2, a3, a4, a5, a6, a7)) {
            return null;
        }
        Object[] args = {a0, a1, a2, a3, a4, a5, a6, a7};
        if (snapshot != null) {
            for (int i = 0; i < args.length; i++) {
                args[i] = snapshot.copy(i, args[i]);
            }
        }
        return new PendingNote(this, span, self, args);
    }

    /** A call that notes something, until it is known what it returned. */
    private record PendingNote(BoundJoinPoint by, Span span, Object self, Object[] args) {
        void add(Object result) {
            by.reader
                    .elements()
                    .noted(span, self, args[0], args[1], args[2], args[3], args[4], args[5], args[6], args[7], result);
            if (by.notesAttributes) {
                span.note(by.rule, new Call(by.state, by.site.parameterAnnotations(), self, args, result, span));
            }
        }
    }

    /**
     * Ends the span before the application's code in the call runs, and lets that code run under the span's parent: it may
     * start the next operation, which is a sibling of this one and not its child.
     *
     * @param call {@code this} and the arguments: 56 bytes for each call that ends a span
     */
    private Scope endUnderParent(ThreadContext context, Span span, Status status, Object[] call, Throwable thrown) {
        Span outermost = outermostEndedHere(span, call);
        Span above = outermost.parent;
        Span wrapper = span.parent;
        Scope scope = rule.scope() ? Scope.enter(context, parentOf(outermost), false) : null;
        boolean ended = false;
        try {
            if (scope != null && rule.role() == Role.CLOSE) {
                for (Span over = span; over != null && over != above; over = over.parent) {
                    over.closed = true;
                    scope.leaveBehind(over);
                }
            }
            if (snapshot != null) {
                for (int i = 1; i < call.length; i++) {
                    call[i] = snapshot.copy(i - 1, call[i]);
                }
            }
            lifecycle.finishBy(span, rule, status, false, call, null, thrown);
            while (wrapper != null && wrapper != above) {
                Span next = wrapper.parent;
                lifecycle.finish(wrapper, status, false, null, thrown);
                wrapper = next;
            }
            ended = true;
            return scope;
        } finally {
            if (!ended) {
                // the call that ends it has come, whatever failed in reading what it was given
                lifecycle.finish(span, status, false, null, thrown);
                if (scope != null) {
                    scope.exit(context);
                }
            }
        }
    }

    /**
     * Returns the outermost of the calls that this one ends: {@code span}, or a decorator around it that was known too late
     * for one, and was given the same object.
     */
    private Span outermostEndedHere(Span span, Object[] call) {
        Span outermost = span;
        for (Span above = span.parent; above != null && above.wrapper && above.isOpen(); above = above.parent) {
            if (SpanLifecycle.isSameOperation(above, span.rule) && isBoundTo(above, call)) {
                outermost = above;
            }
        }
        return outermost;
    }

    private boolean isBoundTo(Span span, Object[] call) {
        for (int i = 0; i < reader.keyCount(); i++) {
            if (!reader.isCurrent(i)
                    && lifecycle
                            .bound()
                            .isBound(
                                    reader.key(
                                            i, call[0], call[1], call[2], call[3], call[4], call[5], call[6], call[7],
                                            call[8], null),
                                    span)) {
                return true;
            }
        }
        return false;
    }

    static Span parentOf(Span span) {
        return SpanLifecycle.living(span.parent);
    }

    /** What to put back when a call that ran under another span returns. */
    static final class Scope {
        private Span previous;
        private final Span previousChunking;
        private final Span active;
        private final boolean starts;
        /** Only held: see {@link Span#lead}. */
        private final Object lead;
        /** The span whose element the application has until the call returns; {@code null} where the call brings none. */
        private Span handling;

        private Scope(ThreadContext context, Span active, boolean starts) {
            this.previous = context.current;
            this.previousChunking = context.chunking;
            this.active = active;
            this.starts = starts;
            this.lead = starts ? active.lead() : null;
        }

        /** Makes {@code span} current; {@code starts} when this is the call that starts the span's awaited work. */
        static Scope enter(ThreadContext context, Span span, boolean starts) {
            if (span != null) {
                context.serve(span);
            }
            context.scopes++;
            Scope scope = new Scope(context, span, starts);
            if (span != null && span.tracksActivity()) {
                span.enterActivity();
            }
            context.current = span;
            return scope;
        }

        /** The span that was current until now is over: what follows in its method is not its work any more. */
        void leaveBehind(Span over) {
            if (previous == over) {
                previous = active;
            }
        }

        void exit(ThreadContext context) {
            if (handling != null) {
                handling.leaveHandler(Thread.currentThread());
            }
            context.scopes--;
            context.current = previous;
            context.chunking = previousChunking;
            if (active != null && active.tracksActivity()) {
                if (starts) {
                    active.started();
                }
                active.leaveActivity();
            }
        }
    }
}
