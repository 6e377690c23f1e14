// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.check.type;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What is said of the steps of a rule's paths beside whether they are there: what they call, and what they cannot read. */
public final class PathNotes {
    /** So many classes of other packages are named one by one. */
    private static final int FEW = 4;

    private final GetterCheck getters;
    private final Set<String> calls = new LinkedHashSet<>();
    private final Set<String> notRead = new LinkedHashSet<>();
    private final List<String> packages;
    private final Map<String, Map<String, String>> others = new TreeMap<>();
    private Map<String, Lack> lacks;
    private String path = "";

    /** A step that objects of a class do not have. */
    record Lack(String step, String why) {}

    /**
     * Starts with nothing said.
     *
     * @param packages beginnings of the names of the classes that are named one by one
     */
    public PathNotes(GetterCheck getters, List<String> packages) {
        this.getters = getters;
        this.packages = packages;
    }

    /** Returns who tells whether an accessor can be read. */
    GetterCheck getters() {
        return getters;
    }

    /** Says which path is followed from here on. */
    void at(String next) {
        path = next;
    }

    public void calls(String method) {
        calls.add(path + ": " + method);
    }

    /** Says that a path is not read in one of the rule's methods, and why. */
    public void notRead(String unreadPath, String why) {
        notRead.add(unreadPath + ": " + why);
    }

    /** Says that a class lacks a step that others have. */
    void lacks(String type, Lack lack) {
        if (lacks != null) {
            lacks.put(type, lack);
        } else {
            notRead(lack.step, type, lack.why);
        }
    }

    /** Collects what classes lack from here on, {@code null} to say it; returns what was collected until now. */
    Map<String, Lack> collectLacks(Map<String, Lack> into) {
        Map<String, Lack> before = lacks;
        lacks = into;
        return before;
    }

    /** Says that a step is not read on objects of a class, though on those of others. */
    public void notRead(String step, String type, String why) {
        if (packages.stream().anyMatch(type::startsWith)) {
            notRead.add("'" + step + "' on " + type + ": " + why);
        } else {
            others.computeIfAbsent(step, each -> new TreeMap<>()).put(type, why);
        }
    }

    public List<String> calls() {
        return List.copyOf(calls);
    }

    public List<String> notRead() {
        List<String> all = new ArrayList<>(notRead);
        others.forEach((step, types) -> {
            boolean few = types.size() <= FEW;
            if (few && packages.isEmpty()) {
                types.forEach((type, why) -> all.add("'" + step + "' on " + type + ": " + why));
                return;
            }
            // why is left out: of classes of the JDK it may differ from version to version
            all.add("'" + step + "' on " + types.size() + (types.size() == 1 ? " class" : " classes")
                    + (packages.isEmpty() ? "" : " of other packages")
                    + (few
                            ? ": " + String.join(", ", types.keySet())
                            : ", such as " + types.keySet().iterator().next()));
        });
        return all;
    }
}
