// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.reactive;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.context.ThreadContext;
import io.agentprofiler.agent.engine.site.RuleState;
import io.agentprofiler.agent.engine.span.SpanLifecycle;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;

/**
 * A publisher of the application that is no operation of its own: what it delivers is taken under a span, whichever thread
 * brings it.
 *
 * <p><b>Threading:</b> any thread.
 */
public final class CarriedPublisher implements InvocationHandler {
    private final RuleState state;
    private final ReactiveLibrary library;
    private final Object delegate;
    private final Span madeUnder;

    private CarriedPublisher(RuleState state, ReactiveLibrary library, Object delegate, Span madeUnder) {
        this.state = state;
        this.library = library;
        this.delegate = delegate;
        this.madeUnder = madeUnder;
    }

    /**
     * Returns a publisher that stands for {@code result} and takes {@code span} along; {@code result} itself where that is no
     * publisher, or may not be replaced.
     *
     * @param declared name of the type the method is declared to return
     */
    public static Object of(RuleState state, ReactiveLibraries libraries, String declared, Object result, Span span)
            throws Throwable {
        ReactiveLibrary library = libraries.of(result);
        if (library == null || library.type.collect() != null || !library.mayReplace(declared, result)) {
            return result;
        }
        Object delegate = library.subscribable(result);
        return library.wrap(delegate, new CarriedPublisher(state, library, delegate, span));
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] args) throws Throwable {
        if (library.isSubscribing(method, args)) {
            library.subscribe(delegate, method, carried(args[0]));
            return null;
        }
        return library.isDirect(method) ? direct(method, args) : Proxies.operator(proxy, delegate, method, args);
    }

    /** Brings the value without a subscriber, under the span of the thread or else of the call. */
    private Object direct(Method method, Object[] args) throws Throwable {
        ThreadContext context = ThreadContext.get();
        Span before = context.current;
        context.current = SpanLifecycle.living(before != null ? before : madeUnder);
        try {
            return Proxies.call(delegate, method, args);
        } finally {
            context.current = before;
        }
    }

    /** Returns what takes the place of a subscriber: its code runs under its own span, if it has one. */
    private Object carried(Object subscriber) {
        try {
            Object map = library.hasContext() ? library.contextOf(subscriber) : null;
            Span inherited = map != null && library.valueIn(map) instanceof Span span ? span : null;
            Span current = ThreadContext.get().current;
            Span span = SpanLifecycle.living(inherited != null ? inherited : current != null ? current : madeUnder);
            return span == null
                    ? subscriber
                    : library.subscribers.of(
                            subscriber, new TracedSubscriber(library, subscriber, span, span, map, null));
        } catch (Throwable fault) {
            state.failed(fault);
            return subscriber;
        }
    }
}
