// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.reactive;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.context.ThreadContext;
import io.agentprofiler.agent.engine.call.CallReader;
import io.agentprofiler.agent.engine.coroutine.SuspendedCalls;
import io.agentprofiler.agent.engine.shape.Streamed;
import io.agentprofiler.agent.engine.site.RuleState;
import io.agentprofiler.agent.engine.span.SpanLifecycle;
import io.agentprofiler.agent.event.SpanEnd.Status;
import io.agentprofiler.rules.model.Role;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A publisher that a method was given. What its first subscriber gets are the elements of a span that another call opened; later
 * ones get the same again, which is not counted.
 *
 * <p><b>Threading:</b> any thread.
 */
public final class GivenPublisher implements InvocationHandler {
    private final SpanLifecycle lifecycle;
    private final RuleState state;
    private final CallReader reader;
    private final ReactiveLibraries libraries;
    private final ReactiveLibrary library;
    private final Object delegate;
    private final Span span;
    private final AtomicBoolean taken;

    private GivenPublisher(
            SpanLifecycle lifecycle,
            RuleState state,
            CallReader reader,
            ReactiveLibraries libraries,
            ReactiveLibrary library,
            Object delegate,
            Span span) {
        this.lifecycle = lifecycle;
        this.state = state;
        this.reader = reader;
        this.libraries = libraries;
        this.library = library;
        this.delegate = delegate;
        this.span = span;
        this.taken = new AtomicBoolean();
    }

    /** Creates one that is the same publisher as another, with other settings. */
    private GivenPublisher(GivenPublisher of, ReactiveLibrary library, Object delegate) {
        this.lifecycle = of.lifecycle;
        this.state = of.state;
        this.reader = of.reader;
        this.libraries = of.libraries;
        this.library = library;
        this.delegate = delegate;
        this.span = of.span;
        this.taken = of.taken;
    }

    /**
     * Returns a publisher that stands for {@code given} and tells {@code span} of its elements; {@code given} itself where that
     * is no publisher, or may not be replaced.
     *
     * @param declared name of the type the method is declared to take
     * @param span the span, or {@link Span#UNSAMPLED}
     */
    public static Object of(
            SpanLifecycle lifecycle,
            RuleState state,
            CallReader reader,
            ReactiveLibraries libraries,
            String declared,
            Object given,
            Span span)
            throws Throwable {
        ReactiveLibrary library = libraries.of(given);
        if (library == null || !library.mayReplace(declared, given)) {
            return given;
        }
        Object delegate = library.subscribable(given);
        return library.wrap(delegate, new GivenPublisher(lifecycle, state, reader, libraries, library, delegate, span));
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] args) throws Throwable {
        if (library.isSubscribing(method, args)) {
            library.subscribe(delegate, method, taken.getAndSet(true) ? args[0] : told(args[0]));
            return null;
        }
        if (library.isCollecting(method, args)) {
            return collect(method, args[0], args[1]);
        }
        if (library.isDeriving(method)) {
            return derive(proxy, method, args);
        }
        if (library.isDirect(method)) {
            return direct(method, args);
        }
        return Proxies.operator(proxy, delegate, method, args);
    }

    /** Collects: what brings the elements runs under the span, what takes them under its parent. */
    private Object collect(Method method, Object collector, Object continuation) throws Throwable {
        Collected collected = null;
        Object told = null;
        SuspendedCalls calls = libraries.coroutines();
        try {
            if (span != Span.UNSAMPLED && span.isOpen() && span.collection == null && !taken.getAndSet(true)) {
                collected = new Collected(streamed(), false);
                told = library.subscribers.of(
                        collector, new TracedCollector(library, calls, collector, span, collected));
            }
        } catch (Throwable fault) {
            state.failed(fault);
        }
        if (told == null) {
            return Proxies.call(delegate, method, new Object[] {collector, continuation});
        }
        ThreadContext context = ThreadContext.get();
        Span before = context.current;
        span.collection = collected;
        calls.collecting(continuation, span);
        context.current = span;
        Object result;
        try {
            result = Proxies.call(delegate, method, new Object[] {told, continuation});
        } catch (Throwable failure) {
            calls.collected(continuation, span);
            collected.over(failure);
            throw failure;
        } finally {
            context.current = before;
        }
        if (!calls.isSuspended(result)) {
            calls.collected(continuation, span);
            collected.over(null);
        }
        return result;
    }

    /** Makes what is the same publisher with other settings. */
    private Object derive(Object proxy, Method method, Object[] args) throws Throwable {
        Object derived = Proxies.call(delegate, method, args);
        if (derived == delegate) {
            return proxy;
        }
        ReactiveLibrary of = libraries.of(derived);
        return of == null || !of.mayReplace(method.getReturnType().getName(), derived)
                ? derived
                : of.wrap(derived, new GivenPublisher(this, of, derived));
    }

    /** Brings the value without a subscriber. */
    private Object direct(Method method, Object[] args) throws Throwable {
        Streamed streamed = span == Span.UNSAMPLED || taken.getAndSet(true) ? null : streamed();
        if (streamed == null) {
            return Proxies.call(delegate, method, args);
        }
        Object value;
        try {
            value = Proxies.call(delegate, method, args);
        } catch (Throwable failure) {
            streamed.end(Status.ERROR, failure);
            throw failure;
        }
        if (value != null && !library.type.single()) {
            streamed.element(value);
            streamed.end(Status.OK, null);
        } else {
            streamed.only(value);
        }
        return value;
    }

    /** Returns what takes the place of a subscriber. */
    private Object told(Object subscriber) {
        try {
            Object map = library.hasContext() ? library.contextOf(subscriber) : null;
            boolean recorded = span != Span.UNSAMPLED;
            TracedSubscriber handler = new TracedSubscriber(
                    library,
                    subscriber,
                    span,
                    recorded ? SpanLifecycle.living(span.parent) : span,
                    map == null ? null : library.with(map, span),
                    recorded ? streamed() : null);
            Object traced = library.subscribers.of(subscriber, handler);
            return traced == null ? subscriber : traced;
        } catch (Throwable fault) {
            state.failed(fault);
            return subscriber;
        }
    }

    private Streamed streamed() {
        return state.rule().role() == Role.CHUNK
                ? Streamed.partOf(lifecycle, span, state, reader)
                : Streamed.bound(lifecycle, span, state, reader);
    }
}
