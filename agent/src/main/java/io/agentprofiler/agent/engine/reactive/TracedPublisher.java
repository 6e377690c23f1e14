// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.reactive;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.context.ThreadContext;
import io.agentprofiler.agent.engine.coroutine.SuspendedCalls;
import io.agentprofiler.agent.engine.shape.Streamed;
import io.agentprofiler.agent.engine.span.Failures;
import io.agentprofiler.agent.engine.span.SpanLifecycle;
import io.agentprofiler.agent.event.SpanEnd.Status;
import io.agentprofiler.rules.model.Nesting;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A publisher of the application whose subscriptions are spans.
 *
 * <p><b>Threading:</b> any thread.
 */
final class TracedPublisher implements InvocationHandler {
    private final PublisherShape shape;
    private final ReactiveLibrary library;
    private final Object delegate;
    private final Span.Site site;
    private final Object[] held;
    private final Span assembledUnder;
    /** Whether the sampling rate chose the call, where that is still to be known. */
    private final boolean chosen;
    /** What was decided of the workflow that begins with the call, where it is lazy. */
    private final byte decision;
    /** The span that began with the call and goes on as the first subscription's; mostly {@code null}. */
    private final AtomicReference<Span> begun;
    /** What the span that began with the call is bound to: this, or what this was derived from. */
    private final TracedPublisher first;

    /**
     * Creates a publisher.
     *
     * @param call the span of the call that made it
     * @param held the objects of that call
     * @param assembledUnder the parent of subscriptions that find no other
     * @param goesOn whether {@code call} goes on as the first subscription's span
     */
    TracedPublisher(
            PublisherShape shape,
            ReactiveLibrary library,
            Object delegate,
            Span call,
            Object[] held,
            Span assembledUnder,
            boolean goesOn) {
        this.shape = shape;
        this.library = library;
        this.delegate = delegate;
        this.site = call.site;
        this.held = held;
        this.assembledUnder = assembledUnder;
        this.chosen = call.workflow != null && call.workflow.chosen;
        this.decision = call.decision;
        this.begun = goesOn ? new AtomicReference<>(call) : null;
        this.first = this;
    }

    /** Creates one whose call is not to be recorded. */
    TracedPublisher(PublisherShape shape, ReactiveLibrary library, Object delegate) {
        this.shape = shape;
        this.library = library;
        this.delegate = delegate;
        this.site = null;
        this.held = null;
        this.assembledUnder = Span.UNSAMPLED;
        this.chosen = false;
        this.decision = Span.UNDECIDED;
        this.begun = null;
        this.first = this;
    }

    /** Creates one that is the same operation as another, with other settings. */
    private TracedPublisher(TracedPublisher of, ReactiveLibrary library, Object delegate) {
        this.shape = of.shape;
        this.library = library;
        this.delegate = delegate;
        this.site = of.site;
        this.held = of.held;
        this.assembledUnder = of.assembledUnder;
        this.chosen = of.chosen;
        this.decision = of.decision;
        this.begun = of.begun;
        this.first = of.first;
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] args) throws Throwable {
        if (library.isSubscribing(method, args)) {
            subscribe(method, args[0]);
            return null;
        }
        if (library.isCollecting(method, args)) {
            return collect(method, args[0], args[1]);
        }
        if (library.isDeriving(method)) {
            return derive(proxy, method, args);
        }
        return library.isDirect(method) ? direct(method, args) : Proxies.operator(proxy, delegate, method, args);
    }

    /** Collects: one span, from the call to what it returns or throws in the end, on whichever thread. */
    private Object collect(Method method, Object collector, Object continuation) throws Throwable {
        ThreadContext context = ThreadContext.get();
        Span before = context.current;
        SuspendedCalls calls = shape.libraries().coroutines();
        Span span = null;
        Collected collected = null;
        Object passed = collector;
        try {
            span = open(context, parent(before, null));
            if (span != null && span != Span.UNSAMPLED) {
                collected = new Collected(streamed(span), true);
                span.collection = collected;
                passed = library.subscribers.of(
                        collector, new TracedCollector(library, calls, collector, span, collected));
            }
            if (span != null && span != before) {
                calls.called(continuation, span);
            }
        } catch (Throwable fault) {
            shape.state().failed(fault);
        }
        Object result;
        try {
            result = Proxies.call(delegate, method, new Object[] {passed == null ? collector : passed, continuation});
        } catch (Throwable failure) {
            leave(context, span, before);
            over(span, collected, span == before ? null : continuation, failure);
            throw failure;
        }
        leave(context, span, before);
        if (!calls.isSuspended(result)) {
            over(span, collected, span == before ? null : continuation, null);
        }
        return result;
    }

    private void leave(ThreadContext context, Span span, Span before) {
        if (span != null && span != Span.UNSAMPLED) {
            shape.lifecycle().leave(context, span);
        }
        context.current = before;
    }

    /** The collection is over in place. */
    private void over(Span span, Collected collected, Object continuation, Throwable failure) {
        if (collected != null) {
            collected.over(failure);
        } else if (span == Span.UNSAMPLED) {
            shape.libraries().coroutines().returned(continuation);
        } else if (span != null) {
            shape.lifecycle().finish(span, Failures.statusOf(failure), true, null, failure);
        }
    }

    /** Makes what is the same operation with other settings, for which the same span is waiting. */
    private Object derive(Object proxy, Method method, Object[] args) throws Throwable {
        Object derived = Proxies.call(delegate, method, args);
        if (derived == delegate) {
            return proxy;
        }
        ReactiveLibrary of = shape.libraries().of(derived);
        return of == null || !of.mayReplace(method.getReturnType().getName(), derived)
                ? derived
                : of.wrap(derived, new TracedPublisher(this, of, derived));
    }

    /** Brings the value without a subscriber: what would be a subscription's span is that of the call. */
    private Object direct(Method method, Object[] args) throws Throwable {
        ThreadContext context = ThreadContext.get();
        Span before = context.current;
        Span span = null;
        Streamed streamed = null;
        try {
            span = open(context, parent(before, null));
            streamed = span == null || span == Span.UNSAMPLED ? null : streamed(span);
        } catch (Throwable fault) {
            shape.state().failed(fault);
        }
        Object value;
        try {
            value = Proxies.call(delegate, method, args);
        } catch (Throwable failure) {
            if (streamed != null) {
                streamed.end(Status.ERROR, failure);
            }
            throw failure;
        } finally {
            if (span != null && span != Span.UNSAMPLED) {
                shape.lifecycle().leave(context, span);
            }
            context.current = before;
        }
        if (streamed != null) {
            if (value != null && !library.type.single()) {
                streamed.element(value);
                streamed.end(Status.OK, null);
            } else {
                streamed.only(value);
            }
        }
        return value;
    }

    private void subscribe(Method method, Object subscriber) throws Throwable {
        ThreadContext context = ThreadContext.get();
        Span before = context.current;
        boolean inside = context.inside;
        Span span = null;
        Object traced = null;
        context.inside = true;
        try {
            Object map = library.hasContext() ? library.contextOf(subscriber) : null;
            Object inherited = map == null ? null : library.valueIn(map);
            Span parent = parent(before, inherited instanceof Span propagated ? propagated : null);
            span = open(context, parent);
            if (span != null) {
                TracedSubscriber handler = new TracedSubscriber(
                        library,
                        subscriber,
                        span,
                        span == Span.UNSAMPLED ? parent : span.parent,
                        map == null ? null : library.with(map, span),
                        span == Span.UNSAMPLED ? null : streamed(span));
                traced = library.subscribers.of(subscriber, handler);
            }
        } catch (Throwable fault) {
            shape.state().failed(fault);
        } finally {
            context.inside = inside;
        }
        if (traced == null) {
            if (span != null && span != Span.UNSAMPLED) {
                shape.lifecycle().leave(context, span);
                shape.lifecycle().finish(span, Status.OK, true, null, null);
            }
            context.current = before;
            library.subscribe(delegate, method, subscriber);
            return;
        }
        try {
            library.subscribe(delegate, method, traced);
        } catch (Throwable failure) {
            if (span != Span.UNSAMPLED) {
                shape.lifecycle().finish(span, Status.ERROR, true, null, failure);
            }
            throw failure;
        } finally {
            if (span != Span.UNSAMPLED) {
                shape.lifecycle().leave(context, span);
            }
            context.current = before;
        }
    }

    /** From the subscription on it is that which the span hangs on: the publisher may be dropped meanwhile. */
    private Streamed streamed(Span span) {
        boolean adopted = begun != null
                && shape.lifecycle().bound().find(first, shape.state().rule().operation()) == span;
        return adopted
                ? shape.adopt(first, span)
                : Streamed.bound(shape.lifecycle(), span, shape.state(), shape.reader());
    }

    /**
     * The subscriber's context knows best whose work this is; a span of the thread counts if it is a part of that, and where
     * the context is silent. Last comes the span the publisher was made under.
     */
    private Span parent(Span before, Span propagated) {
        Span current = SpanLifecycle.living(before);
        Span inherited = SpanLifecycle.living(propagated);
        if (inherited != null) {
            return current != null && isBelow(current, inherited) ? current : inherited;
        }
        return current != null ? current : assembledUnder;
    }

    private static boolean isBelow(Span span, Span above) {
        for (Span s = span; s != null; s = s.parent) {
            if (s == above) {
                return true;
            }
        }
        return false;
    }

    /**
     * Makes the subscription's span current.
     *
     * @return {@code null} when there is none to be made, {@link Span#UNSAMPLED} when none may be made below either
     */
    private Span open(ThreadContext context, Span parent) {
        SpanLifecycle lifecycle = shape.lifecycle();
        if (lifecycle.isStopped() || shape.state().isOff()) {
            return null;
        }
        if (parent == Span.UNSAMPLED) {
            context.current = Span.UNSAMPLED;
            return Span.UNSAMPLED;
        }
        if (held == null) {
            return null;
        }
        Span adopted = begun == null ? null : begun.getAndSet(null);
        if (adopted != null && adopted.isOpen()) {
            adopted.previous = context.current;
            context.current = adopted;
            return adopted;
        }
        if (shape.state().rule().nested() == Nesting.OUTERMOST
                && SpanLifecycle.isSameOperation(parent, shape.state().rule())) {
            return null;
        }
        boolean lazy = shape.state().rule().lazy();
        if (parent != null && parent.isLeftOut()) {
            if (lazy) {
                return null;
            }
            lifecycle.sampling().refuse(parent);
            context.current = Span.UNSAMPLED;
            return Span.UNSAMPLED;
        }
        context.current = parent;
        Span span = lifecycle.reopen(context, shape.state(), site, held, chosen);
        span.decision = decision;
        boolean bound = false;
        try {
            shape.bindKeys(span, held);
            bound = true;
        } finally {
            if (!bound) {
                lifecycle.cutOff(context, span);
            }
        }
        return span;
    }
}
