// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.mocks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The outcomes of a program's trials.
 *
 * @param byTrial the outcome of each, by its name
 */
record Outcomes(Map<String, String> byTrial) {
    /** Getters that Jackson asks in the order in which the JVM happens to list them, until one of them fails. */
    private static final String ASKED_IN_ANY_ORDER = "GenerateContentConfig\\.\\w+=\\d+(?:, )?";

    /** Reads lines of a name, a tab and an outcome. */
    static Outcomes read(Path file) {
        Map<String, String> byTrial = new TreeMap<>();
        try {
            for (String line : Files.readAllLines(file)) {
                int tab = line.indexOf('\t');
                byTrial.put(
                        line.substring(0, tab),
                        line.substring(tab + 1)
                                .replaceAll(ASKED_IN_ANY_ORDER, "")
                                .replace(", }", "}"));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the program did not get to the end", e);
        }
        return new Outcomes(byTrial);
    }

    /** Returns the outcomes without the counts of these methods on classes that are not mocks. */
    Outcomes withoutCalls(Set<String> methods) {
        Map<String, String> without = new TreeMap<>();
        String counts = "\\w+\\.(?:" + String.join("|", methods) + ")=\\d+(?:, )?";
        byTrial.forEach((trial, outcome) -> without.put(
                trial,
                trial.contains(" WRITTEN ") || trial.endsWith(" self")
                        ? outcome.replaceAll(counts, "").replace(", }", "}")
                        : outcome));
        return new Outcomes(without);
    }

    /** Returns a line for each trial that came to something else in {@code other}. */
    List<String> differences(Outcomes other) {
        Set<String> trials = new TreeSet<>(byTrial.keySet());
        trials.addAll(other.byTrial.keySet());
        List<String> differences = new ArrayList<>();
        for (String trial : trials) {
            String here = byTrial.get(trial);
            String there = other.byTrial.get(trial);
            if (!Objects.equals(here, there)) {
                differences.add(trial + ": " + here + " -> " + there);
            }
        }
        return differences;
    }
}
