// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.reactive;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.engine.call.CallReader;
import io.agentprofiler.agent.engine.shape.ResultShape;
import io.agentprofiler.agent.engine.shape.Streamed;
import io.agentprofiler.agent.engine.site.JoinPoint;
import io.agentprofiler.agent.engine.site.RuleState;
import io.agentprofiler.agent.engine.span.SpanLifecycle;
import io.agentprofiler.agent.event.SpanEnd.Status;

/**
 * The result is a cold publisher: assembling it is no operation, each subscription is one. The span of the call itself is
 * taken back when it left no trace yet, and otherwise goes on as the first subscription's; a publisher nobody subscribes to
 * makes no span.
 *
 * @param declared name of the type the method is declared to return
 * @param prepares whether that type says that the call only prepares
 * @param keepsArguments whether that type is one that can say so of some results
 * @param other what to do with other results
 */
public record PublisherShape(
        SpanLifecycle lifecycle,
        RuleState state,
        CallReader reader,
        ReactiveLibraries libraries,
        String declared,
        boolean prepares,
        boolean keepsArguments,
        ResultShape other)
        implements ResultShape {
    private static final Object[] NOTHING_HELD = new Object[1 + JoinPoint.MAX_ARGS];

    @Override
    public boolean readsResult() {
        return true;
    }

    @Override
    public boolean replacesResult() {
        return true;
    }

    @Override
    public boolean onlyPrepares() {
        return prepares;
    }

    @Override
    public boolean replaces(Object result) {
        ReactiveLibrary library = libraries.of(result);
        return library != null && library.mayReplace(declared, result);
    }

    @Override
    public Object end(Span span, Object result) throws Throwable {
        ReactiveLibrary library = libraries.of(result);
        if (library == null || !library.mayReplace(declared, result)) {
            lifecycle.lateStarts().isNoPreparation(span);
            return other.end(span, result);
        }
        span.preparing = false;
        if (span.state() == Span.REFUSED) {
            lifecycle.finish(span, Status.OK, true, null, null);
            return unsampled(result);
        }
        if (span.state() == Span.SUPPRESSED) {
            // a call inside this one made the publisher and traces it already
            return result;
        }
        Object[] held = span.held == null ? NOTHING_HELD : span.held;
        Span parent = span.parent;
        boolean suppressed = span.suppress();
        try {
            Object delegate = library.subscribable(result);
            TracedPublisher traced = new TracedPublisher(this, library, delegate, span, held, parent, !suppressed);
            Object wrapper = library.wrap(delegate, traced);
            if (!suppressed) {
                // operators may take the wrapper apart, but none gets past what it stands for
                lifecycle.leaveUnsubscribed(span);
                lifecycle.bind(traced, state.rule().operation(), span, true);
            }
            return wrapper;
        } catch (Throwable fault) {
            // not as if nothing had failed: faults that have none but successes between them never switch a rule off
            lifecycle.finish(span, Status.OK, true, null, null);
            throw fault;
        }
    }

    /** Returns what takes the signals of a subscription whose span goes on from the call that made {@code publisher}. */
    Streamed adopt(TracedPublisher publisher, Span span) {
        Streamed streamed = Streamed.bound(lifecycle, span, state, reader);
        span.quiet = null;
        lifecycle.bound().unbind(publisher, state.rule().operation());
        return streamed;
    }

    /** Binds a subscription's span to the keys of the call that made the publisher; a later subscription takes them over. */
    void bindKeys(Span span, Object[] held) {
        for (int i = 0; i < reader.keyCount(); i++) {
            Object key = reader.key(
                    i, held[0], held[1], held[2], held[3], held[4], held[5], held[6], held[7], held[8], null);
            lifecycle.bind(key, state.rule().operation(), span, false);
        }
    }

    /** Marks what is subscribed later as part of a workflow that is not recorded. */
    @Override
    public Object unsampled(Object result) throws Throwable {
        ReactiveLibrary library = libraries.of(result);
        if (library == null || !library.mayReplace(declared, result)) {
            return other.unsampled(result);
        }
        Object delegate = library.subscribable(result);
        return library.wrap(delegate, new TracedPublisher(this, library, delegate));
    }
}
