// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.testing;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;

/** The figures of a document, each under the path that leads to it: {@code workflows/tokens/input}, {@code rows/0/calls}. */
public final class Figures {
    private Figures() {}

    /** Returns them in the document's order. */
    public static Map<String, String> of(Json document) {
        Map<String, String> figures = new LinkedHashMap<>();
        collect("", document, figures);
        return figures;
    }

    @SuppressWarnings("unchecked") // the only maps and lists of a Json are those of Json
    private static void collect(String at, Json json, Map<String, String> into) {
        if (json.value() instanceof Map<?, ?> map) {
            ((Map<String, Json>) map).forEach((name, inside) -> collect(below(at, name), inside, into));
        } else if (json.value() instanceof List<?> list) {
            int place = 0;
            for (Json inside : (List<Json>) list) {
                collect(below(at, Integer.toString(place++)), inside, into);
            }
        } else if (json.value() instanceof BigDecimal number) {
            into.put(at, number.stripTrailingZeros().toPlainString());
        } else {
            into.put(at, String.valueOf(json.value()));
        }
    }

    /** Returns what is not the same, as {@code figure: before > after}; what one of them does not have is {@code -}. */
    public static List<String> differences(Map<String, String> before, Map<String, String> after) {
        SortedSet<String> all = new TreeSet<>(before.keySet());
        all.addAll(after.keySet());
        return all.stream()
                .filter(figure -> !Objects.equals(before.get(figure), after.get(figure)))
                .map(figure ->
                        figure + ": " + before.getOrDefault(figure, "-") + " > " + after.getOrDefault(figure, "-"))
                .toList();
    }

    private static String below(String at, String name) {
        return at.isEmpty() ? name : at + '/' + name;
    }
}
