// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.reactive;

import io.agentprofiler.agent.engine.shape.TypeHierarchy;
import io.agentprofiler.rules.model.ReactiveType;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.util.Set;

/**
 * A {@link ReactiveType} as one class loader has it. Kept with that class, so it holds nothing that the class does not.
 *
 * <p><b>Threading:</b> immutable; any thread.
 */
final class ReactiveLibrary {
    /** What the agent's span is called in a subscriber's context. */
    static final String CONTEXT_KEY = "agentprofiler.span";

    final ReactiveType type;
    final Proxies subscribers;
    final Proxies subscriptions;
    private final Proxies sources;
    private final Set<String> replaceable;
    /** {@code null} where {@link #wrap} is static, or there is none. */
    private final Method factory;

    private final Method wrap;
    /** {@code null} where values are subscribed to themselves. */
    private final Method via;

    private final Method subscribe;
    private final Method contextOf;
    private final Method contextGet;
    private final Method contextPut;

    /**
     * Finds everything the description names.
     *
     * @param loaded the class that {@code type} names
     */
    ReactiveLibrary(ReactiveType type, Class<?> loaded, Proxies sources, Proxies subscribers)
            throws ReflectiveOperationException {
        ClassLoader loader = loaded.getClassLoader();
        Class<?> subscriber = Class.forName(type.subscriber(), false, loader);
        Class<?> source = Class.forName(type.source(), false, loader);
        this.type = type;
        this.sources = sources;
        this.subscribers = subscribers;
        this.via = type.via() == null ? null : loaded.getMethod(type.via());
        this.subscribe = (via == null ? loaded : via.getReturnType()).getMethod("subscribe", subscriber);
        this.factory = type.factory() == null ? null : loaded.getMethod(type.factory());
        Class<?> wraps = factory == null ? loaded : factory.getReturnType();
        this.wrap = type.wrap() == null ? null : wraps.getMethod(type.wrap(), source);
        this.replaceable = Set.copyOf(TypeHierarchy.of(loaded).keySet());
        this.subscriptions =
                new Proxies(parameterOf(subscriber, type.signals().subscribe()).getName(), type.forward());
        ReactiveType.Context context = type.context();
        if (context == null) {
            contextOf = null;
            contextGet = null;
            contextPut = null;
        } else {
            contextOf = subscriber.getMethod(context.of());
            contextGet = contextOf.getReturnType().getMethod(context.get(), Object.class, Object.class);
            contextPut = contextOf.getReturnType().getMethod(context.put(), Object.class, Object.class);
        }
    }

    private static Class<?> parameterOf(Class<?> type, String method) throws NoSuchMethodException {
        for (Method candidate : type.getMethods()) {
            if (candidate.getName().equals(method) && candidate.getParameterCount() == 1 && !candidate.isBridge()) {
                return candidate.getParameterTypes()[0];
            }
        }
        throw new NoSuchMethodException(type.getName() + "." + method);
    }

    /** Answers whether a method declared to return {@code declared} may return a wrapper. */
    boolean mayReplace(String declared) {
        return replaceable.contains(declared);
    }

    /** Returns what is subscribed to where {@code value} is; mostly itself. */
    Object subscribable(Object value) throws Throwable {
        return via == null ? value : Proxies.call(value, via, null);
    }

    /** Returns an object of the type that asks {@code handler} when it is subscribed to, in place of {@code delegate}. */
    Object wrap(Object delegate, InvocationHandler handler) throws Throwable {
        Object source = sources.of(delegate, handler);
        if (wrap == null) {
            return source;
        }
        Object wraps = factory == null ? null : Proxies.call(null, factory, null);
        return Proxies.call(wraps, wrap, new Object[] {source});
    }

    void subscribe(Object delegate, Object subscriber) throws Throwable {
        Proxies.call(delegate, subscribe, new Object[] {subscriber});
    }

    /** Answers whether subscribers hand a context upstream. */
    boolean hasContext() {
        return contextOf != null;
    }

    /** Answers whether {@code method} asks a subscriber for its context. */
    boolean asksForContext(Method method) {
        return contextOf != null
                && method.getParameterCount() == 0
                && method.getName().equals(contextOf.getName());
    }

    /** Returns the context of {@code subscriber}. */
    Object contextOf(Object subscriber) throws Throwable {
        return Proxies.call(subscriber, contextOf, null);
    }

    /** Returns our value in {@code context}, or {@code null}. */
    Object valueIn(Object context) throws Throwable {
        return Proxies.call(context, contextGet, new Object[] {CONTEXT_KEY, null});
    }

    /** Returns {@code context} with our value in it. */
    Object with(Object context, Object value) throws Throwable {
        return Proxies.call(context, contextPut, new Object[] {CONTEXT_KEY, value});
    }
}
