// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.inspect;

import io.agentprofiler.analyzer.input.event.SpanEvent;
import io.agentprofiler.analyzer.input.event.SpanStatus;
import io.agentprofiler.analyzer.metric.concurrency.Lanes;
import io.agentprofiler.analyzer.metric.operation.Calls;
import io.agentprofiler.analyzer.metric.workflow.LongestSpans;
import io.agentprofiler.analyzer.trace.ServerLoad;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.SpanFlag;
import io.agentprofiler.analyzer.trace.SpanLabel;
import io.agentprofiler.analyzer.trace.Tokens;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.view.Units;
import io.agentprofiler.analyzer.view.terminal.Bars;
import io.agentprofiler.analyzer.view.terminal.Grid;
import io.agentprofiler.analyzer.view.terminal.Grid.Cell;
import io.agentprofiler.analyzer.view.terminal.Grid.Column;
import io.agentprofiler.analyzer.view.terminal.Ink;
import io.agentprofiler.analyzer.view.terminal.Page;
import io.agentprofiler.analyzer.view.terminal.Screen;
import io.agentprofiler.analyzer.view.terminal.Texts;
import io.agentprofiler.schema.SpanKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * One workflow as a tree with a time line: a row per span with its time, self time, tokens, lane and bar.
 *
 * <p>Where there are more spans than rows the longest ones are shown, with all that is above them; the rest is summed
 * up under its parent.
 */
public final class TreeView {
    private static final int MIN_BAR = 16;
    private static final int MAX_BAR = 60;
    /** From this width on the bars get half of the room. */
    private static final int NARROW = 60;

    private static final int MIN_NAME = 32;
    private static final int MAX_NAME = 64;
    private static final int MAX_STATE = 28;
    private static final int MAX_INDENT = 24;

    private final Screen screen;
    private final Trace trace;
    private final int[] lanes;
    private final BitSet shown;

    public TreeView(Screen screen, Trace trace, int maxRows) {
        this.screen = screen;
        this.trace = trace;
        this.lanes = Lanes.of(trace);
        this.shown = LongestSpans.of(trace, maxRows);
    }

    /** Adds a heading and the tree. */
    public void print(Page page, String title) {
        page.heading(title, "");
        page.facts(
                "",
                List.of(
                        Cell.of(Units.duration(trace.durationNanos())),
                        Cell.of(Units.count(trace.spans().size(), "span")),
                        Cell.of(Units.time(trace.root().startNanos()) + " UTC"),
                        Cell.of("trace " + trace.id())));
        int bar = barWidth();
        Column lane = Column.number("lane").dispensable(4);
        Grid table = new Grid(
                screen,
                MIN_NAME,
                Column.text("span"),
                Column.text("state").dispensable(1),
                Column.number("time"),
                Column.number("self"),
                Column.number("tokens in" + screen.arrow() + "out").dispensable(3),
                Column.number("queue").dispensable(3),
                lane,
                Column.text(axis(bar)).dispensable(2));
        boolean severalLanes = lanes.length > 0 && Arrays.stream(lanes).max().getAsInt() > 0;
        for (Span span : trace.spans()) {
            if (shown.get(span.index())) {
                table.row(
                        Cell.of(indent(span) + label(span), ink(span)),
                        Cell.of(state(span), ink(span)),
                        Cell.of(time(span)),
                        Cell.of(Units.duration(span.selfNanos()), Ink.DIM),
                        Cell.of(tokens(Calls.usage(span))),
                        Cell.of(queue(span.serverLoad()), Ink.DIM),
                        Cell.of(severalLanes ? Integer.toString(lanes[span.index()]) : ""),
                        Cell.of(bar(span, bar), ink(span)));
                hiddenBelow(table, span);
            }
        }
        page.table(table);
        if (table.shows(lane)) {
            String threads = threads();
            if (!threads.isEmpty()) {
                page.line(page.paint(threads, Ink.DIM));
            }
        }
    }

    private int barWidth() {
        return Math.max(MIN_BAR, Math.min(MAX_BAR, (screen.width() - NARROW) / 2));
    }

    private String axis(int columns) {
        String end = Units.duration(trace.durationNanos());
        return "0 " + screen.rule(columns - 3 - end.length()) + " " + end;
    }

    private String bar(Span span, int columns) {
        double length = Math.max(1, trace.durationNanos());
        double from = (span.startNanos() - trace.startNanos()) / length;
        double to = (span.endNanos() - trace.startNanos()) / length;
        return Bars.span(from, to, columns, screen.unicode());
    }

    private String indent(Span span) {
        if (span.depth() == 0) {
            return "";
        }
        StringBuilder indent = new StringBuilder();
        int levels = 0;
        for (Span above = span; above.parent() != null; above = above.parent()) {
            if (++levels > MAX_INDENT) {
                indent.insert(0, screen.ellipsis() + span.depth() + " ");
                break;
            }
            indent.insert(0, line(above, above == span));
        }
        return indent.toString();
    }

    private String line(Span span, boolean own) {
        boolean last = isLastShown(span);
        if (own) {
            return screen.unicode() ? last ? "└─ " : "├─ " : last ? "`- " : "|- ";
        }
        return last ? "   " : screen.unicode() ? "│  " : "|  ";
    }

    private boolean isLastShown(Span span) {
        List<Span> siblings = span.parent().children();
        for (int i = siblings.size() - 1; i >= 0; i--) {
            Span sibling = siblings.get(i);
            if (sibling == span) {
                return true;
            }
            if (shown.get(sibling.index())) {
                return false;
            }
        }
        return true;
    }

    private String label(Span span) {
        String name = Texts.safe(SpanLabel.of(span));
        String word = span.kind().word();
        String label = name.equals(word) || name.startsWith(word + " ") ? name : word + " " + name;
        return Texts.cut(label, MAX_NAME, screen.ellipsis());
    }

    private String state(Span span) {
        String state = switch (span.status()) {
            case OK -> span.has(SpanFlag.START_MISSING) ? "start missing" : "";
            case ERROR -> Texts.cut(screen.cross() + " " + shortType(span.errorType()), MAX_STATE, screen.ellipsis());
            case CANCELLED -> screen.cross() + " cancelled";
            case UNFINISHED -> "unfinished";
        };
        return Calls.isWrapper(span) ? (state + " wrapper").strip() : state;
    }

    static String shortType(String type) {
        if (type == null) {
            return "error";
        }
        String safe = Texts.safe(type);
        return safe.substring(safe.lastIndexOf('.') + 1);
    }

    private static String time(Span span) {
        return span.has(SpanFlag.START_MISSING) ? Units.UNKNOWN : Units.duration(span.durationNanos());
    }

    private String tokens(Tokens tokens) {
        if (!tokens.isKnown()) {
            return "";
        }
        String output = tokens.output() == SpanEvent.ABSENT ? "" : screen.arrow() + Units.count(tokens.output());
        return Units.count(tokens.input()) + output;
    }

    /** How many requests waited at the model server when the call began. */
    private static String queue(ServerLoad load) {
        return load == null || load.waiting() == SpanEvent.ABSENT ? "" : Units.count(load.waiting());
    }

    static Ink ink(Span span) {
        if (span.status() == SpanStatus.ERROR) {
            return Ink.RED;
        }
        if (span.status() != SpanStatus.OK) {
            return Ink.YELLOW;
        }
        return ink(span.kind());
    }

    static Ink ink(SpanKind kind) {
        return switch (kind) {
            case LLM -> Ink.BLUE;
            case TOOL -> Ink.GREEN;
            case AGENT, WORKFLOW -> Ink.MAGENTA;
            case RETRIEVAL, EMBEDDING, MEMORY, RERANK -> Ink.CYAN;
            default -> Ink.PLAIN;
        };
    }

    private void hiddenBelow(Grid table, Span span) {
        long hidden = 0;
        long nanos = 0;
        for (Span child : span.children()) {
            if (!shown.get(child.index())) {
                hidden++;
                nanos += child.durationNanos();
            }
        }
        if (hidden > 0) {
            String text = " ".repeat(3 * Math.min(MAX_INDENT, span.depth() + 1)) + screen.ellipsis() + " "
                    + Units.count(hidden) + " shorter, not shown";
            table.row(
                    Cell.of(text, Ink.DIM),
                    Cell.of(""),
                    Cell.of(Units.duration(nanos), Ink.DIM),
                    Cell.of(""),
                    Cell.of(""),
                    Cell.of(""),
                    Cell.of(""),
                    Cell.of(""));
        }
    }

    private String threads() {
        Map<Integer, String> names = new TreeMap<>();
        for (Span span : trace.spans()) {
            if (shown.get(span.index()) && span.startThread() != null) {
                names.putIfAbsent(lanes[span.index()], Texts.safe(span.startThread()));
            }
        }
        List<String> parts = new ArrayList<>();
        names.forEach((lane, thread) -> parts.add(lane + " " + thread));
        // a format that knows no threads has none to name
        return parts.isEmpty()
                ? ""
                : Texts.cut(
                        "lanes by first thread: " + String.join(" " + screen.dot() + " ", parts),
                        screen.width(),
                        screen.ellipsis());
    }
}
