// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.drift;

import io.agentprofiler.analyzer.answer.diff.Change;
import io.agentprofiler.analyzer.answer.diff.program.ProgramSentence;
import io.agentprofiler.analyzer.answer.diff.view.DiffFigures;
import io.agentprofiler.analyzer.lab.drift.Judged.JudgedFacet;
import io.agentprofiler.analyzer.lab.drift.Judged.Verdict;
import io.agentprofiler.analyzer.view.Document;
import io.agentprofiler.analyzer.view.Note;
import io.agentprofiler.analyzer.view.Notes;
import io.agentprofiler.analyzer.view.Section;
import io.agentprofiler.analyzer.view.Table;
import io.agentprofiler.analyzer.view.Value;
import io.agentprofiler.analyzer.view.cell.Cell;
import io.agentprofiler.analyzer.view.cell.Emphasis;
import io.agentprofiler.analyzer.view.cell.Units;
import java.util.Comparator;
import java.util.List;

/** What {@code drift} answers: a verdict for each figure, and one for all. */
public final class DriftDocument {
    private static final String ALL = "drift --format json has all";
    private static final int MAX_OPERATIONS = 15;

    private final Drift drift;

    private DriftDocument(Drift drift) {
        this.drift = drift;
    }

    /**
     * Describes the answer.
     *
     * @param before ids of the runs of the first side
     * @param after ids of the runs of the second side
     * @param notes what is incomplete or unusual
     */
    public static Document of(Drift drift, List<String> before, List<String> after, List<String> notes) {
        DriftDocument document = new DriftDocument(drift);
        return Document.of("agent-profiler-drift/1", "Drift: " + document.verdict())
                .add(new Value("verdict", drift.verdict().word()))
                .add(new Value("strict", drift.strict()))
                .add(new Value("same_workflows", drift.sameWorkflows()))
                .add(new Value("runs_before", before))
                .add(new Value("runs_after", after))
                .add(new Value("confidence", 1 - Change.LEVEL))
                .add(ProgramSentence.value(drift.program(), drift.diff()))
                .add(Section.titled(
                        "Drift",
                        "from before to after, within tolerances",
                        new Note("before", String.join(", ", before), Emphasis.DIM),
                        new Note("after ", String.join(", ", after), Emphasis.DIM),
                        ProgramSentence.note(drift.program(), drift.diff())))
                .add(document.facets())
                .add(document.figures())
                .add(document.operations())
                .add(new Notes("data_notes", "!", notes, Emphasis.WARNING))
                .add(Section.under("Verdict", drift.strict() ? "strict: noise counts as drift" : "noise is no drift")
                        .place(Section.Place.CONCLUSION)
                        .add(new Note(document.verdict(), document.counts(), emphasis(drift.verdict())))
                        .build())
                .build();
    }

    private String verdict() {
        return switch (drift.verdict()) {
            case SAME -> "no drift";
            case CANNOT_TELL -> "cannot tell";
            case DRIFTED -> "drifted";
        };
    }

    private String counts() {
        return Units.count(drift.count(Verdict.DRIFTED)) + " drifted, " + Units.count(drift.count(Verdict.SAME))
                + " the same, " + Units.count(drift.count(Verdict.CANNOT_TELL)) + " cannot be told"
                + (drift.sameWorkflows() ? "; both sides are of the same workflows, so every difference counts" : "");
    }

    private Table facets() {
        return Table.of("program_parts", drift.facets())
                .heading("Program", "how many there are of each")
                .text("part", "part", facet -> Cell.words(facet.word()).as(facet.word()))
                .number("before", "before", facet -> number(facet.before()))
                .number("after", "after", facet -> number(facet.after()))
                .text("verdict", "verdict", facet -> verdict(facet.verdict()))
                .field("decides", JudgedFacet::decides)
                .text("why", "why", facet -> why(facet.why()))
                .build();
    }

    private static Cell number(String text) {
        return text == null ? Cell.unknown() : Cell.count(Long.parseLong(text));
    }

    private Table figures() {
        return columns(Table.of("figures", drift.figures())
                        .heading("Figures", "per workflow or per call; p adjusted for all figures")
                        .minFirst(18)
                        .text(
                                "figure",
                                "figure",
                                one -> Cell.words(one.figure().word())
                                        .as(one.figure().word())))
                .build();
    }

    private Table operations() {
        return columns(Table.of("operations", drift.operations())
                        .heading("Models and tools", "mean latency of each that both sides have")
                        .sorted(Comparator.comparing(Judged::verdict).reversed())
                        .atMost(MAX_OPERATIONS, ALL)
                        .noun("operation")
                        .field("figure", one -> one.figure().word())
                        .field("kind", one -> one.figure().row().kind().word())
                        .field("name", one -> one.figure().row().name())
                        .field(
                                "model",
                                one -> one.figure().row().model().isEmpty()
                                        ? null
                                        : one.figure().row().model())
                        .text("operation", one -> Cell.name(one.figure().row().label())))
                .build();
    }

    private static Table.Builder<Judged> columns(Table.Builder<Judged> table) {
        return table.number("before", "before", one -> figure(one, one.change().before()))
                .number("after", "after", one -> figure(one, one.change().after()))
                .number(
                        "change",
                        one -> Cell.words(DiffFigures.change(one.change())).with(emphasis(one.verdict())))
                .field("difference", one -> one.change().difference())
                .field("relative", one -> one.change().relative())
                .field("low", one -> one.change().interval().low())
                .field("high", one -> one.change().interval().high())
                .number(
                        "tolerance",
                        "tolerance",
                        one -> Cell.words(one.tolerance().text())
                                .as(one.tolerance().text()))
                .number(
                        "95 % interval",
                        one -> Cell.words(DiffFigures.interval(one.change())).with(Emphasis.DIM))
                .dispensable(2)
                .number("p", one -> Cell.words(DiffFigures.p(one.adjustedP())).with(Emphasis.DIM))
                .dispensable(3)
                .field("adjusted_p", Judged::adjustedP)
                .number("n", one -> Cell.words(DiffFigures.n(one.change())).with(Emphasis.DIM))
                .dispensable(1)
                .field("n_before", one -> one.change().workflowsBefore())
                .field("n_after", one -> one.change().workflowsAfter())
                .text("verdict", "verdict", one -> verdict(one.verdict()))
                .field("decides", Judged::decides)
                .text("why", "why", one -> why(one.why()));
    }

    private static Cell figure(Judged one, double value) {
        Cell cell = Cell.words(DiffFigures.figure(one.figure().metric(), value));
        return Double.isNaN(value) ? cell : cell.as(value);
    }

    private static Cell verdict(Verdict verdict) {
        return Cell.words(verdict.word()).as(verdict.word()).with(emphasis(verdict));
    }

    private static Cell why(String words) {
        return Cell.words(words).as(words).with(Emphasis.DIM);
    }

    private static Emphasis emphasis(Verdict verdict) {
        return switch (verdict) {
            case SAME -> Emphasis.DIM;
            case CANNOT_TELL -> Emphasis.WARNING;
            case DRIFTED -> Emphasis.BAD;
        };
    }
}
