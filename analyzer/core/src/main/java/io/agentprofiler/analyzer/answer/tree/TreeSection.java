// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.tree;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.trace.FailureMessage;
import io.agentprofiler.analyzer.trace.ServerLoad;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.SpanFlag;
import io.agentprofiler.analyzer.trace.SpanLabel;
import io.agentprofiler.analyzer.trace.Tokens;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import io.agentprofiler.analyzer.trace.metric.sequence.Lanes;
import io.agentprofiler.analyzer.trace.metric.workflow.LongestSpans;
import io.agentprofiler.analyzer.view.Block;
import io.agentprofiler.analyzer.view.Column;
import io.agentprofiler.analyzer.view.Note;
import io.agentprofiler.analyzer.view.Section;
import io.agentprofiler.analyzer.view.Table;
import io.agentprofiler.analyzer.view.cell.Cell;
import io.agentprofiler.analyzer.view.cell.Emphasis;
import io.agentprofiler.analyzer.view.cell.Track;
import io.agentprofiler.analyzer.view.cell.Units;
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
public final class TreeSection {
    private static final int MIN_BAR = 16;
    private static final int MAX_BAR = 60;
    /** From this width on the bars get half of the room. */
    private static final int NARROW = 60;

    private static final int MIN_NAME = 32;
    private static final int MAX_STATE = 28;
    private static final int MAX_INDENT = 24;

    private final Trace trace;
    private final int[] lanes;
    private final BitSet shown;

    private TreeSection(Trace trace, int maxRows) {
        this.trace = trace;
        this.lanes = Lanes.of(trace);
        this.shown = LongestSpans.of(trace, maxRows);
    }

    /** Returns the tree under a heading, at most {@code maxRows} spans of it. */
    public static Section of(Trace trace, int maxRows, String title) {
        return Section.titled(title, "", SpanCells.facts(trace), new TreeSection(trace, maxRows).table());
    }

    /** Returns the tree under the workflow's name, and its failures spelled out. */
    static Section withFailures(Trace trace, int maxRows) {
        List<Block> blocks =
                new ArrayList<>(of(trace, maxRows, trace.root().name()).blocks());
        blocks.addAll(FailureTexts.of(trace));
        return new Section(null, trace.root().name(), "", blocks);
    }

    /** A span; or, where {@code hidden} is not 0, what is not shown below it. */
    private record TreeRow(Span span, long hidden, long hiddenNanos) {
        boolean isSpan() {
            return hidden == 0;
        }
    }

    private Table table() {
        boolean severalLanes = Arrays.stream(lanes).anyMatch(lane -> lane > 0);
        Table.Builder<TreeRow> table = Table.of(null, rows())
                .minFirst(MIN_NAME)
                .text("span", this::name)
                .text("state", ofSpan(span -> SpanCells.coloured(Cell.name(state(span)), span)))
                .dispensable(1)
                .number(
                        "time",
                        row -> row.isSpan()
                                ? SpanCells.duration(row.span())
                                : Cell.duration(row.hiddenNanos()).with(Emphasis.DIM))
                .number("self", ofSpan(span -> SpanCells.self(span).with(Emphasis.DIM)))
                .number("tokens in→out", ofSpan(span -> Cell.words(tokens(Calls.usage(span)))))
                .dispensable(3)
                .number("queue", ofSpan(span -> queue(span.serverLoad())))
                .dispensable(3)
                .number("lane", ofSpan(span -> severalLanes ? Cell.count(lanes[span.index()]) : Cell.EMPTY))
                .dispensable(4)
                .footnote(threads());
        // where nothing has a length there is nothing to draw
        return SpanCells.hasLength(trace.root())
                ? table.tracks("time", axis(), ofSpan(this::bar)).dispensable(2).build()
                : table.build();
    }

    private static Function<TreeRow, Cell> ofSpan(Function<Span, Cell> cell) {
        return row -> row.isSpan() ? cell.apply(row.span()) : Cell.EMPTY;
    }

    private List<TreeRow> rows() {
        List<TreeRow> rows = new ArrayList<>();
        for (Span span : trace.spans()) {
            if (shown.get(span.index())) {
                rows.add(new TreeRow(span, 0, 0));
                List<Span> hidden = span.children().stream()
                        .filter(child -> !shown.get(child.index()))
                        .toList();
                if (!hidden.isEmpty()) {
                    rows.add(new TreeRow(
                            span,
                            hidden.size(),
                            hidden.stream().mapToLong(Span::durationNanos).sum()));
                }
            }
        }
        return rows;
    }

    private Column.TrackAxis axis() {
        return new Column.TrackAxis(
                Units.duration(trace.durationNanos()),
                width -> Math.max(MIN_BAR, Math.min(MAX_BAR, (width - NARROW) / 2)));
    }

    private Cell bar(Span span) {
        Track track = Track.of(SpanCells.at(trace, span.startNanos()), SpanCells.at(trace, span.endNanos()));
        return SpanCells.coloured(Cell.track(track), span);
    }

    private Cell name(TreeRow row) {
        Span span = row.span();
        return row.isSpan()
                ? SpanCells.coloured(SpanCells.name(indent(span), SpanCells.kindAndName(span)), span)
                : Cell.name(" ".repeat(3 * Math.min(MAX_INDENT, span.depth() + 1)) + "… " + Units.count(row.hidden())
                                + " shorter, not shown")
                        .with(Emphasis.DIM);
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
        for (int i = siblings.size() - 1; siblings.get(i) != span; i--) {
            if (shown.get(siblings.get(i).index())) {
                return false;
            }
        }
        return true;
    }

    private static String state(Span span) {
        String state = switch (span.status()) {
            case OK ->
                span.has(SpanFlag.START_MISSING)
                        ? "start missing"
                        : span.has(SpanFlag.LENGTH_ESTIMATED) ? "estimated" : "";
            case ERROR -> Texts.cut("✗ " + SpanCells.shortType(span.errorType()), MAX_STATE, "…");
            case CANCELLED -> "✗ cancelled";
            case UNFINISHED -> "unfinished";
        };
        String marks = (span.has(SpanFlag.REPLAYED) ? " replayed" : "") + (Calls.isWrapper(span) ? " wrapper" : "");
        return (state + marks).strip();
    }

    private static String tokens(Tokens tokens) {
        if (!tokens.isKnown()) {
            return "";
        }
        String output = tokens.output() == Unknown.LONG ? "" : "→" + Units.count(tokens.output());
        return Units.count(tokens.input()) + output;
    }

    /** How many requests waited at the model server when the call began. */
    private static Cell queue(ServerLoad load) {
        return load == null || load.waiting() == Unknown.LONG
                ? Cell.EMPTY
                : Cell.count(load.waiting()).with(Emphasis.DIM);
    }

    /** Nothing where the format knows no threads. */
    private String threads() {
        Map<Integer, String> names = new TreeMap<>();
        for (Span span : trace.spans()) {
            if (shown.get(span.index()) && span.startThread() != null) {
                names.putIfAbsent(lanes[span.index()], lanes[span.index()] + " " + span.startThread());
            }
        }
        return names.isEmpty() ? "" : "lanes by first thread: " + String.join(" · ", names.values());
    }

    /** The failures of a workflow, spelled out. */
    private static final class FailureTexts {
        private static final int MOST = 10;

        private FailureTexts() {}

        static List<Block> of(Trace trace) {
            List<Span> failed = trace.spans().stream()
                    .filter(span -> span.errorType() != null || FailureMessage.of(span) != null)
                    .toList();
            List<Block> notes = new ArrayList<>();
            for (Span span : failed.subList(0, Math.min(MOST, failed.size()))) {
                FailureMessage message = FailureMessage.of(span);
                notes.add(new Note(
                        "✗",
                        SpanLabel.of(span) + " · " + SpanCells.shortType(span.errorType())
                                + (message == null ? "" : ": " + message.words()),
                        Emphasis.BAD));
            }
            if (failed.size() > MOST) {
                notes.add(Note.line("… and " + (failed.size() - MOST) + " more failures"));
            }
            notRecorded(failed)
                    .forEach((type, distinct) -> notes.add(Note.line(type + ": " + distinct.size()
                            + (distinct.size() == 1 ? " distinct message" : " distinct messages")
                            + ", not recorded below agentprofiler.content=full")));
            return notes;
        }

        /** Which failures are the same can still be told where no text was recorded: by the hashes of their messages. */
        private static Map<String, Set<String>> notRecorded(List<Span> failed) {
            Map<String, Set<String>> hashes = new TreeMap<>();
            for (Span span : failed) {
                FailureMessage message = FailureMessage.of(span);
                if (message != null && message.text() == null && message.hash() != null) {
                    hashes.computeIfAbsent(SpanCells.shortType(span.errorType()), type -> new HashSet<>())
                            .add(message.hash());
                }
            }
            return hashes;
        }
    }
}
