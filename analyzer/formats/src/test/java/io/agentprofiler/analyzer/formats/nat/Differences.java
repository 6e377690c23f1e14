// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.nat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Compares JSON values field by field: numbers to a relative 1e-9, the ids of a spike as a set. Lists whose members cannot
 * be told from each other when one is missing are compared as a whole.
 */
final class Differences {
    private static final double TOLERANCE = 1e-9;
    private static final List<String> WHOLE = List.of("prefix_info", "patterns", "spike_intervals", "top_bottlenecks");

    private final List<Row> rows = new ArrayList<>();

    /** A field that differs; values are JSON texts, "-" where a side has none. */
    record Row(String field, String nat, String ours) {}

    static List<Row> of(Object nat, Object ours) {
        Differences differences = new Differences();
        differences.compare("", nat, ours);
        return differences.rows;
    }

    private void compare(String path, Object nat, Object ours) {
        if (isWhole(path)) {
            leaf(path, shortened(path, nat), shortened(path, ours));
        } else if (nat instanceof Map<?, ?> left && ours instanceof Map<?, ?> right) {
            for (Map.Entry<?, ?> entry : left.entrySet()) {
                member(
                        path + "." + entry.getKey(),
                        entry.getValue(),
                        right.containsKey(entry.getKey()),
                        right.get(entry.getKey()));
            }
            for (Map.Entry<?, ?> entry : right.entrySet()) {
                if (!left.containsKey(entry.getKey())) {
                    rows.add(new Row(path + "." + entry.getKey(), "-", value(entry.getValue())));
                }
            }
        } else if (nat instanceof List<?> left && ours instanceof List<?> right && left.size() == right.size()) {
            for (int i = 0; i < left.size(); i++) {
                compare(path + "[" + i + "]", left.get(i), right.get(i));
            }
        } else {
            leaf(path, nat, ours);
        }
    }

    private void member(String path, Object nat, boolean present, Object ours) {
        if (present) {
            compare(path, nat, ours);
        } else {
            rows.add(new Row(path, value(nat), "-"));
        }
    }

    private void leaf(String path, Object nat, Object ours) {
        if (!same(nat, ours)) {
            rows.add(new Row(path, value(nat), value(ours)));
        }
    }

    private static boolean isWhole(String path) {
        return WHOLE.contains(path.substring(path.lastIndexOf('.') + 1));
    }

    /** A trie's subtree that only one side has is not written out. */
    private static String value(Object value) {
        return value instanceof Map<?, ?> map && map.containsKey("predictions_any_index")
                ? "(a node)"
                : NatRun.text(value);
    }

    /** Of the top calls id and score, which the calls' own figures explain. */
    private static Object shortened(String path, Object value) {
        if (!(value instanceof List<?> list)) {
            return value;
        }
        List<Object> members = new ArrayList<>();
        for (Object one : list) {
            Map<String, Object> member = new LinkedHashMap<>(NatRun.object(one));
            if (path.endsWith("top_bottlenecks")) {
                member.keySet().retainAll(List.of("uuid", "bottleneck_score"));
            }
            if (member.get("active_uuids") instanceof List<?> ids) {
                member.put("active_uuids", List.copyOf(new TreeSet<Object>(ids)));
            }
            members.add(member);
        }
        return members;
    }

    static boolean same(Object nat, Object ours) {
        if (nat instanceof Number left && ours instanceof Number right) {
            double a = left.doubleValue();
            double b = right.doubleValue();
            return Math.abs(a - b) <= TOLERANCE * Math.max(Math.abs(a), Math.abs(b));
        }
        if (nat instanceof List<?> left && ours instanceof List<?> right) {
            boolean same = left.size() == right.size();
            for (int i = 0; same && i < left.size(); i++) {
                same = same(left.get(i), right.get(i));
            }
            return same;
        }
        if (nat instanceof Map<?, ?> left && ours instanceof Map<?, ?> right) {
            return left.keySet().equals(right.keySet())
                    && left.keySet().stream().allMatch(key -> same(left.get(key), right.get(key)));
        }
        return nat == null ? ours == null : nat.equals(ours);
    }
}
