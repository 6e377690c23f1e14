// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.replay;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Counts what became of calls, by operation.
 *
 * <p><b>Threading:</b> any thread.
 */
final class Tally {
    /** Operations are named by the application: there may be any number of them. */
    private static final int MOST_OPERATIONS = 200;

    private static final String OTHERS = "other operations";

    private final Map<String, Counts> operations = new TreeMap<>();

    synchronized void answered(String operation) {
        of(operation).answered++;
    }

    synchronized void made(String operation) {
        of(operation).made++;
    }

    synchronized void missed(String operation, String why, boolean refused) {
        Counts counts = of(operation);
        if (refused) {
            counts.refused++;
        } else {
            counts.made++;
        }
        if (counts.firstMiss == null) {
            counts.firstMiss = why;
        }
    }

    private Counts of(String operation) {
        String name = operations.containsKey(operation) || operations.size() < MOST_OPERATIONS ? operation : OTHERS;
        return operations.computeIfAbsent(name, key -> new Counts());
    }

    /** Returns the sums, and a line for each operation. */
    synchronized List<String> lines() {
        Counts all = new Counts();
        List<String> lines = new ArrayList<>();
        operations.forEach((name, counts) -> {
            all.answered += counts.answered;
            all.made += counts.made;
            all.refused += counts.refused;
            lines.add("replay: " + name + ": " + counts
                    + (counts.firstMiss == null ? "" : "; first not answered: " + counts.firstMiss));
        });
        lines.add(0, "replay: " + all + " in all");
        return lines;
    }

    private static final class Counts {
        private long answered;
        private long made;
        private long refused;
        private String firstMiss;

        @Override
        public String toString() {
            return answered + " answered, " + made + " made, " + refused + " refused";
        }
    }
}
