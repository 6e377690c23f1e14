// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.diff.view;

import io.agentprofiler.analyzer.diff.Change;
import io.agentprofiler.analyzer.diff.gate.Gates;
import io.agentprofiler.analyzer.view.Units;
import java.util.ArrayList;
import java.util.List;

/** What became of a gate, in words. */
final class DiffGates {
    private static final int MAX_ROWS = 10;

    private DiffGates() {}

    /** Returns a line for each row that did not pass, else one for the first row. */
    static List<String> lines(Gates.Result result) {
        if (result.rows().isEmpty()) {
            return List.of("no such figure on both sides: "
                    + result.gate().metric().word() + " is not recorded there, or nothing has that name");
        }
        List<String> lines = new ArrayList<>();
        List<Gates.Judged> open = result.rows().stream()
                .filter(row -> row.outcome() != Gates.Outcome.PASSED)
                .toList();
        List<Gates.Judged> told = open.isEmpty() ? result.rows().subList(0, 1) : open;
        for (Gates.Judged row : told.subList(0, Math.min(MAX_ROWS, told.size()))) {
            lines.add(line(row));
        }
        if (told.size() > MAX_ROWS) {
            lines.add("and " + Units.count(told.size() - MAX_ROWS, "more row"));
        }
        if (open.isEmpty() && result.rows().size() > 1) {
            lines.add("so are " + Units.count(result.rows().size() - 1, "other row") + ", or they are noise");
        }
        return lines;
    }

    private static String line(Gates.Judged row) {
        Change change = row.change();
        String label = row.row().label() + ": ";
        if (change == null) {
            return label + row.why();
        }
        String moved = DiffFigures.change(change);
        String p = DiffFigures.p(row.adjustedP());
        return label + DiffFigures.figure(change.metric(), change.before()) + " to "
                + DiffFigures.figure(change.metric(), change.after())
                + (moved.isEmpty() ? "" : ", " + moved)
                + (change.hasInterval() ? " (" + DiffFigures.interval(change) + ")" : "")
                + (p.isEmpty() ? "" : ", p " + p) + "; " + row.why();
    }
}
