// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.reactive;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.context.ThreadContext;
import io.agentprofiler.agent.engine.shape.Streamed;
import io.agentprofiler.agent.engine.span.Failures;
import io.agentprofiler.agent.event.SpanEnd.Status;
import io.agentprofiler.rules.model.ReactiveType;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;

/**
 * Stands between a traced publisher and its subscriber: passes every signal on unchanged and records it. The
 * subscriber's code runs under the span's parent; the publisher's, when it is asked for elements, under the span.
 *
 * <p><b>Threading:</b> any thread; signals arrive serially, cancellation at any time.
 */
final class TracedSubscriber implements InvocationHandler {
    private final ReactiveLibrary library;
    private final ReactiveType.Signals signals;
    private final ReactiveType.Fusion fusion;
    private final Object delegate;
    private final Span span;
    private final Span parent;
    private final Object context;
    private final Streamed streamed;

    /**
     * Creates a subscriber.
     *
     * @param delegate the application's
     * @param span the subscription's, or {@link Span#UNSAMPLED}
     * @param parent what the application's code runs under
     * @param context the subscriber's context with the span in it; {@code null} where the library has none
     * @param streamed records elements and the end; {@code null} when nothing is recorded
     */
    TracedSubscriber(
            ReactiveLibrary library, Object delegate, Span span, Span parent, Object context, Streamed streamed) {
        this.library = library;
        this.signals = library.type.signals();
        this.fusion = library.type.fusion();
        this.delegate = delegate;
        this.span = span;
        this.parent = parent;
        this.context = context;
        this.streamed = streamed;
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] args) throws Throwable {
        String name = method.getName();
        if (args == null) {
            if (name.equals(signals.complete()) || name.equals(ReactiveType.Signals.STANDARD.complete())) {
                end(Status.OK, null);
                return under(parent, delegate, method, null);
            }
            if (library.asksForContext(method)) {
                return context;
            }
        } else if (args.length == 1) {
            if (name.equals(signals.next())
                    || name.equals(ReactiveType.Signals.STANDARD.next())
                    || fusion != null && name.equals(fusion.offer())) {
                if (args[0] == null) {
                    // of elements that are fetched it says only that there are some
                    return under(parent, delegate, method, args);
                }
                element(args[0]);
                return handled(method, args);
            }
            if (name.equals(signals.subscribe())) {
                return under(parent, delegate, method, new Object[] {subscription(args[0])});
            }
            if (name.equals(signals.success())) {
                element(args[0]);
                end(Status.OK, null);
                return under(parent, delegate, method, args);
            }
            if (name.equals(signals.error()) || name.equals(ReactiveType.Signals.STANDARD.error())) {
                end(Status.ERROR, args[0] instanceof Throwable failure ? Failures.unwrap(failure) : null);
                return under(parent, delegate, method, args);
            }
        }
        return Proxies.forward(proxy, delegate, method, args);
    }

    /** Hands an element on, and notes how long the application takes to take it. */
    private Object handled(Method method, Object[] args) throws Throwable {
        if (streamed == null) {
            return under(parent, delegate, method, args);
        }
        streamed.enterHandler();
        try {
            return under(parent, delegate, method, args);
        } finally {
            streamed.leaveHandler();
        }
    }

    private void element(Object element) {
        if (streamed != null) {
            if (library.type.single()) {
                // what comes next in the application begins with the value, not with the signal after it
                streamed.only(element);
            } else {
                streamed.element(element);
            }
        }
    }

    private void end(Status status, Throwable failure) {
        if (streamed != null) {
            streamed.end(status, failure);
        }
    }

    private Object subscription(Object given) {
        Object traced = given == null ? null : library.subscriptions.of(given, new Subscription(given));
        return traced == null ? given : traced;
    }

    private static Object under(Span current, Object delegate, Method method, Object[] args) throws Throwable {
        ThreadContext context = ThreadContext.get();
        Span before = context.current;
        context.current = current;
        try {
            return Proxies.call(delegate, method, args);
        } finally {
            context.current = before;
        }
    }

    /**
     * Passes demand and cancellation on, and elements that are fetched. It has none of the further abilities that the
     * publisher's own may have, so that every element passes by.
     */
    private final class Subscription implements InvocationHandler {
        private final Object given;
        /** Whether no element means the end. */
        private boolean sync;

        Subscription(Object given) {
            this.given = given;
        }

        @Override
        public Object invoke(Object proxy, Method method, Object[] args) throws Throwable {
            String name = method.getName();
            if (args == null && name.equals(signals.cancel())) {
                end(Status.CANCELLED, null);
                return under(span, given, method, null);
            }
            if (args != null && args.length == 1 && name.equals(signals.request())) {
                return under(span, given, method, args);
            }
            return fusion == null ? Proxies.forward(proxy, given, method, args) : fused(proxy, name, method, args);
        }

        private Object fused(Object proxy, String name, Method method, Object[] args) throws Throwable {
            if (args == null && name.equals(fusion.poll())) {
                return polled(method);
            }
            if (args == null && name.equals(fusion.empty())) {
                Object empty = Proxies.call(given, method, null);
                if (sync && Boolean.TRUE.equals(empty)) {
                    end(Status.OK, null);
                }
                return empty;
            }
            if (args != null && args.length == 1 && name.equals(fusion.request())) {
                Object mode = under(span, given, method, args);
                sync = mode instanceof Integer number && number == fusion.sync();
                return mode;
            }
            return Proxies.forward(proxy, given, method, args);
        }

        private Object polled(Method method) throws Throwable {
            Object element;
            try {
                element = under(span, given, method, null);
            } catch (Throwable failure) {
                end(Status.ERROR, failure);
                throw failure;
            }
            if (element != null) {
                element(element);
            } else if (sync) {
                end(Status.OK, null);
            }
            return element;
        }
    }
}
