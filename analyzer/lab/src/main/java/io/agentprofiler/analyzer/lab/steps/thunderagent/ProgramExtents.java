// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.steps.thunderagent;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.lab.steps.thunderagent.StepTable.StepRow;
import java.util.HashMap;
import java.util.Map;

/**
 * Where the programs of a table begin and end: their rows stand between each other's.
 *
 * <p><b>Threading:</b> one thread a file.
 */
final class ProgramExtents {
    /** Rows of more programs are left out. */
    private static final int MOST = 200_000;

    private final Map<String, Extent> programs = new HashMap<>();

    /** Where one program begins and ends. */
    static final class Extent {
        private long startNanos = Long.MAX_VALUE;
        private long endNanos = Unknown.LONG;
        private long rows;
        private boolean measured;

        private void add(StepRow row) {
            rows++;
            if (row.completedNanos() == Unknown.LONG) {
                return;
            }
            if (row.startNanos() < startNanos) {
                startNanos = row.startNanos();
                measured = row.isMeasured();
            }
            endNanos = Math.max(endNanos, row.completedNanos());
        }

        /** Answers whether the table tells any time of it. */
        boolean hasTime() {
            return endNanos != Unknown.LONG;
        }

        /** Answers whether it is known when the first step began. */
        boolean isMeasured() {
            return measured;
        }

        long startNanos() {
            return startNanos;
        }

        long endNanos() {
            return endNanos;
        }

        long rows() {
            return rows;
        }
    }

    void add(StepRow row) {
        if (programs.size() < MOST || programs.containsKey(row.program())) {
            programs.computeIfAbsent(row.program(), id -> new Extent()).add(row);
        }
    }

    boolean isEmpty() {
        return programs.isEmpty();
    }

    /** Returns a program's, {@code null} where there are too many programs. */
    Extent of(String program) {
        return programs.get(program);
    }
}
