// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.diff.view;

import io.agentprofiler.analyzer.answer.diff.Change;
import io.agentprofiler.analyzer.answer.diff.gate.Gates;
import io.agentprofiler.analyzer.view.Note;
import io.agentprofiler.analyzer.view.Notes;
import io.agentprofiler.analyzer.view.Section;
import io.agentprofiler.analyzer.view.cell.Emphasis;
import io.agentprofiler.analyzer.view.cell.Units;
import java.util.ArrayList;
import java.util.List;

/** How gates came out, and why. */
final class GateSection {
    private static final int MAX_ROWS = 10;

    private GateSection() {}

    static Section of(List<Gates.Result> gates, boolean strict) {
        String title = gates.isEmpty() ? null : "Gates";
        Section.Builder section = Section.under(
                        title, strict ? "strict: noise fails the gate, too" : "noise does not fail the gate")
                .place(Section.Place.CONCLUSION);
        for (Gates.Result gate : gates) {
            section.add(new Note(gate.outcome().word() + " ", gate.gate().text(), emphasis(gate.outcome())))
                    .add(new Notes(null, " ", lines(gate), Emphasis.DIM));
        }
        return section.build();
    }

    private static Emphasis emphasis(Gates.Outcome outcome) {
        return outcome.fails() ? Emphasis.BAD : outcome == Gates.Outcome.UNDECIDED ? Emphasis.WARNING : Emphasis.GOOD;
    }

    /** Returns a line for each row that did not pass, else one for the first row. */
    private static List<String> lines(Gates.Result result) {
        if (result.rows().isEmpty()) {
            return List.of("no such figure on both sides: "
                    + result.gate().metric().word() + " is not recorded there, or nothing has that name");
        }
        List<String> lines = new ArrayList<>();
        List<Gates.Judged> open = result.rows().stream()
                .filter(row -> row.outcome() != Gates.Outcome.PASSED)
                .toList();
        List<Gates.Judged> told = open.isEmpty() ? result.rows().subList(0, 1) : open;
        told.stream().limit(MAX_ROWS).forEach(row -> lines.add(line(row)));
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
