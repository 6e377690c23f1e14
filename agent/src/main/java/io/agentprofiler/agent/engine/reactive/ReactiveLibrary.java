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
    /** {@code null} where values are collected. */
    final Proxies subscriptions;

    private final Wrappers wrappers;
    private final Set<String> replaceable;
    /** {@code null} where values are subscribed to themselves. */
    private final Method via;

    /** {@code null} where a wrapper passes on the method it is called by. */
    private final Method subscribe;

    private final Method contextOf;
    private final Method contextGet;
    private final Method contextPut;

    /**
     * Finds everything the description names.
     *
     * @param loaded the class that {@code type} names
     */
    ReactiveLibrary(ReactiveType type, Class<?> loaded) throws ReflectiveOperationException {
        ClassLoader loader = loaded.getClassLoader();
        Class<?> subscriber = Class.forName(type.subscriber(), false, loader);
        this.type = type;
        this.subscribers = new Proxies(type.subscriber(), type.forward());
        this.via = type.via() == null ? null : loaded.getMethod(type.via());
        Class<?> subscribedTo = via == null ? loaded : via.getReturnType();
        if (type.subclass() != null) {
            Class<?> parent = Class.forName(type.subclass().of(), false, loader);
            this.wrappers = Wrappers.ofSubclass(type, parent, subscriber);
            this.subscribe = null;
        } else if (type.wrap() == null) {
            this.wrappers = Wrappers.ofInterface(type, loaded, subscriber);
            this.subscribe = via == null ? null : subscribedTo.getMethod("subscribe", subscriber);
        } else {
            Class<?> source = Class.forName(type.source(), false, loader);
            this.wrappers = Wrappers.byFactory(type, loaded, source);
            this.subscribe = subscribedTo.getMethod("subscribe", subscriber);
        }
        this.replaceable = Set.copyOf(TypeHierarchy.of(loaded).keySet());
        this.subscriptions = type.collect() != null
                ? null
                : new Proxies(
                        parameterOf(subscriber, type.signals().subscribe()).getName(), type.forward());
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

    /**
     * Answers whether a method declared to return {@code declared} may return a wrapper of {@code result}. Where a more general
     * type is declared, the caller may know what it gets, and must get all of it.
     */
    boolean mayReplace(String declared, Object result) {
        if (!replaceable.contains(declared)) {
            return false;
        }
        Wrappers.WrapperKind kind = wrappers.kindOf(result);
        return kind == Wrappers.WrapperKind.PLAIN || kind == Wrappers.WrapperKind.NAMED && declared.equals(type.type());
    }

    /** Returns what is subscribed to where {@code value} is; mostly itself. */
    Object subscribable(Object value) throws Throwable {
        return via == null ? value : Proxies.call(value, via, null);
    }

    /** Returns an object of the type that asks {@code handler} when it is subscribed to, in place of {@code delegate}. */
    Object wrap(Object delegate, InvocationHandler handler) throws Throwable {
        return wrappers.wrap(delegate, handler);
    }

    /** Answers whether {@code method} of a wrapper is called with a subscriber. */
    boolean isSubscribing(Method method, Object[] args) {
        return type.collect() == null
                && args != null
                && args.length == 1
                && args[0] != null
                && wrappers.isSubscribing(method);
    }

    /** Answers whether {@code method} of a wrapper is called with a collector and the continuation of who collects. */
    boolean isCollecting(Method method, Object[] args) {
        return type.collect() != null && args != null && args.length == 2 && wrappers.isSubscribing(method);
    }

    /** Answers whether {@code method} of a value makes another value of it that is the same operation. */
    boolean isDeriving(Method method) {
        return type.derive().contains(method.getName());
    }

    /** Answers whether {@code method} of a wrapper brings the value without a subscriber. */
    boolean isDirect(Method method) {
        return wrappers.isDirect(method);
    }

    /**
     * Subscribes.
     *
     * @param method by which the wrapper was called
     */
    void subscribe(Object delegate, Method method, Object subscriber) throws Throwable {
        Proxies.call(delegate, subscribe == null ? method : subscribe, new Object[] {subscriber});
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
