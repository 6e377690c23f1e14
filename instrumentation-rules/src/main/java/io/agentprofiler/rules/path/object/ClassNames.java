// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.path.object;

import io.agentprofiler.rules.access.StandIns;
import java.lang.reflect.Proxy;

/** Short names of classes, by their names alone: no reflection that could load or fail. */
public final class ClassNames {
    private static final ClassValue<String> SIMPLE = new ClassValue<>() {
        @Override
        protected String computeValue(Class<?> type) {
            return simple(type.getName());
        }
    };

    private static final ClassValue<Class<?>> REAL = new ClassValue<>() {
        @Override
        protected Class<?> computeValue(Class<?> type) {
            return findReal(type);
        }
    };

    private ClassNames() {}

    /**
     * Returns the class that an object is known by: its own, or where that was made at run time to stand before another (a
     * mock, a proxy), the first of its superclasses and interfaces that was not. A lambda's class is its own.
     */
    public static Class<?> real(Class<?> type) {
        return REAL.get(type);
    }

    private static Class<?> findReal(Class<?> type) {
        if (!StandIns.isOne(type)) {
            return type;
        }
        for (Class<?> at = type.getSuperclass(); at != null && at != Object.class; at = at.getSuperclass()) {
            if (!StandIns.isOne(at) && at != Proxy.class) {
                return at;
            }
        }
        for (Class<?> at = type; at != null; at = at.getSuperclass()) {
            for (Class<?> each : at.getInterfaces()) {
                if (!StandIns.isOne(each) && !StandIns.isMark(each)) {
                    return each;
                }
            }
        }
        return Object.class;
    }

    /** Returns {@link #simple(String)} of the class's name; computed once a class. */
    public static String simple(Class<?> type) {
        return SIMPLE.get(type);
    }

    /**
     * Returns a class name without package and enclosing classes: {@code Inner} of {@code a.Outer$Inner}. Names that
     * would not say anything on their own keep the enclosing class: {@code Outer$1}, {@code Outer$$Lambda}.
     */
    public static String simple(String className) {
        String name = className.substring(className.lastIndexOf('.', end(className) - 1) + 1, end(className));
        int dollar = name.lastIndexOf('$');
        boolean nested = dollar > 0
                && dollar + 1 < name.length()
                && name.charAt(dollar - 1) != '$'
                && !Character.isDigit(name.charAt(dollar + 1));
        return nested ? name.substring(dollar + 1) : name;
    }

    /** Where the readable part ends: hidden classes are named {@code Outer$$Lambda/0x0000}. */
    private static int end(String className) {
        int slash = className.indexOf('/');
        return slash < 0 ? className.length() : slash;
    }
}
