// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.diff.view;

import io.agentprofiler.analyzer.diff.Change;
import io.agentprofiler.analyzer.diff.Diff;
import io.agentprofiler.analyzer.diff.Metric;
import io.agentprofiler.analyzer.diff.PathChange;
import io.agentprofiler.analyzer.diff.RowChange;
import io.agentprofiler.analyzer.diff.gate.Gates;
import io.agentprofiler.analyzer.diff.side.Row;
import io.agentprofiler.analyzer.view.Units;
import io.agentprofiler.analyzer.view.terminal.Grid;
import io.agentprofiler.analyzer.view.terminal.Grid.Cell;
import io.agentprofiler.analyzer.view.terminal.Grid.Column;
import io.agentprofiler.analyzer.view.terminal.Ink;
import io.agentprofiler.analyzer.view.terminal.Page;
import io.agentprofiler.analyzer.view.terminal.Screen;
import io.agentprofiler.analyzer.view.terminal.Texts;
import java.io.PrintStream;
import java.util.List;

/** A comparison on the terminal. */
public final class DiffReport {
    private static final int MAX_CHANGES = 20;
    private static final int MAX_OPERATIONS = 25;
    private static final int MAX_PATHS = 15;

    private final DiffShown shown;
    private final Page page;

    private DiffReport(DiffShown shown, Screen screen) {
        this.shown = shown;
        this.page = new Page(screen);
    }

    /** Prints a comparison. */
    public static void print(DiffShown shown, Screen screen, PrintStream out) {
        DiffReport report = new DiffReport(shown, screen);
        report.sides();
        report.overall();
        report.changes();
        report.rows("Workflows", "by name of the first span", Row.Group.WORKFLOW);
        report.rows("Operations", "by effect on self time", Row.Group.OPERATION);
        report.shape();
        report.notes();
        report.gates();
        report.page.print(out);
    }

    private void sides() {
        Diff diff = shown.diff();
        page.heading("Comparison", "");
        page.note("before", side(shown.before(), diff.before().workflows()), Ink.DIM);
        page.note("after ", side(shown.after(), diff.after().workflows()), Ink.DIM);
    }

    private String side(String label, long workflows) {
        return Texts.safe(label) + " " + page.screen().dot() + " " + Units.count(workflows, "workflow");
    }

    private void overall() {
        page.heading(
                "All workflows",
                "interval and p by resampling workflows and a rank test; p adjusted for all comparisons");
        Grid table = table("figure");
        RowChange all = shown.diff().all();
        all.all().forEach(change -> table.row(cells(DiffFigures.title(change.metric(), true), change)));
        page.table(table);
    }

    private Grid table(String first) {
        return new Grid(
                page.screen(),
                20,
                Column.text(first),
                Column.number("before"),
                Column.number("after"),
                Column.number("change"),
                Column.number("95 % interval").dispensable(1),
                Column.number("p").dispensable(2),
                Column.number("n").dispensable(3),
                Column.text("verdict"));
    }

    private static Cell[] cells(String title, Change change) {
        Ink ink = DiffFigures.ink(change.verdict());
        return new Cell[] {
            Cell.of(title),
            Cell.of(DiffFigures.figure(change.metric(), change.before())),
            Cell.of(DiffFigures.figure(change.metric(), change.after())),
            Cell.of(DiffFigures.change(change), ink),
            Cell.of(DiffFigures.interval(change), Ink.DIM),
            Cell.of(DiffFigures.p(change.adjustedP()), Ink.DIM),
            Cell.of(DiffFigures.n(change), Ink.DIM),
            Cell.of(change.verdict().word(), ink)
        };
    }

    private void changes() {
        List<DiffSelection.Found> real = DiffSelection.real(shown.diff());
        page.heading("What changed", "more than noise, by effect on self time");
        if (real.isEmpty()) {
            page.line("nothing below the level of all workflows");
            return;
        }
        Grid table = table("operation");
        for (DiffSelection.Found found : real.subList(0, Math.min(MAX_CHANGES, real.size()))) {
            String title = Texts.safe(found.row().label()) + " " + page.screen().dot() + " "
                    + DiffFigures.title(found.change().metric(), found.row().isOfWorkflows());
            table.row(cells(title, found.change()));
        }
        page.table(table);
        more(real.size() - MAX_CHANGES, "more change");
    }

    private void rows(String title, String explanation, Row.Group group) {
        List<RowChange> rows = DiffSelection.byEffect(shown.diff().rows(group));
        if (rows.size() < 2 && group == Row.Group.WORKFLOW) {
            return;
        }
        page.heading(title, explanation + "; (in brackets) noise, ~ n too small");
        boolean workflows = group == Row.Group.WORKFLOW;
        Grid table = new Grid(
                page.screen(),
                24,
                Column.text(workflows ? "workflow" : "operation"),
                Column.number(workflows ? "runs" : "calls/workflow"),
                Column.number("time"),
                Column.number("change"),
                Column.number("p95").dispensable(2),
                Column.number("change").dispensable(2),
                Column.number("self").dispensable(1),
                Column.number("change").dispensable(1),
                Column.number("errors").dispensable(3),
                Column.number("tokens").dispensable(4),
                Column.number("cost").dispensable(4));
        for (RowChange row : rows.subList(0, Math.min(MAX_OPERATIONS, rows.size()))) {
            table.row(
                    Cell.of(Texts.safe(row.row().label())),
                    workflows
                            ? Cell.of(fromTo(Units.count(row.callsBefore()), Units.count(row.callsAfter())))
                            : figures(row, Metric.CALLS),
                    figures(row, Metric.TIME),
                    moved(row, Metric.TIME),
                    figures(row, Metric.P95),
                    moved(row, Metric.P95),
                    figures(row, Metric.SELF),
                    moved(row, Metric.SELF),
                    moved(row, Metric.ERRORS),
                    moved(row, Metric.TOKENS),
                    moved(row, Metric.COST));
        }
        page.table(table);
        more(rows.size() - MAX_OPERATIONS, "more row");
    }

    private Cell figures(RowChange row, Metric metric) {
        return Cell.of(DiffCells.fromTo(row, metric, page.screen().arrow()));
    }

    private String fromTo(String before, String after) {
        return DiffCells.fromTo(before, after, page.screen().arrow());
    }

    private static Cell moved(RowChange row, Metric metric) {
        Change change = row.get(metric);
        return change == null ? Cell.of("") : Cell.of(DiffCells.moved(row, change), DiffFigures.ink(change.verdict()));
    }

    private void shape() {
        List<PathChange> paths = DiffSelection.topmost(shown.diff());
        if (paths.isEmpty()) {
            return;
        }
        page.heading("Call trees", "paths that appeared (+), vanished (-), or are taken more or less often");
        for (PathChange path : paths.subList(0, Math.min(MAX_PATHS, paths.size()))) {
            String mark = path.isNew() ? "+" : path.isGone() ? "-" : "*";
            Ink ink = path.verdict().isReal() ? Ink.YELLOW : Ink.DIM;
            page.note(mark, shape(path), ink);
        }
        more(paths.size() - MAX_PATHS, "more path");
    }

    private String shape(PathChange path) {
        String calls = fromTo(
                DiffFigures.figure(Metric.CALLS, path.callsBefore()),
                DiffFigures.figure(Metric.CALLS, path.callsAfter()));
        String verdict = path.verdict().isReal() ? "" : ", " + path.verdict().word();
        return Texts.safe(String.join(" > ", path.path().steps())) + "  " + calls + " per workflow (in "
                + fromTo(Units.count(path.workflowsBefore()), Units.count(path.workflowsAfter()))
                + (path.workflowsAfter() == 1 && path.workflowsBefore() == 1 ? " workflow" : " workflows") + verdict
                + ")";
    }

    private void more(int rows, String noun) {
        if (rows > 0) {
            page.line(page.paint(
                    page.screen().ellipsis() + " " + Units.count(rows, noun)
                            + "; diff --out DIR writes all of them to diff.json",
                    Ink.DIM));
        }
    }

    private void notes() {
        if (shown.notes().isEmpty()) {
            return;
        }
        page.heading("Data", "what limits the comparison");
        shown.notes().forEach(note -> page.note("!", Texts.safe(note), Ink.YELLOW));
    }

    private void gates() {
        if (shown.gates().isEmpty()) {
            return;
        }
        page.heading("Gates", shown.strict() ? "strict: noise is not considered" : "a difference that is noise passes");
        for (Gates.Result result : shown.gates()) {
            Ink ink = result.outcome().fails()
                    ? Ink.RED
                    : result.outcome() == Gates.Outcome.UNDECIDED ? Ink.YELLOW : Ink.GREEN;
            page.line(page.paint(result.outcome().word(), ink) + "  "
                    + Texts.safe(result.gate().text()));
            DiffGates.lines(result).forEach(line -> page.note(" ", Texts.safe(line), Ink.DIM));
        }
    }
}
