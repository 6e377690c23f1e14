// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.access;

import io.agentprofiler.rules.access.lookup.ListFile;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The methods that {@code name!()} may call: getters of classes of servers and SDKs that run nothing but these classes' own code and
 * the JDK's. {@code rules/types/calls} lists them. A class is meant by its exact name: an object of a class of the application,
 * which may extend a listed one and override its methods, is never called.
 *
 * <p><b>Threading:</b> any thread.
 */
public final class ListedCalls {
    private static final Map<String, Set<String>> LISTED = read();

    private ListedCalls() {}

    private static Map<String, Set<String>> read() {
        Map<String, Set<String>> listed = new HashMap<>();
        for (String[] words : ListFile.read("/rules/types/calls")) {
            listed.put(words[0], Set.copyOf(List.of(words).subList(1, words.length)));
        }
        return Map.copyOf(listed);
    }

    /** Returns the names of the methods that are listed, by the names of their classes. */
    public static Map<String, Set<String>> all() {
        return LISTED;
    }

    /** Answers whether any listed class has a method of this name that may be called. */
    public static boolean has(String method) {
        return LISTED.values().stream().anyMatch(methods -> methods.contains(method));
    }

    /** Answers whether a method of this name may be called on objects of exactly this class. */
    public static boolean has(Class<?> type, String method) {
        Set<String> methods = LISTED.get(type.getName());
        return methods != null && methods.contains(method);
    }
}
