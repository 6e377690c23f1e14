// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.whatif.view;

import io.agentprofiler.analyzer.view.Units;
import io.agentprofiler.analyzer.view.terminal.Grid;
import io.agentprofiler.analyzer.view.terminal.Grid.Cell;
import io.agentprofiler.analyzer.view.terminal.Grid.Column;
import io.agentprofiler.analyzer.view.terminal.Ink;
import io.agentprofiler.analyzer.view.terminal.Page;
import io.agentprofiler.analyzer.view.terminal.Screen;
import io.agentprofiler.analyzer.view.terminal.Texts;
import io.agentprofiler.analyzer.whatif.ChangedWorkflow;
import io.agentprofiler.analyzer.whatif.Range;
import io.agentprofiler.analyzer.whatif.Supposed;
import io.agentprofiler.analyzer.whatif.Supposition;
import io.agentprofiler.analyzer.whatif.Variant;
import io.agentprofiler.analyzer.whatif.WhatIf;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/**
 * What recorded workflows would take if something were otherwise.
 *
 * <p><b>Threading:</b> stateless.
 */
public final class WhatIfReport {
    private static final int TRACE_DIGITS = 12;

    private WhatIfReport() {}

    /**
     * Prints the answer to a supposition.
     *
     * @param title what is supposed
     * @param listed how many workflows to list
     */
    public static void print(
            String title, Supposition supposition, WhatIf answer, int listed, Screen screen, PrintStream out) {
        Page page = new Page(screen);
        page.heading("What if", Texts.safe(title));
        page.facts(
                "Workflows  ",
                List.of(
                        Cell.of(Units.count(answer.workflows())),
                        Cell.of(Units.count(answer.changed()) + " of them otherwise")));
        page.facts("Time       ", time(answer, supposition.tellsTime()));
        if (answer.withFirstChunk() > 0) {
            page.facts("To see     ", firstChunk(answer));
        }
        page.facts("Tokens     ", List.of(Cell.of(Units.count(answer.savedTokens()) + " saved")));
        page.facts("Money      ", List.of(Cell.of(money(answer.savedUsd()))));
        List<Cell> counts = new ArrayList<>();
        answer.counts().forEach((what, count) -> counts.add(Cell.of(Texts.safe(what) + ": " + Units.count(count))));
        if (!counts.isEmpty()) {
            page.facts("Counted    ", counts);
        }
        variants(page, supposition.variants(), answer);
        workflows(page, answer, supposition.tellsTime(), listed);
        lines(page, "Known by", supposition.evidence());
        lines(page, "Taken for granted", supposition.assumptions());
        page.print(out);
    }

    private static List<Cell> time(WhatIf answer, boolean known) {
        long saved = answer.nanos() - answer.supposedNanos();
        List<Cell> cells = new ArrayList<>();
        cells.add(Cell.of(Units.duration(answer.nanos()) + " as recorded"));
        if (!known) {
            cells.add(Cell.of("nothing said of what it would be"));
            return cells;
        }
        cells.add(Cell.of(Units.duration(answer.supposedNanos()) + " then" + range(answer.supposedRange())));
        cells.add(Cell.of(
                saved == 0
                        ? "nothing saved"
                        : Units.duration(Math.abs(saved))
                                + (saved > 0 ? " saved, " : " longer, ")
                                + Units.share(Math.abs(saved), answer.nanos())));
        return cells;
    }

    private static String range(Range range) {
        return range == null ? "" : " (" + Units.duration(range.low()) + " to " + Units.duration(range.high()) + ")";
    }

    private static List<Cell> firstChunk(WhatIf answer) {
        Supposed.FirstChunk first = answer.firstChunk();
        long workflows = answer.withFirstChunk();
        return List.of(
                Cell.of("the final answer begin: " + Units.duration(first.nanos() / (double) workflows)
                        + " as recorded, on average of " + Units.count(workflows, "workflow")),
                Cell.of(Units.duration(first.supposedNanos() / (double) workflows) + " then"));
    }

    private static String money(BigDecimal saved) {
        if (saved == null) {
            return "nothing said";
        }
        return Units.money(saved.abs()) + (saved.signum() >= 0 ? " saved" : " more");
    }

    private static void variants(Page page, List<String> names, WhatIf answer) {
        if (answer.variants().isEmpty() || answer.changed() == 0) {
            return;
        }
        page.heading("Else", "the same with other settings");
        Grid table = new Grid(
                page.screen(),
                Column.text("setting"),
                Column.number("calls").dispensable(1),
                Column.number("then"),
                Column.number("saved"),
                Column.number("tokens").dispensable(3),
                Column.number("money").dispensable(2));
        for (int i = 0; i < names.size(); i++) {
            Variant variant = answer.variants().get(i);
            table.row(
                    Cell.of(names.get(i)),
                    Cell.of(Units.count(variant.count())),
                    Cell.of(Units.duration(variant.nanos())),
                    Cell.of(signed(answer.nanos() - variant.nanos())),
                    Cell.of(Units.count(variant.savedTokens())),
                    Cell.of(variant.savedUsd() == null ? "" : money(variant.savedUsd())));
        }
        page.table(table);
    }

    private static void workflows(Page page, WhatIf answer, boolean timed, int listed) {
        List<ChangedWorkflow> named = answer.named().stream().limit(listed).toList();
        if (named.isEmpty()) {
            return;
        }
        page.heading("Workflows", timed ? "that would save most time" : "by money saved, most first");
        boolean ranges = named.stream().anyMatch(workflow -> workflow.range() != null);
        List<Column> columns = new ArrayList<>(
                List.of(Column.text("workflow"), Column.text("trace").dispensable(1), Column.number("recorded")));
        if (timed) {
            columns.add(Column.number("then"));
            if (ranges) {
                columns.add(Column.number("8 of 10 times").dispensable(4));
            }
            columns.add(Column.number("saved"));
        }
        columns.add(Column.number("tokens").dispensable(3));
        columns.add(Column.number("money").dispensable(2));
        Grid table = new Grid(page.screen(), columns.toArray(Column[]::new));
        for (ChangedWorkflow workflow : named) {
            table.row(cells(workflow, timed, ranges).toArray(Cell[]::new));
        }
        page.table(table);
        if (answer.changed() > named.size()) {
            page.line(page.screen().ellipsis() + " " + Units.count(answer.changed() - named.size(), "more workflow")
                    + (listed < WhatIf.MAX_NAMED ? ": --all lists them" : " not kept"));
        }
    }

    private static List<Cell> cells(ChangedWorkflow workflow, boolean timed, boolean ranges) {
        List<Cell> cells = new ArrayList<>(List.of(
                Cell.of(Texts.safe(workflow.name())),
                Cell.of(workflow.trace().toString().substring(0, TRACE_DIGITS)),
                Cell.of(Units.duration(workflow.nanos()))));
        if (timed) {
            cells.add(Cell.of(Units.duration(workflow.supposedNanos())));
            if (ranges) {
                Range range = workflow.range();
                cells.add(Cell.of(
                        range == null ? "" : Units.duration(range.low()) + " to " + Units.duration(range.high())));
            }
            cells.add(Cell.of(signed(workflow.savedNanos())));
        }
        cells.add(Cell.of(Units.count(workflow.savedTokens())));
        cells.add(Cell.of(workflow.savedUsd() == null ? "" : money(workflow.savedUsd())));
        return cells;
    }

    private static String signed(long saved) {
        return saved < 0 ? "-" + Units.duration(-saved) : Units.duration(saved);
    }

    private static void lines(Page page, String title, List<String> lines) {
        if (!lines.isEmpty()) {
            page.heading(title, "");
            lines.forEach(line -> page.note(page.screen().dot(), Texts.safe(line), Ink.DIM));
        }
    }
}
