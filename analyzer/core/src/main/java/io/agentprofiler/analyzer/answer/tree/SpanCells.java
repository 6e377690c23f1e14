// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.tree;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.SpanFlag;
import io.agentprofiler.analyzer.trace.SpanLabel;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.workflow.WorkflowEnd;
import io.agentprofiler.analyzer.view.Facts;
import io.agentprofiler.analyzer.view.cell.Cell;
import io.agentprofiler.analyzer.view.cell.Emphasis;
import io.agentprofiler.analyzer.view.cell.Track;
import io.agentprofiler.analyzer.view.cell.Units;
import io.agentprofiler.analyzer.view.terminal.Texts;
import java.util.List;

/** What the drawings of a workflow have in common. */
final class SpanCells {
    private static final int MAX_NAME = 64;

    private SpanCells() {}

    /** Returns what stands above a drawing. */
    static Facts facts(Trace trace) {
        Facts.Builder facts = Facts.about("")
                .add(length(trace))
                .addAll(workAfterEnd(trace))
                .addAll(ended(WorkflowEnd.of(trace)))
                .add(Units.count(trace.spans().size(), "span"))
                .add(trace.root().hasMoment() ? Units.time(trace.root().startNanos()) + " UTC" : "when is not known")
                .add("trace " + trace.id());
        long untold = trace.spans().stream().filter(span -> !span.tellsStatus()).count();
        if (untold > 0) {
            facts.add("whether " + (trace.spans().size() == 1 ? "it" : Units.count(untold) + " of them")
                    + " failed is not known");
        }
        return facts.build();
    }

    /** Returns how the workflow ended; what is not known of it stands at the end. */
    private static List<Cell> ended(WorkflowEnd end) {
        return switch (end.ending()) {
            case OK -> List.of(Cell.words(end.words()));
            case OK_WITH_FAILURES, FAILED -> List.of(Cell.words(end.words()).with(Emphasis.BAD));
            case CANCELLED, UNFINISHED -> List.of(Cell.words(end.words()).with(Emphasis.WARNING));
            case UNKNOWN -> end.hasFailures() ? List.of(Cell.words(end.words()).with(Emphasis.BAD)) : List.of();
        };
    }

    /** Returns how long work went on where it outlived the workflow, beside whose length it stands. */
    private static List<Cell> workAfterEnd(Trace trace) {
        long nanos = trace.workNanos();
        return nanos == Unknown.LONG
                ? List.of()
                : List.of(Cell.words("work went on until " + Units.duration(nanos))
                        .with(Emphasis.WARNING));
    }

    /** Returns a cell in the colour of a span, by its kind or by how it ended. */
    static Cell coloured(Cell cell, Span span) {
        Emphasis emphasis = span.status() == SpanStatus.OK
                ? Emphasis.PLAIN
                : span.status() == SpanStatus.ERROR ? Emphasis.BAD : Emphasis.WARNING;
        return cell.of(span.kind()).with(emphasis);
    }

    /** Returns a span's name, cut where it is very long, behind what leads to it in the drawing. */
    static Cell name(String before, String name) {
        return Cell.name(before + Texts.cut(name, MAX_NAME, "…"));
    }

    /** Returns the name with the kind in front, unless it says so itself. */
    static String kindAndName(Span span) {
        String name = SpanLabel.of(span);
        String word = span.kind().word();
        return name.equals(word) || name.startsWith(word + " ") ? name : word + " " + name;
    }

    /** Returns the class of a failure without its package. */
    static String shortType(String type) {
        return type == null ? "error" : type.substring(type.lastIndexOf('.') + 1);
    }

    private static Cell length(Trace trace) {
        Span root = trace.root();
        return !hasLength(root)
                ? Cell.words("length not known")
                : root.has(SpanFlag.LENGTH_ESTIMATED)
                        ? Cell.words("about " + Units.duration(trace.durationNanos()))
                        : Cell.duration(trace.durationNanos());
    }

    /** Answers whether a length of the span is known, if only an estimate. */
    static boolean hasLength(Span span) {
        return !span.has(SpanFlag.START_MISSING) && span.hasLength();
    }

    /** Returns the length, dimmed where it is an estimate. */
    static Cell duration(Span span) {
        Cell length = hasLength(span) ? Cell.duration(span.durationNanos()) : Cell.unknown();
        return span.has(SpanFlag.LENGTH_ESTIMATED) ? length.with(Emphasis.DIM) : length;
    }

    /** Returns the time spent in the span itself. */
    static Cell self(Span span) {
        return span.isSelfTimed() ? Cell.duration(span.selfNanos()) : Cell.unknown();
    }

    /** Returns a stretch of a workflow's time. */
    static Track.Stretch stretch(Trace trace, long fromNanos, long toNanos, Track.Shade shade) {
        return new Track.Stretch(at(trace, fromNanos), at(trace, toNanos), shade);
    }

    /** Returns a moment's place on the scale of a workflow, 0 to 1. */
    static double at(Trace trace, long nanos) {
        return (nanos - trace.startNanos()) / (double) Math.max(1, trace.durationNanos());
    }
}
