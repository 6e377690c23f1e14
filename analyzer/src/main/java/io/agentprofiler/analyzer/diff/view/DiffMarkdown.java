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
import io.agentprofiler.analyzer.view.terminal.Texts;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * A comparison for a pull request: GitHub's Markdown, a short table open and the rest to be unfolded.
 *
 * <p>Names from traces stand in {@code <code>} with every character that Markdown or HTML could take for its own written
 * as an entity, so they can neither format anything, nor mention anyone, nor end the table. Comments may have
 * {@value #MOST_CHARACTERS} characters and some more: where names are so long, there are fewer rows.
 */
public final class DiffMarkdown {
    /** GitHub takes 65 536. */
    static final int MOST_CHARACTERS = 60_000;

    private static final int[] MAX_ROWS = {40, 20, 10, 3};
    private static final int MAX_NAME = 120;
    private static final int MAX_WHY = 400;
    private static final String HARMLESS = " ,;%+-/()=…→";
    private static final Set<Metric> SHORT = EnumSet.of(
            Metric.TIME, Metric.P50, Metric.P95, Metric.CALLS, Metric.ERRORS, Metric.FIRST, Metric.TOKENS, Metric.COST);
    private static final String HEAD =
            "| %s | before | after | change | 95 %% interval | p | n | |%n" + "|:--|--:|--:|--:|--:|--:|--:|:--|%n";

    private final DiffShown shown;
    private final int maxRows;
    private final StringBuilder text = new StringBuilder();

    private DiffMarkdown(DiffShown shown, int maxRows) {
        this.shown = shown;
        this.maxRows = maxRows;
    }

    /** Returns the text. */
    public static String of(DiffShown shown) {
        String text = "";
        for (int rows : MAX_ROWS) {
            DiffMarkdown markdown = new DiffMarkdown(shown, rows);
            markdown.write();
            text = markdown.text.toString();
            if (text.length() <= MOST_CHARACTERS) {
                break;
            }
        }
        return text;
    }

    private void write() {
        Diff diff = shown.diff();
        line("### Agent profile: " + headline());
        line("");
        gates();
        head("all workflows");
        for (Change change : diff.all().all()) {
            if (SHORT.contains(change.metric())) {
                row(DiffFigures.title(change.metric(), true), change);
            }
        }
        line("");
        changes();
        operations();
        paths();
        details();
    }

    private String headline() {
        long broken =
                shown.gates().stream().filter(gate -> gate.outcome().fails()).count();
        if (broken > 0) {
            return Units.count(broken, "gate") + " not passed";
        }
        long real = real(shown.diff());
        return real == 0 ? "no change beyond noise" : Units.count(real, "change") + " beyond noise";
    }

    private static long real(Diff diff) {
        return diff.all().all().stream()
                        .filter(change -> change.verdict().isReal())
                        .count()
                + DiffSelection.real(diff).size();
    }

    private void gates() {
        for (Gates.Result result : shown.gates()) {
            String mark = switch (result.outcome()) {
                case PASSED -> "✅";
                case UNDECIDED -> "⚠️";
                case UNKNOWN, BROKEN -> "❌";
            };
            line("- " + mark + " " + code(result.gate().text()) + " "
                    + result.outcome().word());
            DiffGates.lines(result).forEach(why -> line("  - " + plain(Texts.cut(why, MAX_WHY, "…"))));
        }
        if (!shown.gates().isEmpty()) {
            line("");
        }
    }

    private void changes() {
        List<DiffSelection.Found> real = DiffSelection.real(shown.diff());
        if (real.isEmpty()) {
            line("No operation changed beyond noise.");
            line("");
            return;
        }
        open("What changed (" + real.size() + ")");
        head("operation");
        for (DiffSelection.Found found : real.subList(0, Math.min(maxRows, real.size()))) {
            boolean workflows = found.row().isOfWorkflows();
            row(
                    code(found.row().label()) + " "
                            + DiffFigures.title(found.change().metric(), workflows),
                    found.change());
        }
        more(real.size());
        close();
    }

    private void operations() {
        List<RowChange> rows = DiffSelection.byEffect(shown.diff().rows(Row.Group.OPERATION));
        open("Operations (" + rows.size() + ")");
        line("| operation | calls per workflow | time per call | change | p95 | change | tokens | cost |");
        line("|:--|--:|--:|--:|--:|--:|--:|--:|");
        for (RowChange row : rows.subList(0, Math.min(maxRows, rows.size()))) {
            line("| " + code(row.row().label()) + " | " + fromTo(row, Metric.CALLS) + " | " + fromTo(row, Metric.TIME)
                    + " | " + moved(row, Metric.TIME) + " | " + fromTo(row, Metric.P95) + " | "
                    + moved(row, Metric.P95) + " | " + moved(row, Metric.TOKENS) + " | " + moved(row, Metric.COST)
                    + " |");
        }
        more(rows.size());
        close();
    }

    private static String fromTo(RowChange row, Metric metric) {
        return DiffCells.fromTo(row, metric, " → ");
    }

    private static String moved(RowChange row, Metric metric) {
        Change change = row.get(metric);
        String mark = change != null && change.verdict().isReal() ? "**" : "";
        return marked(DiffCells.moved(row, change), mark);
    }

    private void paths() {
        List<PathChange> paths = DiffSelection.topmost(shown.diff());
        if (paths.isEmpty()) {
            return;
        }
        open("Call trees (" + paths.size() + ")");
        line("| | path | per workflow before | after | |");
        line("|:--|:--|--:|--:|:--|");
        for (PathChange path : paths.subList(0, Math.min(maxRows, paths.size()))) {
            line("| " + (path.isNew() ? "new" : path.isGone() ? "gone" : "") + " | "
                    + code(String.join(" > ", path.path().steps())) + " | "
                    + DiffFigures.figure(Metric.CALLS, path.callsBefore()) + " | "
                    + DiffFigures.figure(Metric.CALLS, path.callsAfter()) + " | "
                    + path.verdict().word() + " |");
        }
        more(paths.size());
        close();
    }

    private void details() {
        Diff diff = shown.diff();
        open("Data and method");
        line("- before: " + code(shown.before()) + ", "
                + Units.count(diff.before().workflows(), "workflow"));
        line("- after: " + code(shown.after()) + ", " + Units.count(diff.after().workflows(), "workflow"));
        shown.notes().stream().limit(maxRows).forEach(note -> line("- ⚠️ " + plain(Texts.cut(note, MAX_WHY, "…"))));
        line("- (in brackets) noise; ~ n too small to tell; n: workflows with a value. Intervals by "
                + Units.count(diff.resamples())
                + " resamples of whole workflows; p by rank test and resampling, adjusted"
                + " over " + Units.count(diff.comparisons(), "comparison") + " (Benjamini and Hochberg). Costs: "
                + plain(shown.prices()) + ".");
        close();
    }

    private void head(String first) {
        text.append(HEAD.formatted(first).replace(System.lineSeparator(), "\n"));
    }

    private void row(String title, Change change) {
        boolean real = change.verdict().isReal();
        String mark = real ? "**" : "";
        line("| " + title + " | " + DiffFigures.figure(change.metric(), change.before()) + " | "
                + DiffFigures.figure(change.metric(), change.after()) + " | " + marked(DiffFigures.change(change), mark)
                + " | " + DiffFigures.interval(change) + " | " + DiffFigures.p(change.adjustedP()) + " | "
                + DiffFigures.n(change) + " | " + marked(change.verdict().word(), mark) + " |");
    }

    private static String marked(String words, String mark) {
        return words.isEmpty() ? "" : mark + words + mark;
    }

    private void more(int rows) {
        if (rows > maxRows) {
            line("");
            line("and " + (rows - maxRows) + " more in diff.json");
        }
    }

    private void open(String summary) {
        line("<details><summary>" + summary + "</summary>");
        line("");
    }

    private void close() {
        line("");
        line("</details>");
        line("");
    }

    private void line(String line) {
        text.append(line).append('\n');
    }

    private static String code(String name) {
        String cut = Texts.cut(Texts.safe(name), MAX_NAME, "…");
        return "<code>" + plain(cut) + "</code>";
    }

    /** Writes everything but letters, digits and a few harmless characters as entities; a point only stays in a number. */
    private static String plain(String words) {
        StringBuilder plain = new StringBuilder();
        int before = ' ';
        for (int point : Texts.safe(words).codePoints().toArray()) {
            boolean stays = Character.isLetterOrDigit(point)
                    || HARMLESS.indexOf(point) >= 0
                    || point == '.' && Character.isDigit(before);
            if (stays) {
                plain.appendCodePoint(point);
            } else {
                plain.append("&#").append(point).append(';');
            }
            before = point;
        }
        return plain.toString();
    }
}
