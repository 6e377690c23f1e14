// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.diff.view;

import io.agentprofiler.analyzer.answer.diff.Change;
import io.agentprofiler.analyzer.answer.diff.Gates;
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

    static Section of(List<Gates.GateResult> gates, boolean strict) {
        boolean expected =
                !gates.isEmpty() && gates.stream().allMatch(gate -> gate.gate().expected());
        String title = gates.isEmpty() ? null : expected ? "Expected" : "Gates";
        String noise = expected
                ? strict ? "strict: the figures count, be it by noise" : "reached or not by more than noise"
                : strict ? "strict: noise fails the gate, too" : "noise does not fail the gate";
        Section.Builder section = Section.under(title, noise).place(Section.Place.CONCLUSION);
        for (Gates.GateResult gate : gates) {
            section.add(new Note(
                            gate.outcome().word(gate.gate()) + " ", gate.gate().text(), emphasis(gate.outcome())))
                    .add(new Notes(null, " ", lines(gate), Emphasis.DIM));
        }
        return section.build();
    }

    private static Emphasis emphasis(Gates.GateOutcome outcome) {
        return outcome.fails()
                ? Emphasis.BAD
                : outcome == Gates.GateOutcome.UNDECIDED ? Emphasis.WARNING : Emphasis.GOOD;
    }

    /** Returns a line for each row that did not pass, else one for the first row. */
    private static List<String> lines(Gates.GateResult result) {
        if (result.rows().isEmpty()) {
            return List.of("no such figure on both sides: "
                    + result.gate().metric().word() + " is not recorded there, or nothing has that name");
        }
        List<String> lines = new ArrayList<>();
        List<Gates.JudgedGate> open = result.rows().stream()
                .filter(row -> row.outcome() != Gates.GateOutcome.PASSED)
                .toList();
        List<Gates.JudgedGate> told = open.isEmpty() ? result.rows().subList(0, 1) : open;
        told.stream().limit(MAX_ROWS).forEach(row -> lines.add(line(row)));
        if (told.size() > MAX_ROWS) {
            lines.add("and " + Units.count(told.size() - MAX_ROWS, "more row"));
        }
        if (open.isEmpty() && result.rows().size() > 1) {
            lines.add("so are " + Units.count(result.rows().size() - 1, "other row") + ", or they are noise");
        }
        return lines;
    }

    private static String line(Gates.JudgedGate row) {
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
