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
 * A {@link Box} for each group over a logarithmic axis: from the first to the third quartile, with a line at the median, whiskers,
 * and a dot for each value beyond them.
 *
 * <p><b>Threading:</b> one thread.
 */
public final class BoxPlot implements Chart {
    private static final int DOT = 8;
    /** On a logarithmic axis of a page, values nearer to each other than this are one dot. */
    private static final double APART = 1.01;

    private final Labels labels;
    private final List<BoxGroup> groups = new ArrayList<>();

    public BoxPlot(Labels labels) {
        this.labels = labels;
    }

    private record BoxGroup(String name, Box box) {}

    /** Adds a group; one beyond {@value BarPlot#MOST_GROUPS} is not drawn. Its values are above 0. */
    public BoxPlot add(String name, Box box) {
        if (groups.size() < BarPlot.MOST_GROUPS) {
            groups.add(new BoxGroup(name, box));
        }
        return this;
    }

    @Override
    public void write(Path file) throws IOException {
        PngFile.write(file, Frame.WIDTH, Frame.HEIGHT, this::draw);
    }

    /** Returns the axis, which has a length even where all values are equal. */
    private Axis axis() {
        return Axis.logarithmic(
                groups.stream().mapToDouble(group -> group.box().min()).min().orElse(1),
                groups.stream().mapToDouble(group -> group.box().max()).max().orElse(1));
    }

    @Override
    public Fields fields() {
        return labels.fields("boxes")
                .put("x", new Fields().put("title", labels.x()))
                .put("y", axis().fields(labels.y()))
                .put(
                        "groups",
                        groups.stream()
                                .map(group -> fields(group.name(), group.box()))
                                .toList());
    }

    private static Fields fields(String name, Box box) {
        List<Double> beyond = new ArrayList<>();
        for (double value : box.beyond()) {
            // what lies on one another looks like one
            if (beyond.isEmpty()
                    || value > box.most() && beyond.get(beyond.size() - 1) < box.least()
                    || value / beyond.get(beyond.size() - 1) > APART) {
                beyond.add(value);
            }
        }
        return new Fields()
                .put("name", name)
                .put("n", box.values())
                .put("least", box.least())
                .put("lower", box.lower())
                .put("median", box.median())
                .put("upper", box.upper())
                .put("most", box.most())
                .put("min", box.min())
                .put("max", box.max())
                .put("beyond", beyond);
    }

    private void draw(Graphics2D graphics) {
        Axis y = axis();
        Frame frame = new Frame(graphics, Math.max(1, groups.size()), y);
        frame.draw(labels);
        for (int i = 0; i < groups.size(); i++) {
            frame.group(i, groups.get(i).name(), "n=" + groups.get(i).box().values());
            draw(graphics, frame, groups.get(i).box(), i);
        }
    }

    private static void draw(Graphics2D graphics, Frame frame, Box box, int place) {
        int middle = frame.x(place + 0.5);
        int half = (frame.x(place + 1.0) - frame.x(place)) / 4;
        graphics.setColor(Palette.series(place));
        frame.lines();
        graphics.drawLine(middle, frame.y(box.least()), middle, frame.y(box.lower()));
        graphics.drawLine(middle, frame.y(box.upper()), middle, frame.y(box.most()));
        graphics.drawLine(middle - half / 2, frame.y(box.least()), middle + half / 2, frame.y(box.least()));
        graphics.drawLine(middle - half / 2, frame.y(box.most()), middle + half / 2, frame.y(box.most()));
        graphics.fillRect(
                middle - half,
                frame.y(box.upper()),
                2 * half,
                Math.max(2, frame.y(box.lower()) - frame.y(box.upper())));
        graphics.setColor(Palette.TEXT);
        int median = frame.y(box.median());
        graphics.drawLine(middle - half, median, middle + half, median);
        graphics.setColor(Palette.series(place));
        box.beyond().forEach(value -> graphics.fillOval(middle - DOT / 2, frame.y(value) - DOT / 2, DOT, DOT));
    }
}
