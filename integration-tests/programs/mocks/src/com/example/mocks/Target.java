// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.mocks;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * A method to be tried.
 *
 * @param type the class or interface to mock
 * @param method one of its methods, its own or inherited
 */
record Target(Class<?> type, Method method) {
    /** Finds the method in a type; {@code null} when this version of the framework has not got it. */
    static Target find(ClassLoader loader, String typeName, String signature) {
        try {
            Class<?> type = Class.forName(typeName, false, loader);
            for (Class<?> c = type; c != null; c = c.getSuperclass()) {
                for (Method method : c.getDeclaredMethods()) {
                    if (describe(method).equals(signature) && !method.isBridge()) {
                        method.setAccessible(true);
                        return new Target(type, method);
                    }
                }
            }
            return null;
        } catch (ClassNotFoundException | LinkageError e) {
            return null;
        }
    }

    private static String describe(Method method) {
        return Arrays.stream(method.getParameterTypes())
                .map(Target::describe)
                .collect(Collectors.joining(",", method.getName() + "(", "):" + describe(method.getReturnType())));
    }

    private static String describe(Class<?> type) {
        return type.isArray() ? describe(type.getComponentType()) + "[]" : type.getName();
    }

    /** Whether a mock can replace the method's object. */
    boolean isMockable() {
        return (method.getModifiers() & (Modifier.STATIC | Modifier.PRIVATE)) == 0;
    }

    boolean isVoid() {
        return method.getReturnType() == void.class;
    }

    /** Calls the method; its exceptions are rethrown unchanged. */
    Object call(Object on, Object[] arguments) {
        try {
            return method.invoke(on, arguments);
        } catch (InvocationTargetException e) {
            throw Trial.<RuntimeException>sneaky(e.getCause());
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public String toString() {
        return type.getName() + "#" + describe(method);
    }
}
