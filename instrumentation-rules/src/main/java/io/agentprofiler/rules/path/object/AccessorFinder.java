// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.path.object;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Finds the method that a name stands for, as a handle of type {@code (Object)Object}: one without parameters, or one that
 * is always given the same text.
 *
 * <p>A method declared public by a public, exported class or interface is preferred whatever the object's own class is;
 * otherwise any method of the name that the module system lets be opened.
 */
public final class AccessorFinder {
    private static final MethodType TYPE = MethodType.methodType(Object.class, Object.class);
    private static final MethodType TYPE_WITH_TEXT = MethodType.methodType(Object.class, Object.class, String.class);
    /** What the parameter of a method that is given a text may be, the closest first. */
    private static final List<Class<?>> TEXTS = List.of(String.class, CharSequence.class, Object.class);

    private AccessorFinder() {}

    /** Returns the accessor of {@code type}, {@code null} when it has none. */
    public static MethodHandle find(Class<?> type, String name, boolean exactName) {
        List<Class<?>> types = hierarchy(type);
        MethodHandle found = find(types, name, false);
        if (found == null && !exactName) {
            String capital = Character.toUpperCase(name.charAt(0)) + name.substring(1);
            found = find(types, "get" + capital, false);
            if (found == null) {
                found = find(types, "is" + capital, true);
            }
        }
        return found;
    }

    /** Returns the method of exactly this name that takes a text, with {@code argument} given; {@code null} for none. */
    public static MethodHandle find(Class<?> type, String name, String argument) {
        List<Class<?>> types = hierarchy(type);
        for (Class<?> parameter : TEXTS) {
            MethodHandle found = find(types, name, false, parameter);
            if (found != null) {
                return MethodHandles.insertArguments(found, 1, argument);
            }
        }
        return null;
    }

    private static MethodHandle find(List<Class<?>> types, String name, boolean predicate, Class<?>... parameters) {
        List<Method> closed = new ArrayList<>();
        for (Class<?> type : types) {
            Method method = declared(type, name, predicate, parameters);
            if (method == null) {
                continue;
            }
            if (isOpen(type, method)) {
                return handle(MethodHandles.publicLookup(), method);
            }
            closed.add(method);
        }
        for (Method method : closed) {
            if (method.trySetAccessible()) {
                return handle(MethodHandles.lookup(), method);
            }
        }
        return null;
    }

    private static Method declared(Class<?> type, String name, boolean predicate, Class<?>... parameters) {
        Method method;
        try {
            method = type.getDeclaredMethod(name, parameters);
        } catch (NoSuchMethodException | LinkageError e) {
            // A class may mention types that are not there (optional dependencies): then it cannot be asked.
            return null;
        }
        Class<?> returns = method.getReturnType();
        boolean fits = predicate ? returns == boolean.class || returns == Boolean.class : returns != void.class;
        return fits && !Modifier.isStatic(method.getModifiers()) ? method : null;
    }

    private static boolean isOpen(Class<?> type, Method method) {
        return Modifier.isPublic(method.getModifiers())
                && Modifier.isPublic(type.getModifiers())
                && type.getModule().isExported(type.getPackageName());
    }

    private static MethodHandle handle(MethodHandles.Lookup lookup, Method method) {
        try {
            return lookup.unreflect(method).asType(method.getParameterCount() == 0 ? TYPE : TYPE_WITH_TEXT);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("accessible, yet refused: " + method, e);
        }
    }

    /** Returns the class, its superclasses, then all their interfaces. */
    private static List<Class<?>> hierarchy(Class<?> type) {
        Set<Class<?>> all = new LinkedHashSet<>();
        for (Class<?> at = type; at != null; at = at.getSuperclass()) {
            all.add(at);
        }
        for (Class<?> at : List.copyOf(all)) {
            addInterfaces(at, all);
        }
        return List.copyOf(all);
    }

    private static void addInterfaces(Class<?> type, Set<Class<?>> all) {
        for (Class<?> each : type.getInterfaces()) {
            if (all.add(each)) {
                addInterfaces(each, all);
            }
        }
    }
}
