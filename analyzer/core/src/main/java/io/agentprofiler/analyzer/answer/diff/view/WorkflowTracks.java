// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.diff.view;

import io.agentprofiler.analyzer.answer.diff.side.Typical;
import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.SpanFlag;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.workflow.LongestSpans;
import io.agentprofiler.analyzer.view.Column;
import io.agentprofiler.analyzer.view.Section;
import io.agentprofiler.analyzer.view.SideBySide;
import io.agentprofiler.analyzer.view.Table;
import io.agentprofiler.analyzer.view.cell.Cell;
import io.agentprofiler.analyzer.view.cell.Emphasis;
import io.agentprofiler.analyzer.view.cell.Track;
import io.agentprofiler.analyzer.view.cell.Units;
import java.util.BitSet;
import java.util.List;

/** A workflow of each side next to each other, on one time scale. */
final class WorkflowTracks {
    private static final int MAX_SPANS = 300;
    private static final int MAX_INDENT = 12;
    private static final int MIN_TRACK = 20;
    /** What a row needs besides the track. */
    private static final int BESIDE = 72;

    private WorkflowTracks() {}

    static Section of(Typical typical) {
        long scale = Math.max(length(typical.before()), length(typical.after()));
        return Section.under(
                        "A workflow of each side",
                        "the workflow closest to its side's median, or the one asked for, on one time scale;"
                                + " a tick marks the first chunk of an answer")
                .place(Section.Place.PAGES)
                .add(new SideBySide(
                        List.of(side("before", typical.before(), scale), side("after", typical.after(), scale))))
                .build();
    }

    private static long length(Trace trace) {
        return trace == null || !trace.root().hasLength() ? 0 : trace.durationNanos();
    }

    private static Section side(String title, Trace trace, long scaleNanos) {
        if (trace == null) {
            return Section.titled(title, "no workflow");
        }
        BitSet shown = LongestSpans.of(trace, MAX_SPANS);
        String scale = scaleNanos == 0 ? "" : Units.duration(scaleNanos);
        Column.TrackAxis axis = new Column.TrackAxis(scale, width -> Math.max(MIN_TRACK, width - BESIDE));
        Table spans = Table.of(null, trace.spans())
                .where(span -> shown.get(span.index()))
                .outOf(trace.spans().size(), "shorter span")
                .text("span", WorkflowTracks::name)
                .tracks(
                        "time",
                        axis,
                        span -> span.hasMoment() && scaleNanos > 0
                                ? Cell.track(track(trace, span, scaleNanos)).of(span.kind())
                                : Cell.EMPTY)
                .number("length", WorkflowTracks::length)
                .number(
                        "self",
                        span -> span.isSelfTimed()
                                ? Cell.duration(span.selfNanos()).with(Emphasis.DIM)
                                : Cell.unknown())
                .dispensable(1)
                .number(
                        "+at",
                        span -> span.hasMoment()
                                ? Cell.duration(Math.max(0, span.startNanos() - trace.startNanos()))
                                        .with(Emphasis.DIM)
                                : Cell.unknown())
                .dispensable(2)
                .build();
        return Section.titled(
                title,
                trace.root().name() + " · " + told(trace.root()) + " · "
                        + Units.count(trace.spans().size(), "span") + " · " + trace.id(),
                spans);
    }

    private static Cell length(Span span) {
        Cell length = span.hasLength() ? Cell.duration(span.durationNanos()) : Cell.unknown();
        return span.has(SpanFlag.LENGTH_ESTIMATED) ? length.with(Emphasis.DIM) : length;
    }

    private static String told(Span root) {
        return !root.hasLength()
                ? "length not known"
                : (root.has(SpanFlag.LENGTH_ESTIMATED) ? "about " : "") + Units.duration(root.durationNanos());
    }

    private static Cell name(Span span) {
        String indent = " ".repeat(Math.min(MAX_INDENT, span.depth()));
        boolean failed = span.status() == SpanStatus.ERROR;
        Cell name = Cell.name(indent + (failed ? "✗ " : "") + span.kind().word() + " " + span.name())
                .of(span.kind())
                .with(failed ? Emphasis.BAD : Emphasis.PLAIN);
        return span.status() == SpanStatus.OK ? name : name.and(span.status().word());
    }

    private static Track track(Trace trace, Span span, long scaleNanos) {
        double scale = Math.max(1, scaleNanos);
        Track track = Track.of(
                (span.startNanos() - trace.startNanos()) / scale, (span.endNanos() - trace.startNanos()) / scale);
        boolean streamed = span.chunks() != null && span.chunks().firstNanos() >= span.startNanos();
        return streamed ? track.first((span.chunks().firstNanos() - trace.startNanos()) / scale) : track;
    }
}
