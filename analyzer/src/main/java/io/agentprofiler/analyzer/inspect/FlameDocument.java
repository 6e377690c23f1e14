// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.inspect;

import io.agentprofiler.analyzer.completeness.DataSection;
import io.agentprofiler.analyzer.metric.calltree.PathWeights;
import io.agentprofiler.analyzer.pipeline.Outcome;
import io.agentprofiler.analyzer.view.Cell;
import io.agentprofiler.analyzer.view.Column;
import io.agentprofiler.analyzer.view.Document;
import io.agentprofiler.analyzer.view.Emphasis;
import io.agentprofiler.analyzer.view.Fields;
import io.agentprofiler.analyzer.view.Note;
import io.agentprofiler.analyzer.view.Section;
import io.agentprofiler.analyzer.view.Table;
import io.agentprofiler.analyzer.view.Track;
import io.agentprofiler.analyzer.view.Units;
import io.agentprofiler.analyzer.view.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;

/** A flame graph: a row per call path, its bar as wide as its part of the whole and below its parent's. */
final class FlameDocument {
    private static final int MIN_NAME = 32;
    private static final int MIN_BAR = 20;
    /** What a row needs besides the bar. */
    private static final int BESIDE = 72;

    private static final int MAX_INDENT = 24;

    private final FlameCommand.Weight by;
    private final int maxRows;
    private final double minShare;
    private final long whole;
    private final List<Row> rows = new ArrayList<>();
    private int hidden;
    private long hiddenWeight;

    private FlameDocument(FlameCommand.Weight by, int maxRows, double minShare, long whole) {
        this.by = by;
        this.maxRows = maxRows;
        this.minShare = minShare;
        this.whole = whole;
    }

    /** A path to show, with the place of its bar, 0 to 1. */
    private record Row(PathWeights node, int depth, double from) {}

    /**
     * Describes the graph.
     *
     * @param of what it is of, in words
     * @param maxRows most rows for people; the heaviest paths are shown
     * @param minShare part of the whole below which people are not shown a path, 0 to 1
     */
    static Document of(
            PathWeights top, FlameCommand.Weight by, String of, int maxRows, double minShare, Outcome outcome) {
        Section.Builder section =
                Section.under("Flame graph by " + by + ", " + of, top.subtree() > 0 ? by.text(top.subtree()) : "");
        if (top.subtree() <= 0) {
            section.add(Note.line("of these spans nothing of the kind is known"));
        } else {
            new FlameDocument(by, maxRows, minShare, top.subtree()).show(section, top);
        }
        LongFunction<Object> raw = by::raw;
        return Document.of("agent-profiler-flame/1", "Flame graph")
                .add(new Value("by", by.toString()))
                .add(new Value("paths", paths(top, raw)))
                .add(section.build())
                .addAll(DataSection.ifAny(outcome))
                .build();
    }

    /** Returns all paths below a node, each with those below it. */
    private static List<Fields> paths(PathWeights node, LongFunction<Object> raw) {
        return node.children().stream()
                .map(child -> new Fields()
                        .put("name", child.name())
                        .put("kind", child.kind().word())
                        .put("spans", child.spans())
                        .put("all", raw.apply(child.subtree()))
                        .put("own", raw.apply(child.own()))
                        .put("paths", paths(child, raw)))
                .toList();
    }

    private void show(Section.Builder section, PathWeights top) {
        List<Row> stack = new ArrayList<>();
        push(stack, top, -1, 0);
        while (!stack.isEmpty()) {
            Row next = stack.remove(stack.size() - 1);
            if (rows.size() < maxRows) {
                rows.add(next);
                push(stack, next.node(), next.depth(), next.from());
            } else {
                hide(next.node());
            }
        }
        section.add(Table.of(null, rows)
                        .minFirst(MIN_NAME)
                        .text(
                                null,
                                "path",
                                row -> Cell.name("  ".repeat(Math.min(MAX_INDENT, row.depth()))
                                                + row.node().name())
                                        .of(row.node().kind()))
                        .number(
                                null,
                                "all",
                                row -> Cell.words(by.text(row.node().subtree())))
                        .number(null, "share", row -> Cell.share(row.node().subtree(), whole))
                        .number(
                                null,
                                "own",
                                row -> Cell.words(
                                                row.node().own() == 0
                                                        ? ""
                                                        : by.text(row.node().own()))
                                        .with(Emphasis.DIM))
                        .dispensable(2)
                        .number(
                                null,
                                "spans",
                                row -> Cell.count(row.node().spans()).with(Emphasis.DIM))
                        .dispensable(3)
                        .tracks(
                                "part of the whole",
                                new Column.Axis("", width -> Math.max(MIN_BAR, width - BESIDE)),
                                row -> Cell.track(Track.of(
                                                row.from(),
                                                row.from() + row.node().subtree() / (double) whole))
                                        .of(row.node().kind()))
                        .dispensable(1)
                        .build())
                .add(
                        hidden > 0,
                        () -> Note.aside(
                                "… " + Units.count(hidden, "smaller path") + " not shown, " + by.text(hiddenWeight)));
    }

    /** Leaves the heaviest child on top of the stack. */
    private void push(List<Row> stack, PathWeights node, int depth, double from) {
        List<Row> children = new ArrayList<>();
        double at = from;
        for (PathWeights child : node.children()) {
            double share = child.subtree() / (double) whole;
            if (share < minShare || child.subtree() == 0) {
                hide(child);
            } else {
                children.add(new Row(child, depth + 1, at));
                at += share;
            }
        }
        for (int i = children.size() - 1; i >= 0; i--) {
            stack.add(children.get(i));
        }
    }

    private void hide(PathWeights node) {
        if (node.subtree() > 0) {
            hidden++;
            hiddenWeight += node.subtree();
        }
    }
}
