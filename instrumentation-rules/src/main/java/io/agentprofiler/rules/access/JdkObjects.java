// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.access;

import io.agentprofiler.rules.access.lookup.ClassFiles;
import java.util.Set;

/**
 * Knows the classes of the JDK whose getters may be called, because they run nothing but the JDK's own code, wait for nothing
 * and change nothing. Of all others the fields are read, as of the application's classes.
 */
public final class JdkObjects {
    private static final Set<String> CLASSES = Set.of(
            "java.lang.Boolean",
            "java.lang.Byte",
            "java.lang.Character",
            "java.lang.Class",
            "java.lang.Double",
            "java.lang.Float",
            "java.lang.Integer",
            "java.lang.Long",
            "java.lang.Short",
            "java.lang.StackTraceElement",
            "java.lang.String",
            "java.lang.reflect.Constructor",
            "java.lang.reflect.Method",
            "java.lang.reflect.Parameter",
            "java.math.BigDecimal",
            "java.math.BigInteger",
            "java.net.URI",
            "java.util.Currency",
            "java.util.Locale",
            "java.util.UUID");
    /** Getters of a class that start nothing: neither its initialization nor the loading of annotations. */
    private static final Set<String> OF_CLASSES = Set.of(
            "canonicalName",
            "componentType",
            "declaringClass",
            "modifiers",
            "name",
            "packageName",
            "simpleName",
            "superclass",
            "typeName");

    private static final Set<String> ENTRIES = Set.of(
            "java.util.Map$Entry",
            "java.util.AbstractMap$SimpleEntry",
            "java.util.AbstractMap$SimpleImmutableEntry",
            "java.util.HashMap$Node",
            "java.util.HashMap$TreeNode",
            "java.util.KeyValueHolder",
            "java.util.LinkedHashMap$Entry",
            "java.util.TreeMap$Entry",
            "java.util.concurrent.ConcurrentHashMap$MapEntry");

    private JdkObjects() {}

    /** Answers whether getters of a class may be called, by the class's name. */
    public static boolean isPlain(String type) {
        return CLASSES.contains(type)
                || ENTRIES.contains(type)
                || type.equals("java.lang.reflect.Type")
                || isOfTime(type)
                || type.startsWith("java.net.http.");
    }

    /** Answers whether a class is one of {@code java.time} itself: clocks and other calendars may ask objects of the application. */
    private static boolean isOfTime(String type) {
        return type.startsWith("java.time.")
                && type.indexOf('.', "java.time.".length()) < 0
                && !type.startsWith("java.time.Clock");
    }

    /** Answers whether a getter of a class may be called, by the name it has in paths. */
    public static boolean isPlain(Class<?> type, String getter) {
        if (type == Class.class) {
            return OF_CLASSES.contains(getter) || getter.startsWith("is");
        }
        boolean loads = getter.contains("nnotat") || getter.contains("eneric") || getter.equals("defaultValue");
        if (!ClassFiles.isOfTheJdk(type) || loads) {
            return false;
        }
        return CLASSES.contains(type.getName())
                || isOfTime(type.getName())
                || type.getName().startsWith("sun.reflect.generics.reflectiveObjects.")
                || ENTRIES.contains(type.getName())
                || "java.net.http".equals(type.getModule().getName());
    }
}
