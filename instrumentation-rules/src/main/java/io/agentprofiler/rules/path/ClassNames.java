// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.path;

/** Short names of classes, by their names alone: no reflection that could load or fail. */
public final class ClassNames {
    private static final ClassValue<String> SIMPLE = new ClassValue<>() {
        @Override
        protected String computeValue(Class<?> type) {
            return simple(type.getName());
        }
    };

    private ClassNames() {}

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
