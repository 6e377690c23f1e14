// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.view;

import io.agentprofiler.analyzer.view.HtmlView.HtmlText;
import io.agentprofiler.analyzer.view.Scatter.Dot;
import io.agentprofiler.analyzer.view.chart.Axis;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * Draws a {@link Scatter} as SVG in a page. Colours are the page's, by the class of a circle. Lengths are pixels of a drawing that a
 * narrow window shrinks.
 *
 * <p><b>Threading:</b> one thread.
 */
final class ScatterSvg {
    private static final int WIDTH = 760;
    private static final int HEIGHT = 360;
    private static final int LEFT = 90;
    private static final int RIGHT = 180;
    private static final int TOP = 36;
    private static final int BOTTOM = 50;
    private static final int LARGEST = 22;
    private static final int SMALLEST = 4;
    private static final int GAP = 6;
    private static final int LINE = 16;

    private final StringBuilder svg = new StringBuilder();
    private final Scatter scatter;
    private final Axis x;
    private final Axis y;

    private ScatterSvg(Scatter scatter) {
        this.scatter = scatter;
        x = Axis.linear(largest(Dot::x));
        y = Axis.linear(largest(Dot::y));
    }

    /** Returns the drawing. */
    static String of(Scatter scatter) {
        ScatterSvg drawing = new ScatterSvg(scatter);
        drawing.draw();
        return drawing.svg.toString();
    }

    private double largest(ToDoubleFunction<Dot> figure) {
        return scatter.dots().stream().mapToDouble(figure).max().orElse(0);
    }

    private void draw() {
        String label = scatter.y().label() + " against " + scatter.x().label();
        add(
                "<svg class=\"scatter\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\">\n",
                WIDTH, HEIGHT, said(label));
        for (double mark : x.marks()) {
            line(right(mark), TOP, right(mark), HEIGHT - BOTTOM);
            text(
                    right(mark),
                    HEIGHT - BOTTOM + LINE,
                    "middle",
                    scatter.x().text().apply(mark));
        }
        for (double mark : y.marks()) {
            line(LEFT, up(mark), WIDTH - RIGHT, up(mark));
            text(LEFT - GAP, up(mark) + GAP / 2.0, "end", scatter.y().text().apply(mark));
        }
        text((LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - GAP, "middle", scatter.x().label());
        text(LEFT - GAP, TOP - LINE, "end", scatter.y().label());
        double size = largest(Dot::size);
        List<Dot> largestFirst = scatter.dots().stream()
                .sorted(Comparator.comparingDouble(Dot::size).reversed())
                .toList();
        for (Dot dot : largestFirst) {
            // areas are compared, not radii
            double radius = Math.max(SMALLEST, LARGEST * Math.sqrt(size > 0 ? dot.size() / size : 1));
            add(
                    "<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\"><title>%s</title></circle>\n",
                    dot.emphasis().word(), right(dot.x()), up(dot.y()), radius, said(dot.name() + ": " + dot.told()));
            text(right(dot.x()) + radius + GAP / 2.0, up(dot.y()) + GAP / 2.0, "start", dot.name());
        }
        svg.append("</svg>\n");
    }

    private double right(double value) {
        return LEFT + x.share(value) * (WIDTH - LEFT - RIGHT);
    }

    private double up(double value) {
        return HEIGHT - BOTTOM - y.share(value) * (HEIGHT - TOP - BOTTOM);
    }

    private void line(double fromX, double fromY, double toX, double toY) {
        add("<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>\n", fromX, fromY, toX, toY);
    }

    private void text(double atX, double atY, String anchor, String words) {
        add("<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>\n", atX, atY, anchor, said(words));
    }

    private static String said(String words) {
        return HtmlText.escaped(words);
    }

    private void add(String format, Object... values) {
        svg.append(String.format(Locale.ROOT, format, values));
    }
}
