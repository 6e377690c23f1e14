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
import io.agentprofiler.analyzer.view.Cell;
import io.agentprofiler.analyzer.view.Column;
import io.agentprofiler.analyzer.view.Document;
import io.agentprofiler.analyzer.view.Emphasis;
import io.agentprofiler.analyzer.view.Facts;
import io.agentprofiler.analyzer.view.Note;
import io.agentprofiler.analyzer.view.Section;
import io.agentprofiler.analyzer.view.Table;
import io.agentprofiler.analyzer.view.Track;
import io.agentprofiler.analyzer.view.Track.Shade;
import io.agentprofiler.analyzer.view.Track.Stretch;
import io.agentprofiler.analyzer.view.Units;
import io.agentprofiler.analyzer.view.terminal.Texts;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Workflows over time: a row per span with a bar that tells when the workflow waited for the span itself, when for its
 * children, when for neither, and when the first chunk of a streamed answer came.
 */
final class WaterfallDocument {
    private static final int MIN_BAR = 20;
    /** What a row needs besides the bar. */
    private static final int BESIDE = 64;

    private static final int MIN_NAME = 24;
    private static final int MAX_NAME = 40;
    private static final int MAX_INDENT = 12;

    private final Trace trace;
    private final CriticalPath path;
    private final Map<Span, List<PathStretch>> pieces = new IdentityHashMap<>();

    private WaterfallDocument(Trace trace) {
        this.trace = trace;
        this.path = CriticalPath.of(trace);
        for (PathStretch piece : path.pieces()) {
            if (piece.span() != null) {
                pieces.computeIfAbsent(piece.span(), any -> new ArrayList<>()).add(piece);
            }
        }
    }

    /** Describes workflows, at most {@code maxRows} spans of each for people. */
    static Document of(List<Trace> traces, int maxRows, List<Section> data) {
        Document.Builder document = Document.of("agent-profiler-waterfall/1", "Workflows")
                .add(SpanFields.workflows(traces, trace -> {
                    CriticalPath path = CriticalPath.of(trace);
                    return (span, fields) -> fields.put("path_ns", path.onPathNanos(span))
                            .put(
                                    "first_chunk_ns",
                                    firstChunk(span) ? span.chunks().firstNanos() - trace.startNanos() : null);
                }));
        traces.forEach(trace -> document.add(new WaterfallDocument(trace).section(maxRows)));
        return document.addAll(data).build();
    }

    private static boolean firstChunk(Span span) {
        return span.chunks() != null && span.chunks().firstNanos() != SpanEvent.ABSENT;
    }

    private Section section(int maxRows) {
        BitSet shown = LongestSpans.of(trace, maxRows);
        List<Span> rows =
                trace.spans().stream().filter(span -> shown.get(span.index())).toList();
        int hidden = trace.spans().size() - rows.size();
        return Section.under(trace.root().name(), "")
                .add(SpanFields.facts(trace))
                .add(Table.of(null, rows)
                        .minFirst(MIN_NAME)
                        .text(null, "span", span -> SpanFields.coloured(Cell.name(name(span)), span))
                        .number(
                                null,
                                "+at",
                                span -> Cell.duration(Math.max(0, span.startNanos() - trace.startNanos()))
                                        .with(Emphasis.DIM))
                        .dispensable(2)
                        .number(null, "time", span -> Cell.duration(span.durationNanos()))
                        .number(null, "path", this::share)
                        .dispensable(3)
                        .tracks(
                                "time line",
                                new Column.Axis(
                                        Units.duration(trace.durationNanos()),
                                        width -> Math.max(MIN_BAR, width - BESIDE)),
                                span -> SpanFields.coloured(Cell.track(track(span)), span))
                        .build())
                .add(legend())
                .add(hidden > 0, () -> Note.aside("… " + Units.count(hidden, "shorter span") + " not shown"))
                .build();
    }

    private static String name(Span span) {
        String indent = "  ".repeat(Math.min(MAX_INDENT, span.depth()));
        return Texts.cut(indent + mark(span.status()) + Texts.safe(SpanLabel.of(span)), MAX_NAME, "…");
    }

    /** Colours tell it, too, but not everyone sees those. */
    private static String mark(SpanStatus status) {
        return switch (status) {
            case OK -> "";
            case ERROR, CANCELLED -> "✗ ";
            case UNFINISHED -> "… ";
        };
    }

    private Cell share(Span span) {
        long nanos = path.onPathNanos(span);
        return nanos == 0 ? Cell.EMPTY : Cell.share(nanos, path.wallNanos());
    }

    private Facts legend() {
        Facts.Builder legend = Facts.about("")
                .add(dim("█ the workflow waited for it"))
                .add(dim("─ for what it called"))
                .add(dim("░ for neither"))
                .add(dim("┃ first chunk"));
        for (SpanStatus status : SpanStatus.values()) {
            if (status != SpanStatus.OK && trace.spans().stream().anyMatch(span -> span.status() == status)) {
                legend.add(dim(mark(status) + status.word()));
            }
        }
        return legend.build();
    }

    private static Cell dim(String words) {
        return Cell.words(words).with(Emphasis.DIM);
    }

    private Track track(Span span) {
        boolean parent = !span.children().isEmpty() && path.isOnPath(span);
        List<Stretch> stretches = new ArrayList<>();
        stretches.add(stretch(span.startNanos(), span.endNanos(), parent ? Shade.LINE : Shade.FAINT));
        for (PathStretch piece : pieces.getOrDefault(span, List.of())) {
            stretches.add(stretch(piece.startNanos(), piece.endNanos(), Shade.SOLID));
        }
        Track track = new Track(stretches, Double.NaN);
        return firstChunk(span) ? track.first(place(span.chunks().firstNanos())) : track;
    }

    private Stretch stretch(long from, long to, Shade shade) {
        return new Stretch(place(from), place(to), shade);
    }

    private double place(long nanos) {
        return (nanos - trace.startNanos()) / (double) Math.max(1, trace.durationNanos());
    }
}
