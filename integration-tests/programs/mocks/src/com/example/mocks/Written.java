// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.mocks;

import static net.bytebuddy.matcher.ElementMatchers.isDeclaredBy;
import static net.bytebuddy.matcher.ElementMatchers.isFinalizer;
import static net.bytebuddy.matcher.ElementMatchers.isVirtual;
import static net.bytebuddy.matcher.ElementMatchers.not;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.dynamic.DynamicType;
import net.bytebuddy.dynamic.scaffold.TypeValidation;
import net.bytebuddy.implementation.InvocationHandlerAdapter;
import org.objenesis.ObjenesisStd;

/**
 * Subclasses as a user of a framework writes them, in a package of their own and with a class file that can be found. Their
 * methods note that they were called.
 */
final class Written {
    private static final AtomicInteger NUMBER = new AtomicInteger();
    private static final Map<Class<?>, Class<?>> CLASSES = new ConcurrentHashMap<>();
    private static final Map<Object, List<String>> CALLS = Collections.synchronizedMap(new IdentityHashMap<>());
    private static final Map<Object, Object> RESULTS = Collections.synchronizedMap(new IdentityHashMap<>());

    private Written() {}

    /** Returns an object whose every method, save those of {@code Object}, counts. */
    static Object of(Class<?> type) throws Exception {
        return made(CLASSES.computeIfAbsent(type, Written::define));
    }

    /** Returns such an object whose {@code method} returns {@code result}, or throws it, if it is a failure. */
    static Object answering(Class<?> type, Method method, Object result) throws Exception {
        Object object = of(type);
        RESULTS.put(object, new Answer(method.getName(), method.getParameterTypes(), result));
        return object;
    }

    /** Returns an object of the type itself, whose constructor did not run. */
    static Object bare(Class<?> type) {
        return type.isInterface() ? null : new ObjenesisStd().newInstance(type);
    }

    static List<String> calls(Object object) {
        if (object instanceof CountingList list) {
            return list.calls;
        }
        return object instanceof CountingException e ? e.calls : CALLS.getOrDefault(object, List.of());
    }

    private static Object made(Class<?> type) {
        Object object = new ObjenesisStd().newInstance(type);
        CALLS.put(object, new CopyOnWriteArrayList<>());
        return object;
    }

    private static Class<?> define(Class<?> type) {
        if (type.isSealed() || Modifier.isFinal(type.getModifiers())) {
            throw new IllegalArgumentException("nobody can extend " + type);
        }
        boolean open = Modifier.isPublic(type.getModifiers());
        String inside = open ? "com.example.mocks.written" : type.getPackageName();
        String name = inside + "." + type.getSimpleName() + "Of" + NUMBER.incrementAndGet();
        InvocationHandler counting = (self, method, arguments) -> {
            CALLS.computeIfAbsent(self, spy -> new CopyOnWriteArrayList<>()).add(method.getName());
            Object answer = RESULTS.get(self);
            if (!(answer instanceof Answer a && a.isOf(method))) {
                return new Values(Maker.WRITTEN).result(method);
            }
            if (a.result instanceof CountingException e) {
                throw e;
            }
            return a.result;
        };
        DynamicType.Unloaded<?> unloaded = new ByteBuddy()
                .with(TypeValidation.DISABLED)
                .subclass(type)
                .name(name)
                .method(isVirtual().and(not(isFinalizer())).and(not(isDeclaredBy(Object.class))))
                .intercept(InvocationHandlerAdapter.of(counting))
                .make();
        ClassLoader loader = type.getClassLoader();
        if (!(loader instanceof RowLoader row)) {
            throw new IllegalArgumentException("no type of the framework: " + type);
        }
        Class<?> written = row.define(name, unloaded.getBytes());
        unloaded.getLoadedTypeInitializers().values().forEach(initializer -> initializer.onLoad(written));
        return written;
    }

    private record Answer(String name, Class<?>[] parameters, Object result) {
        boolean isOf(Method method) {
            return method.getName().equals(name) && Arrays.equals(method.getParameterTypes(), parameters);
        }
    }
}
