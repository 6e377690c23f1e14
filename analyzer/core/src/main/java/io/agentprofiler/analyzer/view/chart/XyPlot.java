// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.view.chart;

import io.agentprofiler.analyzer.view.cell.Fields;
import java.awt.Graphics2D;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Points and lines over two axes that begin at 0.
 *
 * <p><b>Threading:</b> one thread.
 */
public final class XyPlot implements Chart {
    private static final int DOT = 12;

    private final Labels labels;
    private final List<Series> series = new ArrayList<>();

    public XyPlot(Labels labels) {
        this.labels = labels;
    }

    /** How points are shown. */
    public enum Style {
        /** A dot each. */
        DOTS,
        /** A dot each and a line from one to the next. */
        LINE,
        /** A broken line only. */
        DASHED
    }

    private record Series(String name, int colour, Marker marker, Style style, List<double[]> points) {}

    /** Adds points as dots in the colour of a number; equal numbers are equal colours. Points that are no numbers are left out. */
    public XyPlot add(String name, int colour, Style style, double[] x, double[] y) {
        return add(name, colour, Marker.CIRCLE, style, x, y);
    }

    /** Adds points in the colour of a number and with a mark. Points that are no numbers are left out. */
    public XyPlot add(String name, int colour, Marker marker, Style style, double[] x, double[] y) {
        List<double[]> known = new ArrayList<>();
        for (int i = 0; i < x.length; i++) {
            if (Double.isFinite(x[i]) && Double.isFinite(y[i])) {
                known.add(new double[] {x[i], y[i]});
            }
        }
        series.add(new Series(name, colour, marker, style, known));
        return this;
    }

    @Override
    public void write(Path file) throws IOException {
        PngFile.write(file, Frame.WIDTH, Frame.HEIGHT, this::draw);
    }

    /** Returns an axis from 0 to the largest of the points' coordinates, 0 for x and 1 for y. */
    private Axis axis(int coordinate) {
        double largest = 0;
        for (Series one : series) {
            for (double[] point : one.points()) {
                largest = Math.max(largest, point[coordinate]);
            }
        }
        return Axis.linear(largest);
    }

    /** Returns labels and axes. The points are left to whoever knows how many of them a page has room for. */
    @Override
    public Fields fields() {
        return labels.fields("points").put("x", axis(0).fields(labels.x())).put("y", axis(1).fields(labels.y()));
    }

    private void draw(Graphics2D graphics) {
        Axis x = axis(0);
        Frame frame = new Frame(graphics, x.end(), axis(1));
        x.marks().forEach(mark -> frame.xMark(mark, x.text(mark)));
        frame.draw(labels);
        frame.legend(series.stream()
                .map(one -> new Frame.LegendKey(one.name(), Palette.series(one.colour()), one.marker()))
                .toList());
        series.forEach(one -> draw(graphics, frame, one));
    }

    private static void draw(Graphics2D graphics, Frame frame, Series one) {
        graphics.setColor(Palette.series(one.colour()));
        if (one.style() == Style.DASHED) {
            frame.dashes();
        } else {
            frame.lines();
        }
        double[] before = null;
        for (double[] point : one.points()) {
            int x = frame.x(point[0]);
            int y = frame.y(point[1]);
            if (one.style() != Style.DASHED) {
                one.marker().draw(graphics, x, y, DOT);
            }
            if (one.style() != Style.DOTS && before != null) {
                graphics.drawLine(frame.x(before[0]), frame.y(before[1]), x, y);
            }
            before = point;
        }
    }
}
