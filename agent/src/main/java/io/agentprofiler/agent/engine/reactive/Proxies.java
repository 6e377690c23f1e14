// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.reactive;

import io.agentprofiler.agent.engine.shape.TypeHierarchy;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Makes objects of an application's interfaces that stand before one of its own objects.
 *
 * <p>Which interfaces is worked out once a class of those objects and kept with that class, so that nothing of the
 * application is held.
 *
 * <p><b>Threading:</b> any thread.
 */
final class Proxies {
    private final String required;
    private final List<String> forwarded;
    private final Interfaces interfaces = new Interfaces();

    /**
     * Creates a maker.
     *
     * @param required the interface every proxy has
     * @param forwarded interfaces a proxy has if the object it stands before has them
     */
    Proxies(String required, List<String> forwarded) {
        this.required = required;
        this.forwarded = forwarded;
    }

    /** Returns a proxy of {@code delegate}, {@code null} when that lacks the required interface. */
    Object of(Object delegate, InvocationHandler handler) {
        Class<?>[] has = interfaces.get(delegate.getClass());
        if (has.length == 0) {
            return null;
        }
        ClassLoader loader = delegate.getClass().getClassLoader();
        return Proxy.newProxyInstance(loader == null ? Proxies.class.getClassLoader() : loader, has, handler);
    }

    /** Calls {@code method} of {@code delegate}; throws what it throws. */
    static Object call(Object delegate, Method method, Object[] args) throws Throwable {
        try {
            return method.invoke(delegate, args);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    /** Answers a call of {@code proxy} that means nothing to us: a proxy equals itself alone. */
    static Object forward(Object proxy, Object delegate, Method method, Object[] args) throws Throwable {
        if (method.getDeclaringClass() == Object.class) {
            switch (method.getName()) {
                case "equals":
                    return proxy == args[0];
                case "hashCode":
                    return System.identityHashCode(proxy);
                default:
                    return delegate.toString();
            }
        }
        return call(delegate, method, args);
    }

    /**
     * Answers a call of a publisher's proxy that means nothing to us. An operator that is the interface's own is left to it: what it
     * makes subscribes to the proxy, and not past it.
     */
    static Object operator(Object proxy, Object delegate, Method method, Object[] args) throws Throwable {
        boolean inherited = method.isDefault()
                && Proxy.isProxyClass(proxy.getClass())
                && delegate.getClass()
                        .getMethod(method.getName(), method.getParameterTypes())
                        .isDefault();
        return inherited
                ? InvocationHandler.invokeDefault(proxy, method, args)
                : forward(proxy, delegate, method, args);
    }

    /** The interfaces of a proxy by the class it stands before; none where the required one is missing. */
    private final class Interfaces extends ClassValue<Class<?>[]> {
        @Override
        protected Class<?>[] computeValue(Class<?> type) {
            Map<String, Class<?>> all = TypeHierarchy.of(type);
            if (!all.containsKey(required)) {
                return new Class<?>[0];
            }
            List<Class<?>> has = new ArrayList<>();
            has.add(all.get(required));
            for (String name : forwarded) {
                if (all.containsKey(name)) {
                    has.add(all.get(name));
                }
            }
            return has.toArray(Class<?>[]::new);
        }
    }
}
