// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.reactive;

import io.agentprofiler.agent.engine.shape.TypeHierarchy;
import io.agentprofiler.agent.log.AgentLog;
import io.agentprofiler.rules.access.lookup.FieldReaders;
import io.agentprofiler.rules.model.ReactiveType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Makes what stands before the publishers of a library, and says which of them may be stood before.
 *
 * <p>There are three ways. A subclass of the library's abstract type has the interfaces that its publisher has of those the
 * description names, and overrides what that overrides. A proxy of an interface has all public interfaces of its publisher.
 * A factory of the library makes an object of the type from a source, and may run hooks of the application as it does so.
 *
 * <p><b>Threading:</b> any thread.
 */
final class Wrappers {
    /** What the application can see in a publisher. */
    enum WrapperKind {
        /** Nothing that a wrapper does not have, too. */
        PLAIN,
        /** A public type of the application, or of another library, or a class of the JDK. */
        NAMED,
        /** A type of which the application asks more than to be subscribed to. */
        KEPT
    }

    private final ReactiveType type;
    /** What a wrapper is: the class it extends, or the interface. */
    private final Class<?> base;

    private final List<Method> subscribing;
    private final Factory factory;
    private final Classes classes = new Classes();

    private Wrappers(ReactiveType type, Class<?> base, List<Method> subscribing, Factory factory) {
        this.type = type;
        this.base = base;
        this.subscribing = subscribing;
        this.factory = factory;
    }

    static Wrappers ofSubclass(ReactiveType type, Class<?> parent, Class<?> subscriber)
            throws ReflectiveOperationException {
        List<Method> subscribing = new ArrayList<>();
        for (Class<?> c = parent; c != null; c = c.getSuperclass()) {
            for (Method method : c.getDeclaredMethods()) {
                if (method.getName()
                                .equals(type.collect() == null ? type.subclass().subscribe() : type.collect())
                        && isOverridable(method)
                        && method.getParameterCount() == (type.collect() == null ? 1 : 2)
                        && subscriber.isAssignableFrom(method.getParameterTypes()[0])) {
                    subscribing.add(accessible(method));
                }
            }
        }
        if (subscribing.isEmpty()) {
            throw new NoSuchMethodException(
                    parent.getName() + "." + type.subclass().subscribe());
        }
        return new Wrappers(type, parent, subscribing, null);
    }

    static Wrappers ofInterface(ReactiveType type, Class<?> loaded, Class<?> subscriber)
            throws ReflectiveOperationException {
        if (type.collect() == null) {
            return new Wrappers(type, loaded, List.of(loaded.getMethod("subscribe", subscriber)), null);
        }
        for (Method method : loaded.getMethods()) {
            if (method.getName().equals(type.collect())
                    && method.getParameterCount() == 2
                    && method.getParameterTypes()[0] == subscriber) {
                return new Wrappers(type, loaded, List.of(method), null);
            }
        }
        throw new NoSuchMethodException(loaded.getName() + "." + type.collect());
    }

    static Wrappers byFactory(ReactiveType type, Class<?> loaded, Class<?> source) throws ReflectiveOperationException {
        Method giver = type.factory() == null ? null : loaded.getMethod(type.factory());
        Class<?> wraps = giver == null ? loaded : giver.getReturnType();
        Factory factory =
                new Factory(new Proxies(type.source(), type.forward()), giver, wraps.getMethod(type.wrap(), source));
        return new Wrappers(type, loaded, List.of(), factory);
    }

    private static boolean isOverridable(Method method) {
        int modifiers = method.getModifiers();
        return !method.isBridge()
                && !Modifier.isStatic(modifiers)
                && !Modifier.isFinal(modifiers)
                && (Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers));
    }

    private static Method accessible(Method method) {
        if (!Modifier.isPublic(method.getModifiers()) && !method.trySetAccessible()) {
            FieldReaders.open(method.getDeclaringClass(), Wrappers.class);
            method.setAccessible(true);
        }
        return method;
    }

    /** Says what the application can see in {@code publisher}. */
    WrapperKind kindOf(Object publisher) {
        return classes.get(publisher.getClass()).kind;
    }

    /** Answers whether a wrapper was called for {@code method} to be subscribed to. */
    boolean isSubscribing(Method method) {
        if (factory != null) {
            return method.getName().equals("subscribe");
        }
        for (Method known : subscribing) {
            if (known.equals(method)) {
                return true;
            }
        }
        return false;
    }

    /** Answers whether a wrapper was called for {@code method} to bring the value. */
    boolean isDirect(Method method) {
        return type.subclass() != null && type.subclass().direct().contains(method.getName());
    }

    /** Returns an object that asks {@code handler} what it is asked, in place of {@code publisher}. */
    Object wrap(Object publisher, InvocationHandler handler) throws Throwable {
        return factory == null
                ? classes.get(publisher.getClass()).wrap(publisher, handler)
                : factory.wrap(publisher, handler);
    }

    /** What is known of a class of publishers, kept with that class. */
    private final class Classes extends ClassValue<Wrapped> {
        @Override
        protected Wrapped computeValue(Class<?> publisher) {
            Map<String, Class<?>> all = TypeHierarchy.of(publisher);
            if (factory != null) {
                return new Wrapped(WrapperKind.PLAIN, null, null, null, List.of());
            }
            if (!base.isAssignableFrom(publisher) || type.keep().stream().anyMatch(all::containsKey)) {
                return Wrapped.KEPT;
            }
            ClassLoader loader = base.isInterface() ? loaderOf(publisher) : base.getClassLoader();
            List<Class<?>> interfaces = new ArrayList<>();
            for (Class<?> each : all.values()) {
                if (each.isInterface()
                        && isNameable(each)
                        && isVisible(each, loader)
                        && (type.subclass() == null || type.forward().contains(each.getName()))) {
                    interfaces.add(each);
                }
            }
            WrapperKind kind = kind(all, interfaces);
            if (base.isInterface()) {
                interfaces.remove(base);
                interfaces.add(0, base);
                return new Wrapped(kind, loader, compatible(loader, interfaces), null, List.of());
            }
            interfaces.removeIf(each -> each.isAssignableFrom(base));
            try {
                List<Field> taken = fields();
                Constructor<?> maker = StandIns.make(
                        publisher.getSimpleName(), base, taken, interfaces, methods(publisher, interfaces));
                return new Wrapped(kind, null, null, maker, taken);
            } catch (ReflectiveOperationException | LinkageError e) {
                AgentLog.info("results of class " + publisher.getName()
                        + " are left alone, spans end with the call: nothing can stand for one: " + e);
                return Wrapped.KEPT;
            }
        }

        /** What the constructor of the base takes, which the wrapper has from its publisher. */
        private List<Field> fields() throws NoSuchFieldException {
            List<Field> fields = new ArrayList<>();
            for (String name : type.subclass().fields()) {
                fields.add(base.getField(name));
            }
            return fields;
        }

        /** A class may have what a proxy cannot: methods of several interfaces that agree only in what the class returns. */
        private Class<?>[] compatible(ClassLoader loader, List<Class<?>> interfaces) {
            Class<?>[] all = interfaces.toArray(Class<?>[]::new);
            try {
                Proxy.newProxyInstance(loader, all, (proxy, method, args) -> null);
                return all;
            } catch (IllegalArgumentException e) {
                return new Class<?>[] {base};
            }
        }

        private WrapperKind kind(Map<String, Class<?>> all, List<Class<?>> interfaces) {
            for (Class<?> each : all.values()) {
                if (isNameable(each)
                        && !StandIns.isOne(each)
                        && (each.getClassLoader() != null || !each.isInterface())
                        && !each.isAssignableFrom(base)
                        && !interfaces.contains(each)
                        && type.packages().stream().noneMatch(each.getName()::startsWith)) {
                    return WrapperKind.NAMED;
                }
            }
            return WrapperKind.PLAIN;
        }

        private boolean isNameable(Class<?> type) {
            return Modifier.isPublic(type.getModifiers())
                    && !type.isHidden()
                    && !type.isSealed()
                    && type.getModule().isExported(type.getPackageName());
        }

        private boolean isVisible(Class<?> type, ClassLoader loader) {
            try {
                return Class.forName(type.getName(), false, loader) == type;
            } catch (ClassNotFoundException | LinkageError e) {
                return false;
            }
        }

        private ClassLoader loaderOf(Class<?> publisher) {
            ClassLoader loader = publisher.getClassLoader();
            return loader == null ? Wrappers.class.getClassLoader() : loader;
        }

        /** What a wrapper does not do itself: whatever the class of the publisher does otherwise than the base. */
        private List<Method> methods(Class<?> publisher, List<Class<?>> interfaces) throws NoSuchMethodException {
            List<Method> methods = new ArrayList<>();
            for (Method method : subscribing) {
                if (type.collect() != null
                        || Modifier.isAbstract(method.getModifiers())
                        || isOverridden(publisher, method)) {
                    add(method, methods);
                }
            }
            for (Class<?> c = base; c != null; c = c.getSuperclass()) {
                for (Method method : c.getDeclaredMethods()) {
                    boolean left = Modifier.isAbstract(method.getModifiers())
                            && !isImplemented(method)
                            && !subscribing.contains(method);
                    if (isOverridable(method) && (left || type.derive().contains(method.getName()))) {
                        add(accessible(method), methods);
                    }
                }
            }
            for (Method method : base.getMethods()) {
                if (isOverridable(method)
                        && !subscribing.contains(method)
                        && method.getDeclaringClass() != Object.class
                        && isOverridden(publisher, method)) {
                    add(method, methods);
                }
            }
            for (Class<?> each : interfaces) {
                for (Method method : each.getMethods()) {
                    if (!Modifier.isStatic(method.getModifiers())) {
                        add(method, methods);
                    }
                }
            }
            add(Object.class.getMethod("toString"), methods);
            return methods;
        }

        /** Answers whether an abstract method of a parent has code in the base. */
        private boolean isImplemented(Method method) {
            for (Class<?> c = base; c != method.getDeclaringClass(); c = c.getSuperclass()) {
                for (Method own : c.getDeclaredMethods()) {
                    if (own.getName().equals(method.getName())
                            && Arrays.equals(own.getParameterTypes(), method.getParameterTypes())) {
                        return true;
                    }
                }
            }
            return false;
        }

        /** Of several methods that differ in what they return, or in who declares them, each is overridden once. */
        private void add(Method method, List<Method> methods) {
            boolean has = methods.stream()
                    .anyMatch(known -> known.getName().equals(method.getName())
                            && known.getReturnType() == method.getReturnType()
                            && Arrays.equals(known.getParameterTypes(), method.getParameterTypes()));
            if (!has) {
                methods.add(method);
            }
        }

        private boolean isOverridden(Class<?> publisher, Method method) {
            for (Class<?> c = publisher; c != base; c = c.getSuperclass()) {
                for (Method own : c.getDeclaredMethods()) {
                    if (own.getName().equals(method.getName())
                            && Arrays.equals(own.getParameterTypes(), method.getParameterTypes())) {
                        return true;
                    }
                }
            }
            return false;
        }
    }

    /**
     * How a publisher of one class is wrapped: by a proxy of {@code interfaces}, or by an object that {@code maker} makes of a
     * handler and the publisher's {@code fields}.
     */
    private record Wrapped(
            WrapperKind kind, ClassLoader loader, Class<?>[] interfaces, Constructor<?> maker, List<Field> fields) {
        static final Wrapped KEPT = new Wrapped(WrapperKind.KEPT, null, null, null, List.of());

        Object wrap(Object publisher, InvocationHandler handler) throws ReflectiveOperationException {
            if (maker == null) {
                return Proxy.newProxyInstance(loader, interfaces, handler);
            }
            Object[] arguments = new Object[1 + fields.size()];
            arguments[0] = handler;
            for (int i = 1; i < arguments.length; i++) {
                arguments[i] = fields.get(i - 1).get(publisher);
            }
            return maker.newInstance(arguments);
        }
    }

    /** A library's own way of making a value: {@code wrap}, of what {@code giver} returns if that is not {@code null}. */
    private record Factory(Proxies sources, Method giver, Method wrap) {
        Object wrap(Object publisher, InvocationHandler handler) throws Throwable {
            Object wraps = giver == null ? null : Proxies.call(null, giver, null);
            return Proxies.call(wraps, wrap, new Object[] {sources.of(publisher, handler)});
        }
    }
}
