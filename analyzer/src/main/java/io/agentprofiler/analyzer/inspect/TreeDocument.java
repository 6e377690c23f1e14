// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.inspect;

import io.agentprofiler.analyzer.input.event.SpanEvent;
import io.agentprofiler.analyzer.metric.concurrency.Lanes;
import io.agentprofiler.analyzer.metric.operation.Calls;
import io.agentprofiler.analyzer.metric.workflow.LongestSpans;
import io.agentprofiler.analyzer.trace.FailureMessage;
import io.agentprofiler.analyzer.trace.ServerLoad;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.SpanFlag;
import io.agentprofiler.analyzer.trace.SpanLabel;
import io.agentprofiler.analyzer.trace.Tokens;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.view.Cell;
import io.agentprofiler.analyzer.view.Column;
import io.agentprofiler.analyzer.view.Document;
import io.agentprofiler.analyzer.view.Emphasis;
import io.agentprofiler.analyzer.view.Note;
import io.agentprofiler.analyzer.view.Section;
import io.agentprofiler.analyzer.view.Table;
import io.agentprofiler.analyzer.view.Track;
import io.agentprofiler.analyzer.view.Units;
import io.agentprofiler.analyzer.view.terminal.Texts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * One workflow as a tree with a time line: a row per span with its time, self time, tokens, lane and bar.
 *
 * <p>Where there are more spans than rows the longest ones are shown, with all that is above them; the rest is summed
 * up under its parent.
 */
public final class TreeDocument {
    private static final int MIN_BAR = 16;
    private static final int MAX_BAR = 60;
    /** From this width on the bars get half of the room. */
    private static final int NARROW = 60;

    private static final int MIN_NAME = 32;
    private static final int MAX_NAME = 64;
    private static final int MAX_STATE = 28;
    private static final int MAX_INDENT = 24;
    private static final int MAX_ERRORS = 10;

    private final Trace trace;
    private final int[] lanes;
    private final boolean severalLanes;
    private final BitSet shown;

    private TreeDocument(Trace trace, int maxRows) {
        this.trace = trace;
        this.lanes = Lanes.of(trace);
        this.severalLanes = Arrays.stream(lanes).anyMatch(lane -> lane > 0);
        this.shown = LongestSpans.of(trace, maxRows);
    }

    /** A line of the tree: a span, or what is not shown below one. */
    private record Row(Cell name, Span span, Cell time) {}

    /** Describes workflows, at most {@code maxRows} spans of each for people, each with its failures spelled out. */
    static Document of(List<Trace> traces, int maxRows, List<Section> data) {
        Document.Builder document = Document.of("agent-profiler-tree/1", "Workflows")
                .add(SpanFields.workflows(traces, trace -> {
                    int[] lanes = Lanes.of(trace);
                    return (span, fields) -> fields.put("lane", lanes[span.index()]);
                }));
        for (Trace trace : traces) {
            document.add(section(trace, maxRows, trace.root().name()));
            errors(document, trace);
        }
        return document.addAll(data).build();
    }

    /** Describes the tree of a workflow, for people. */
    public static Section section(Trace trace, int maxRows, String title) {
        return new TreeDocument(trace, maxRows).section(title);
    }

    private Section section(String title) {
        return Section.under(title, "")
                .add(SpanFields.facts(trace))
                .add(Table.of(null, rows())
                        .minFirst(MIN_NAME)
                        .text(null, "span", Row::name)
                        .text(
                                null,
                                "state",
                                row -> cell(row, span -> SpanFields.coloured(Cell.words(state(span)), span)))
                        .dispensable(1)
                        .number(null, "time", Row::time)
                        .number(null, "self", row -> cell(row, TreeDocument::self))
                        .number(null, "tokens in→out", row -> cell(row, span -> tokens(Calls.usage(span))))
                        .dispensable(3)
                        .number(null, "queue", row -> cell(row, span -> queue(span.serverLoad())))
                        .dispensable(3)
                        .number(null, "lane", row -> cell(row, this::lane))
                        .dispensable(4)
                        .legend(threads())
                        .tracks(
                                "time line",
                                new Column.Axis(
                                        Units.duration(trace.durationNanos()),
                                        width -> Math.max(MIN_BAR, Math.min(MAX_BAR, (width - NARROW) / 2))),
                                row -> cell(row, this::track))
                        .dispensable(2)
                        .build())
                .build();
    }

    private static Cell cell(Row row, Function<Span, Cell> of) {
        return row.span() == null ? Cell.EMPTY : of.apply(row.span());
    }

    private List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        for (Span span : trace.spans()) {
            if (shown.get(span.index())) {
                rows.add(new Row(SpanFields.coloured(Cell.name(indent(span) + label(span)), span), span, time(span)));
                hiddenBelow(rows, span);
            }
        }
        return rows;
    }

    private void hiddenBelow(List<Row> rows, Span span) {
        List<Span> hidden = span.children().stream()
                .filter(child -> !shown.get(child.index()))
                .toList();
        if (!hidden.isEmpty()) {
            String text = " ".repeat(3 * Math.min(MAX_INDENT, span.depth() + 1)) + "… " + Units.count(hidden.size())
                    + " shorter, not shown";
            long nanos = hidden.stream().mapToLong(Span::durationNanos).sum();
            rows.add(new Row(
                    Cell.words(text).with(Emphasis.DIM),
                    null,
                    Cell.duration(nanos).with(Emphasis.DIM)));
        }
    }

    private String indent(Span span) {
        StringBuilder indent = new StringBuilder();
        int levels = 0;
        for (Span above = span; above.parent() != null; above = above.parent()) {
            if (++levels > MAX_INDENT) {
                indent.insert(0, "…" + span.depth() + " ");
                break;
            }
            boolean last = isLastShown(above);
            indent.insert(0, above == span ? last ? "└─ " : "├─ " : last ? "   " : "│  ");
        }
        return indent.toString();
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

    private static String label(Span span) {
        String name = Texts.safe(SpanLabel.of(span));
        String word = span.kind().word();
        String label = name.equals(word) || name.startsWith(word + " ") ? name : word + " " + name;
        return Texts.cut(label, MAX_NAME, "…");
    }

    private static String state(Span span) {
        String state = switch (span.status()) {
            case OK -> span.has(SpanFlag.START_MISSING) ? "start missing" : "";
            case ERROR -> Texts.cut("✗ " + shortType(span.errorType()), MAX_STATE, "…");
            case CANCELLED -> "✗ cancelled";
            case UNFINISHED -> "unfinished";
        };
        return Calls.isWrapper(span) ? (state + " wrapper").strip() : state;
    }

    private static String shortType(String type) {
        if (type == null) {
            return "error";
        }
        String safe = Texts.safe(type);
        return safe.substring(safe.lastIndexOf('.') + 1);
    }

    private static Cell time(Span span) {
        return span.has(SpanFlag.START_MISSING) ? Cell.unknown() : Cell.duration(span.durationNanos());
    }

    private static Cell self(Span span) {
        return Cell.duration(span.selfNanos()).with(Emphasis.DIM);
    }

    private static Cell tokens(Tokens tokens) {
        if (!tokens.isKnown()) {
            return Cell.EMPTY;
        }
        String output = tokens.output() == SpanEvent.ABSENT ? "" : "→" + Units.count(tokens.output());
        return Cell.words(Units.count(tokens.input()) + output);
    }

    /** How many requests waited at the model server when the call began. */
    private static Cell queue(ServerLoad load) {
        return load == null || load.waiting() == SpanEvent.ABSENT
                ? Cell.EMPTY
                : Cell.count(load.waiting()).with(Emphasis.DIM);
    }

    private Cell lane(Span span) {
        return severalLanes ? Cell.words(Integer.toString(lanes[span.index()])) : Cell.EMPTY;
    }

    private Cell track(Span span) {
        double length = Math.max(1, trace.durationNanos());
        double from = (span.startNanos() - trace.startNanos()) / length;
        double to = (span.endNanos() - trace.startNanos()) / length;
        return SpanFields.coloured(Cell.track(Track.of(from, to)), span);
    }

    /** A format that knows no threads has none to name. */
    private String threads() {
        Map<Integer, String> names = new TreeMap<>();
        for (Span span : trace.spans()) {
            if (shown.get(span.index()) && span.startThread() != null) {
                names.putIfAbsent(lanes[span.index()], span.startThread());
            }
        }
        List<String> parts = new ArrayList<>();
        names.forEach((lane, thread) -> parts.add(lane + " " + thread));
        return parts.isEmpty() ? "" : "lanes by first thread: " + String.join(" · ", parts);
    }

    private static void errors(Document.Builder document, Trace trace) {
        List<Span> failed = trace.spans().stream()
                .filter(span -> span.errorType() != null || FailureMessage.of(span) != null)
                .toList();
        for (Span span : failed.subList(0, Math.min(MAX_ERRORS, failed.size()))) {
            FailureMessage message = FailureMessage.of(span);
            document.add(new Note(
                    "✗",
                    SpanLabel.of(span) + " · " + shortType(span.errorType())
                            + (message == null ? "" : ": " + message.words()),
                    Emphasis.BAD));
        }
        if (failed.size() > MAX_ERRORS) {
            document.add(Note.line("… and " + (failed.size() - MAX_ERRORS) + " more failures"));
        }
        notRecorded(document, failed);
    }

    /** Which failures are the same can still be told where no text was recorded. */
    private static void notRecorded(Document.Builder document, List<Span> failed) {
        Map<String, Set<String>> hashes = new TreeMap<>();
        for (Span span : failed) {
            FailureMessage message = FailureMessage.of(span);
            if (message != null && message.text() == null && message.hash() != null) {
                hashes.computeIfAbsent(shortType(span.errorType()), type -> new HashSet<>())
                        .add(message.hash());
            }
        }
        hashes.forEach((type, distinct) ->
                document.add(Note.line(type + ": " + Units.count(distinct.size(), "distinct message")
                        + ", not recorded below agentprofiler.content=full")));
    }
}
