// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.inspect;

import io.agentprofiler.analyzer.metric.calltree.PathWeights;
import io.agentprofiler.analyzer.view.Units;
import io.agentprofiler.analyzer.view.terminal.Bars;
import io.agentprofiler.analyzer.view.terminal.Grid;
import io.agentprofiler.analyzer.view.terminal.Grid.Cell;
import io.agentprofiler.analyzer.view.terminal.Grid.Column;
import io.agentprofiler.analyzer.view.terminal.Ink;
import io.agentprofiler.analyzer.view.terminal.Page;
import io.agentprofiler.analyzer.view.terminal.Screen;
import io.agentprofiler.analyzer.view.terminal.Texts;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;

/**
 * A flame graph in text: a row per call path, its bar as wide as its part of the whole and below its parent's.
 *
 * <p><b>Threading:</b> stateless.
 */
public final class FlameView {
    private static final int MIN_BAR = 20;
    /** What a row needs besides the bar. */
    private static final int BESIDE = 72;

    private static final int MAX_INDENT = 24;

    private final Screen screen;
    private final int maxRows;
    private final double minShare;
    private final LongFunction<String> unit;
    private final Grid table;
    private final int columns;
    private long whole;
    private int rows;
    private int hidden;
    private long hiddenWeight;

    private FlameView(Screen screen, int maxRows, double minShare, LongFunction<String> unit) {
        this.screen = screen;
        this.maxRows = maxRows;
        this.minShare = minShare;
        this.unit = unit;
        this.columns = Math.max(MIN_BAR, screen.width() - BESIDE);
        this.table = new Grid(
                screen,
                32,
                Column.text("path"),
                Column.number("all"),
                Column.number("share"),
                Column.number("own").dispensable(2),
                Column.number("spans").dispensable(3),
                Column.text(screen.rule(columns)).dispensable(1));
    }

    /**
     * Prints the graph.
     *
     * @param title what is shown
     * @param maxRows most rows; the heaviest paths are shown
     * @param minShare part of the whole below which a path is not shown, 0 to 1
     * @param unit writes a number of the graph
     */
    public static void print(
            PathWeights top,
            String title,
            int maxRows,
            double minShare,
            LongFunction<String> unit,
            Screen screen,
            PrintStream out) {
        Page page = new Page(screen);
        page.heading(title, top.subtree() > 0 ? unit.apply(top.subtree()) : "");
        if (top.subtree() <= 0) {
            page.line("of these spans nothing of the kind is known");
        } else {
            new FlameView(screen, maxRows, minShare, unit).show(page, top);
        }
        page.print(out);
    }

    /** A node to show, with the place of its bar, 0 to 1. */
    private record Open(PathWeights node, int depth, double from) {}

    private void show(Page page, PathWeights top) {
        whole = top.subtree();
        List<Open> stack = new ArrayList<>();
        push(stack, top, -1, 0);
        while (!stack.isEmpty()) {
            Open next = stack.remove(stack.size() - 1);
            if (rows < maxRows) {
                row(next);
                push(stack, next.node(), next.depth(), next.from());
            } else {
                hide(next.node());
            }
        }
        page.table(table);
        if (hidden > 0) {
            page.line(page.paint(
                    screen.ellipsis() + " " + Units.count(hidden, "smaller path") + " not shown, "
                            + unit.apply(hiddenWeight),
                    Ink.DIM));
        }
    }

    /** Leaves the heaviest child on top of the stack. */
    private void push(List<Open> stack, PathWeights node, int depth, double from) {
        List<Open> children = new ArrayList<>();
        double at = from;
        for (PathWeights child : node.children()) {
            double share = child.subtree() / (double) whole;
            if (share < minShare || child.subtree() == 0) {
                hide(child);
            } else {
                children.add(new Open(child, depth + 1, at));
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

    private void row(Open open) {
        rows++;
        PathWeights node = open.node();
        Ink ink = TreeView.ink(node.kind());
        double share = node.subtree() / (double) whole;
        table.row(
                Cell.of("  ".repeat(Math.min(MAX_INDENT, open.depth())) + Texts.safe(node.name()), ink),
                Cell.of(unit.apply(node.subtree())),
                Cell.of(Units.share(node.subtree(), whole)),
                Cell.of(node.own() == 0 ? "" : unit.apply(node.own()), Ink.DIM),
                Cell.of(Units.count(node.spans()), Ink.DIM),
                Cell.of(Bars.span(open.from(), open.from() + share, columns, screen.unicode()), ink));
    }
}
