// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.tree;

import io.agentprofiler.analyzer.trace.metric.calltree.PathWeights;
import io.agentprofiler.analyzer.view.Block;
import io.agentprofiler.analyzer.view.Column;
import io.agentprofiler.analyzer.view.Document;
import io.agentprofiler.analyzer.view.Note;
import io.agentprofiler.analyzer.view.Section;
import io.agentprofiler.analyzer.view.Table;
import io.agentprofiler.analyzer.view.Value;
import io.agentprofiler.analyzer.view.cell.Cell;
import io.agentprofiler.analyzer.view.cell.Emphasis;
import io.agentprofiler.analyzer.view.cell.Track;
import io.agentprofiler.analyzer.view.cell.Units;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** A flame graph: a row per call path, its bar as wide as its part of the whole and below its parent's. */
final class FlameDocument {
    private static final int MIN_BAR = 20;
    /** What a row needs besides the bar. */
    private static final int BESIDE = 72;

    private static final int MIN_NAME = 32;
    private static final int MAX_INDENT = 24;

    private final PathWeight by;
    private final long whole;
    private final int maxRows;
    private final double minShare;
    private final List<Node> shown = new ArrayList<>();
    private int hidden;
    private long hiddenWeight;

    private FlameDocument(PathWeights top, PathWeight by, int maxRows, double minShare) {
        this.by = by;
        this.whole = top.subtree();
        this.maxRows = maxRows;
        this.minShare = minShare;
    }

    /**
     * Describes the graph.
     *
     * @param of what it is of, in words
     * @param maxRows most rows for people; the heaviest paths are shown
     * @param minShare part of the whole below which people do not see a path, 0 to 1
     * @param below what is said below it
     */
    static Document of(
            PathWeights top, PathWeight by, String of, int maxRows, double minShare, List<? extends Block> below) {
        FlameDocument graph = new FlameDocument(top, by, maxRows, minShare);
        String title = "Flame graph by " + by + ", " + of;
        return Document.of("agent-profiler-flame/1", "Flame graph")
                .add(new Value("by", by.toString()))
                .add(new Value("unit", by.unit()))
                .add(new Value("whole", by.subtree(top).raw()))
                .add(graph.records(top))
                .add(graph.section(top, title))
                .addAll(below)
                .build();
    }

    /** A path: its last step, the path above, and where its bar starts, 0 to 1. */
    private record Node(PathWeights weights, Node above, int depth, double from) {
        List<String> path() {
            Deque<String> path = new ArrayDeque<>();
            for (Node node = this; node != null; node = node.above) {
                path.addFirst(node.weights.name());
            }
            return List.copyOf(path);
        }

        static List<Node> below(Node above, PathWeights weights) {
            int depth = above == null ? 0 : above.depth + 1;
            return weights.children().stream()
                    .map(child -> new Node(child, above, depth, 0))
                    .toList();
        }
    }

    /** Every path, each before those below it. */
    private Table records(PathWeights top) {
        List<Node> all = new ArrayList<>();
        Deque<Node> stack = new ArrayDeque<>();
        push(stack, Node.below(null, top));
        while (!stack.isEmpty()) {
            Node node = stack.pop();
            all.add(node);
            push(stack, Node.below(node, node.weights()));
        }
        return Table.of("paths", all)
                .field("path", Node::path)
                .field("kind", FlameDocument::kind)
                .field("all", node -> by.subtree(node.weights()).raw())
                .field("own", node -> by.own(node.weights()).raw())
                .field("spans", node -> spans(node).raw())
                .build();
    }

    /** Leaves the first node on top. */
    private static void push(Deque<Node> stack, List<Node> nodes) {
        for (int i = nodes.size() - 1; i >= 0; i--) {
            stack.push(nodes.get(i));
        }
    }

    private Section section(PathWeights top, String title) {
        if (whole <= 0) {
            return Section.titled(title, "", Note.line("of these spans nothing of the kind is known"));
        }
        choose(top);
        return Section.under(title, by.cell(whole).text())
                .add(table())
                .add(
                        hidden > 0,
                        () -> Note.aside("… " + Units.count(hidden, "smaller path") + " not shown, "
                                + by.cell(hiddenWeight).text()))
                .build();
    }

    private void choose(PathWeights top) {
        Deque<Node> stack = new ArrayDeque<>();
        push(stack, heavy(null, top));
        while (!stack.isEmpty()) {
            Node next = stack.pop();
            if (shown.size() < maxRows) {
                shown.add(next);
                push(stack, heavy(next, next.weights()));
            } else {
                hide(next.weights());
            }
        }
    }

    /** Returns the paths below one that are worth a row, their bars next to each other. */
    private List<Node> heavy(Node above, PathWeights weights) {
        List<Node> heavy = new ArrayList<>();
        double at = above == null ? 0 : above.from();
        for (Node child : Node.below(above, weights)) {
            double share = share(child.weights());
            if (share < minShare || share == 0) {
                hide(child.weights());
            } else {
                heavy.add(new Node(child.weights(), above, child.depth(), at));
                at += share;
            }
        }
        return heavy;
    }

    private double share(PathWeights weights) {
        return weights.subtree() / (double) whole;
    }

    private void hide(PathWeights weights) {
        if (weights.subtree() > 0) {
            hidden++;
            hiddenWeight += weights.subtree();
        }
    }

    private Table table() {
        return Table.of(null, shown)
                .minFirst(MIN_NAME)
                .text("path", FlameDocument::name)
                .number("all", node -> by.cell(node.weights().subtree()))
                .number("share", node -> Cell.share(node.weights().subtree(), whole))
                .number(
                        "own",
                        node -> node.weights().own() == 0
                                ? Cell.EMPTY
                                : by.cell(node.weights().own()).with(Emphasis.DIM))
                .dispensable(2)
                .number("spans", node -> spans(node).with(Emphasis.DIM))
                .dispensable(3)
                .tracks(
                        "part of the whole",
                        new Column.TrackAxis("", width -> Math.max(MIN_BAR, width - BESIDE)),
                        node -> Cell.track(Track.of(node.from(), node.from() + share(node.weights())))
                                .of(node.weights().kind()))
                .dispensable(1)
                .build();
    }

    private static String kind(Node node) {
        return node.weights().kind() == null ? null : node.weights().kind().word();
    }

    /** A path of which no span is known was summed up by another program. */
    private static Cell spans(Node node) {
        return node.weights().spans() == 0
                ? Cell.unknown()
                : Cell.count(node.weights().spans());
    }

    private static Cell name(Node node) {
        String indent = "  ".repeat(Math.min(MAX_INDENT, node.depth()));
        return Cell.name(indent + node.weights().name()).of(node.weights().kind());
    }
}
