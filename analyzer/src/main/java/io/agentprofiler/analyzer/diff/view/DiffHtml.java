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
import io.agentprofiler.analyzer.diff.side.Typical;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.view.Units;
import io.agentprofiler.analyzer.view.html.HtmlText;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A comparison as one HTML page: tables, and a workflow of each side next to each other on one time scale.
 *
 * <p>The page has no script and loads nothing, and its policy forbids both: text from traces can be nothing but text.
 */
public final class DiffHtml {
    private static final int MAX_ROWS = 200;
    private static final List<String> COLUMNS =
            List.of("before", "after", "change", "95 % interval", "p", "n", "*verdict");

    private static final String ROW = "<tr><th scope=\"row\" class=\"text\">";
    private static final String END = "</tbody></table>\n</div>\n";

    private final DiffShown shown;
    private final StringBuilder html = new StringBuilder();

    private DiffHtml(DiffShown shown) {
        this.shown = shown;
    }

    /**
     * Returns the page.
     *
     * @param typical the workflows to show next to each other
     */
    public static String of(DiffShown shown, Typical typical) {
        DiffHtml page = new DiffHtml(shown);
        page.write(typical);
        return page.html.toString();
    }

    private void write(Typical typical) {
        html.append("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
                .append("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; base-uri 'none';")
                .append(
                        " form-action 'none'; style-src 'unsafe-inline'\">\n<meta name=\"viewport\" content=\"width=device-width\">\n")
                .append("<title>Comparison · agent-profiler</title>\n<style>\n")
                .append(style())
                .append("</style>\n</head>\n<body>\n<main>\n<h1>Comparison</h1>\n<p>before <b>")
                .append(side(shown.before(), shown.diff().before().workflows()))
                .append("<br>after <b>")
                .append(side(shown.after(), shown.diff().after().workflows()))
                .append("</p>\n");
        gates();
        overall();
        waterfalls(typical);
        changes();
        operations();
        paths();
        notes();
        html.append("</main>\n</body>\n</html>\n");
    }

    private static String style() {
        try (InputStream stream = DiffHtml.class.getResourceAsStream("diff.css")) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String side(String label, long workflows) {
        return HtmlText.escaped(label) + "</b> · " + Units.count(workflows, "workflow");
    }

    private void gates() {
        if (shown.gates().isEmpty()) {
            return;
        }
        html.append("<h2>Gates</h2>\n<ul>\n");
        for (Gates.Result result : shown.gates()) {
            String mark = result.outcome().fails()
                    ? "worse"
                    : result.outcome() == Gates.Outcome.UNDECIDED ? "changed" : "better";
            html.append("<li><b class=\"")
                    .append(mark)
                    .append("\">")
                    .append(result.outcome().word())
                    .append("</b> <code>")
                    .append(HtmlText.escaped(result.gate().text()))
                    .append("</code>");
            DiffGates.lines(result)
                    .forEach(line -> html.append("<br><small>")
                            .append(HtmlText.escaped(line))
                            .append("</small>"));
            html.append("</li>\n");
        }
        html.append("</ul>\n");
    }

    private void overall() {
        table("All workflows", "", "figure", COLUMNS);
        shown.diff().all().all().forEach(change -> row(DiffFigures.title(change.metric(), true), change));
        html.append(END);
    }

    /** Begins a section that is a table: a column of texts and then these, of figures unless a star is in front. */
    private void table(String title, String lead, String first, List<String> columns) {
        html.append("<h2>")
                .append(title)
                .append("</h2>\n")
                .append(lead)
                .append("<div class=\"table\" tabindex=\"0\" role=\"region\" aria-label=\"")
                .append(title)
                .append("\">\n<table><thead><tr><th scope=\"col\" class=\"text\">")
                .append(first);
        for (String column : columns) {
            boolean text = column.startsWith("*");
            html.append(text ? "<th scope=\"col\" class=\"text\">" : "<th scope=\"col\">")
                    .append(text ? column.substring(1) : column);
        }
        html.append("</tr></thead>\n<tbody>\n");
    }

    private void row(String title, Change change) {
        String mark = mark(change);
        html.append(ROW)
                .append(title)
                .append("<td>")
                .append(DiffFigures.figure(change.metric(), change.before()))
                .append("<td>")
                .append(DiffFigures.figure(change.metric(), change.after()))
                .append("<td class=\"")
                .append(mark)
                .append("\">")
                .append(DiffFigures.change(change))
                .append("<td>")
                .append(DiffFigures.interval(change))
                .append("<td>")
                .append(HtmlText.escaped(DiffFigures.p(change.adjustedP())))
                .append("<td>")
                .append(DiffFigures.n(change))
                .append("<td class=\"text ")
                .append(mark)
                .append("\">")
                .append(change.verdict().word())
                .append("</tr>\n");
    }

    private static String mark(Change change) {
        return change.verdict().isReal() ? change.verdict().word() : "dim";
    }

    private void waterfalls(Typical typical) {
        long scale = Math.max(length(typical.before()), length(typical.after()));
        html.append(
                        "<h2>A workflow of each side</h2>\n<p class=\"dim\">The workflow nearest to the side's median, or the")
                .append(" one asked for; both on one time scale. A tick is the first chunk of an answer.</p>\n")
                .append("<div class=\"sides\">\n")
                .append(DiffWaterfall.of("before", typical.before(), scale))
                .append(DiffWaterfall.of("after", typical.after(), scale))
                .append("</div>\n");
    }

    private static long length(Trace trace) {
        return trace == null ? 0 : trace.durationNanos();
    }

    private void changes() {
        List<DiffSelection.Found> real = DiffSelection.real(shown.diff());
        if (real.isEmpty()) {
            html.append("<h2>What changed</h2>\n<p>Nothing below the level of all workflows is more than noise.</p>\n");
            return;
        }
        table("What changed", "", "operation", COLUMNS);
        for (DiffSelection.Found found : real.subList(0, Math.min(MAX_ROWS, real.size()))) {
            row(
                    "<code>" + HtmlText.escaped(found.row().label()) + "</code> "
                            + DiffFigures.title(
                                    found.change().metric(), found.row().isOfWorkflows()),
                    found.change());
        }
        html.append(END);
        more(real.size());
    }

    private void operations() {
        Diff diff = shown.diff();
        table(
                "Workflows, kinds, operations",
                "<p class=\"dim\">(in brackets) noise; ~ n too small to tell</p>\n",
                "row",
                List.of(
                        "calls per workflow",
                        "time per call",
                        "change",
                        "p95",
                        "change",
                        "self per workflow",
                        "change",
                        "errors",
                        "first chunk",
                        "tokens",
                        "cost"));
        List<RowChange> rows = new ArrayList<>(diff.rows(Row.Group.WORKFLOW));
        rows.addAll(diff.rows(Row.Group.KIND));
        rows.addAll(DiffSelection.byEffect(diff.rows(Row.Group.OPERATION)));
        for (RowChange row : rows.subList(0, Math.min(MAX_ROWS, rows.size()))) {
            html.append(ROW)
                    .append("<code>")
                    .append(HtmlText.escaped(row.row().label()))
                    .append("</code><td>")
                    .append(fromTo(row, Metric.CALLS))
                    .append("<td>")
                    .append(fromTo(row, Metric.TIME))
                    .append(moved(row, Metric.TIME))
                    .append("<td>")
                    .append(fromTo(row, Metric.P95))
                    .append(moved(row, Metric.P95))
                    .append("<td>")
                    .append(fromTo(row, Metric.SELF))
                    .append(moved(row, Metric.SELF))
                    .append(moved(row, Metric.ERRORS))
                    .append(moved(row, Metric.FIRST))
                    .append(moved(row, Metric.TOKENS))
                    .append(moved(row, Metric.COST))
                    .append("</tr>\n");
        }
        html.append(END);
        more(rows.size());
    }

    private static String fromTo(RowChange row, Metric metric) {
        return DiffCells.fromTo(row, metric, " → ");
    }

    private static String moved(RowChange row, Metric metric) {
        Change change = row.get(metric);
        if (change == null) {
            return "<td>";
        }
        return "<td class=\"" + mark(change) + "\">" + DiffCells.moved(row, change);
    }

    private void paths() {
        List<PathChange> paths = DiffSelection.topmost(shown.diff());
        if (paths.isEmpty()) {
            return;
        }
        table("Call trees", "", "path", List.of("*what", "calls per workflow before", "after", "*verdict"));
        for (PathChange path : paths.subList(0, Math.min(MAX_ROWS, paths.size()))) {
            html.append(ROW)
                    .append("<code>")
                    .append(HtmlText.escaped(String.join(" > ", path.path().steps())))
                    .append("</code><td class=\"text\">")
                    .append(path.isNew() ? "new" : path.isGone() ? "gone" : "")
                    .append("<td>")
                    .append(DiffFigures.figure(Metric.CALLS, path.callsBefore()))
                    .append("<td>")
                    .append(DiffFigures.figure(Metric.CALLS, path.callsAfter()))
                    .append("<td class=\"text\">")
                    .append(path.verdict().word())
                    .append("</tr>\n");
        }
        html.append(END);
        more(paths.size());
    }

    private void more(int rows) {
        if (rows > MAX_ROWS) {
            html.append("<p class=\"dim\">and ").append(rows - MAX_ROWS).append(" more in diff.json</p>\n");
        }
    }

    private void notes() {
        Diff diff = shown.diff();
        html.append("<h2>Data and method</h2>\n<ul>\n");
        shown.notes()
                .forEach(note ->
                        html.append("<li>").append(HtmlText.escaped(note)).append("</li>\n"));
        html.append("<li>Intervals by ")
                .append(Units.count(diff.resamples()))
                .append(" resamples of whole workflows; p by rank test and resampling, adjusted over ")
                .append(Units.count(diff.comparisons(), "comparison"))
                .append(" (Benjamini and Hochberg). Costs: ")
                .append(HtmlText.escaped(shown.prices()))
                .append(".</li>\n</ul>\n");
    }
}
