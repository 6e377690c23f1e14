// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.inspect;

import io.agentprofiler.analyzer.critical.CriticalPath;
import io.agentprofiler.analyzer.critical.PathStretch;
import io.agentprofiler.analyzer.input.event.SpanEvent;
import io.agentprofiler.analyzer.input.event.SpanStatus;
import io.agentprofiler.analyzer.metric.workflow.LongestSpans;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.SpanLabel;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.view.Units;
import io.agentprofiler.analyzer.view.terminal.Grid;
import io.agentprofiler.analyzer.view.terminal.Grid.Cell;
import io.agentprofiler.analyzer.view.terminal.Grid.Column;
import io.agentprofiler.analyzer.view.terminal.Ink;
import io.agentprofiler.analyzer.view.terminal.Page;
import io.agentprofiler.analyzer.view.terminal.Screen;
import io.agentprofiler.analyzer.view.terminal.Texts;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Workflows over time: a row per span with a bar that tells when the workflow waited for the span itself, when for its
 * children, when for neither, and when the first chunk of a streamed answer came.
 *
 * <p><b>Threading:</b> stateless.
 */
public final class WaterfallView {
    private static final int MIN_BAR = 20;
    /** What a row needs besides the bar. */
    private static final int BESIDE = 64;

    private static final int MIN_NAME = 24;
    private static final int MAX_NAME = 40;
    private static final int MAX_INDENT = 12;

    private final Screen screen;
    private final Trace trace;
    private final CriticalPath path;
    private final Map<Span, List<PathStretch>> pieces = new IdentityHashMap<>();
    private final int columns;

    private WaterfallView(Screen screen, Trace trace) {
        this.screen = screen;
        this.trace = trace;
        this.path = CriticalPath.of(trace);
        for (PathStretch piece : path.pieces()) {
            if (piece.span() != null) {
                pieces.computeIfAbsent(piece.span(), any -> new ArrayList<>()).add(piece);
            }
        }
        this.columns = Math.max(MIN_BAR, screen.width() - BESIDE);
    }

    /** Prints the workflows, at most {@code maxRows} spans of each. */
    public static void print(List<Trace> traces, int maxRows, Screen screen, PrintStream out) {
        Page page = new Page(screen);
        for (Trace trace : traces) {
            new WaterfallView(screen, trace).print(page, maxRows);
        }
        page.print(out);
    }

    private void print(Page page, int maxRows) {
        page.heading(Texts.safe(trace.root().name()), "");
        page.facts(
                "",
                List.of(
                        Cell.of(Units.duration(trace.durationNanos())),
                        Cell.of(Units.count(trace.spans().size(), "span")),
                        Cell.of(Units.time(trace.root().startNanos()) + " UTC"),
                        Cell.of("trace " + trace.id())));
        Grid table = new Grid(
                screen,
                MIN_NAME,
                Column.text("span"),
                Column.number("+at").dispensable(2),
                Column.number("time"),
                Column.number("path").dispensable(3),
                Column.text(axis()));
        BitSet shown = LongestSpans.of(trace, maxRows);
        for (Span span : trace.spans()) {
            if (shown.get(span.index())) {
                Ink ink = TreeView.ink(span);
                table.row(
                        Cell.of(name(span), ink),
                        Cell.of(Units.duration(Math.max(0, span.startNanos() - trace.startNanos())), Ink.DIM),
                        Cell.of(Units.duration(span.durationNanos())),
                        Cell.of(share(span)),
                        Cell.of(bar(span), ink));
            }
        }
        page.table(table);
        page.facts("", legend());
        int hidden = trace.spans().size() - shown.cardinality();
        if (hidden > 0) {
            page.line(
                    page.paint(screen.ellipsis() + " " + Units.count(hidden, "shorter span") + " not shown", Ink.DIM));
        }
    }

    private String name(Span span) {
        String indent = "  ".repeat(Math.min(MAX_INDENT, span.depth()));
        return Texts.cut(indent + mark(span.status()) + Texts.safe(SpanLabel.of(span)), MAX_NAME, screen.ellipsis());
    }

    /** Colours tell it, too, but not everyone sees those. */
    private String mark(SpanStatus status) {
        return switch (status) {
            case OK -> "";
            case ERROR, CANCELLED -> screen.cross() + " ";
            case UNFINISHED -> screen.ellipsis() + " ";
        };
    }

    private String share(Span span) {
        long nanos = path.onPathNanos(span);
        return nanos == 0 ? "" : Units.share(nanos, path.wallNanos());
    }

    private String axis() {
        String end = Units.duration(trace.durationNanos());
        return "0 " + screen.rule(columns - 3 - end.length()) + " " + end;
    }

    private List<Cell> legend() {
        List<Cell> legend = new ArrayList<>();
        legend.add(Cell.of(work() + " the workflow waited for it", Ink.DIM));
        legend.add(Cell.of(below() + " for what it called", Ink.DIM));
        legend.add(Cell.of(aside() + " for neither", Ink.DIM));
        legend.add(Cell.of(tick() + " first chunk", Ink.DIM));
        for (SpanStatus status : SpanStatus.values()) {
            if (status != SpanStatus.OK && trace.spans().stream().anyMatch(span -> span.status() == status)) {
                legend.add(Cell.of(mark(status) + status.word(), Ink.DIM));
            }
        }
        return legend;
    }

    private char work() {
        return screen.unicode() ? '█' : '#';
    }

    private char below() {
        return screen.unicode() ? '─' : '-';
    }

    private char aside() {
        return screen.unicode() ? '░' : ':';
    }

    private char tick() {
        return screen.unicode() ? '┃' : '|';
    }

    private String bar(Span span) {
        char[] bar = " ".repeat(columns).toCharArray();
        boolean parent = !span.children().isEmpty() && path.isOnPath(span);
        fill(bar, span.startNanos(), span.endNanos(), parent ? below() : aside());
        for (PathStretch piece : pieces.getOrDefault(span, List.of())) {
            // a stretch too short for a column of its own must not hide what its children took
            boolean wide = column(piece.endNanos()) - column(piece.startNanos()) >= 0.5;
            if (wide || !parent) {
                fill(bar, piece.startNanos(), piece.endNanos(), work());
            }
        }
        if (span.chunks() != null && span.chunks().firstNanos() != SpanEvent.ABSENT) {
            bar[Math.min(columns - 1, Math.max(0, (int) column(span.chunks().firstNanos())))] = tick();
        }
        return new String(bar).stripTrailing();
    }

    private void fill(char[] bar, long from, long to, char mark) {
        int first = (int) Math.max(0, Math.min(columns - 1, Math.floor(column(from))));
        int end = (int) Math.min(columns, Math.max(first + 1, Math.round(column(to))));
        for (int i = first; i < end; i++) {
            bar[i] = mark;
        }
    }

    private double column(long nanos) {
        return (nanos - trace.startNanos()) / (double) Math.max(1, trace.durationNanos()) * columns;
    }
}
