// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.mocks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** The outcome of each trial, by its name. */
final class Outcomes {
    private final Map<String, String> lines = new TreeMap<>();

    void run(String row, Target target, String trial, Trial what) {
        put(row, target, trial, Trial.outcome(what));
    }

    void put(String row, Target target, String trial, String outcome) {
        lines.put(row + " " + target + " " + trial, outcome.replaceAll("\\s+", " "));
    }

    /** Writes a line a trial: what was tried, a tab, how it went. */
    void write(Path file) throws IOException {
        StringBuilder text = new StringBuilder();
        lines.forEach((trial, outcome) ->
                text.append(trial).append('\t').append(outcome).append('\n'));
        Files.writeString(file, text);
    }
}
