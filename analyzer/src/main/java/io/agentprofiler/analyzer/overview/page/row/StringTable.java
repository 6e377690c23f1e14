// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.overview.page.row;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Strings of the page, each once. <b>Threading:</b> one thread. */
public final class StringTable {
    private final Map<String, Integer> places = new LinkedHashMap<>();

    /** Returns the place of a string, from 0; -1 of {@code null}. */
    int place(String text) {
        if (text == null) {
            return -1;
        }
        Integer place = places.putIfAbsent(text, places.size());
        return place == null ? places.size() - 1 : place;
    }

    /** Returns the strings by their places. */
    public Set<String> strings() {
        return places.keySet();
    }
}
