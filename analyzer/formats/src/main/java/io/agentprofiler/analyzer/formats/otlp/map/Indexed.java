// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.otlp.map;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Attributes with numbers in their names, such as {@code llm.input_messages.0.message.content}, as the list that they were.
 */
public final class Indexed {
    /** Steps of a name beyond which it is none that a producer makes. */
    private static final int MAX_STEPS = 24;

    private static final int MAX_INDEX_DIGITS = 6;

    private final Node root = new Node();

    /** A value, or what is below a name. */
    private static final class Node {
        private Object value;
        private final Map<String, Node> below = new TreeMap<>();
    }

    /** Adds the value of a name; what stands before the number is left out. */
    public void add(String name, Object value) {
        String[] steps = name.split("\\.", -1);
        if (steps.length > MAX_STEPS) {
            return;
        }
        Node node = root;
        for (String step : steps) {
            node = node.below.computeIfAbsent(step, any -> new Node());
        }
        node.value = value;
    }

    /** Returns the elements, in the order of their numbers. */
    public List<Object> elements() {
        return elements(root);
    }

    private static List<Object> elements(Node node) {
        Map<Integer, Object> byIndex = new TreeMap<>();
        node.below.forEach((name, inside) -> {
            if (isIndex(name)) {
                Object value = value(inside);
                if (value != null) {
                    byIndex.put(Integer.valueOf(name), value);
                }
            }
        });
        return new ArrayList<>(byIndex.values());
    }

    private static boolean isIndex(String name) {
        return !name.isEmpty()
                && name.length() <= MAX_INDEX_DIGITS
                && name.chars().allMatch(c -> c >= '0' && c <= '9');
    }

    private static Object value(Node node) {
        if (node.below.isEmpty()) {
            return node.value;
        }
        if (node.below.keySet().stream().allMatch(Indexed::isIndex)) {
            return elements(node);
        }
        Map<String, Object> object = new TreeMap<>();
        node.below.forEach((name, inside) -> {
            Object value = value(inside);
            if (value != null) {
                object.put(name, value);
            }
        });
        return object;
    }
}
