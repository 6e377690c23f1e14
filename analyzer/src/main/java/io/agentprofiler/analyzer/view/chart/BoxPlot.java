// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.view.chart;

import io.agentprofiler.analyzer.stat.Quantile;
import java.awt.BasicStroke;
import java.awt.Graphics2D;
import java.awt.Rectangle;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A box from the first to the third quartile for each group, with a line at the median, whiskers to the last value within
 * one and a half times the box's height, and a dot for each value beyond.
 *
 * <p><b>Threading:</b> one thread.
 */
public final class BoxPlot {
    /** Boxes that fit; more groups are not drawn. */
    public static final int MOST_BOXES = 20;

    private static final double FENCE = 1.5;
    private static final int DOT = 8;
    private static final int MOST_DOTS = 2_000;

    private final String title;
    private final String xLabel;
    private final String yLabel;
    private final List<Box> boxes = new ArrayList<>();

    public BoxPlot(String title, String xLabel, String yLabel) {
        this.title = title;
        this.xLabel = xLabel;
        this.yLabel = yLabel;
    }

    private record Box(String name, double[] sorted) {
        double quantile(double share) {
            return Quantile.of(sorted, share);
        }
    }

    /** Adds a group; one without values is not shown, nor one beyond {@value #MOST_BOXES}. */
    public BoxPlot add(String name, double[] values) {
        if (values.length > 0 && boxes.size() < MOST_BOXES) {
            double[] sorted = values.clone();
            Arrays.sort(sorted);
            boxes.add(new Box(name, sorted));
        }
        return this;
    }

    /**
     * Draws the file.
     *
     * @throws IOException when it cannot be written, or this Java installation has no fonts
     */
    public void write(Path file) throws IOException {
        PngFile.write(file, Frame.WIDTH, Frame.HEIGHT, this::draw);
    }

    private void draw(Graphics2D graphics) {
        double largest = boxes.stream()
                .mapToDouble(box -> box.sorted()[box.sorted().length - 1])
                .max()
                .orElse(0);
        Frame frame = new Frame(graphics, Math.max(1, boxes.size()), new Axis(largest));
        List<Frame.Key> keys = new ArrayList<>();
        for (int i = 0; i < boxes.size(); i++) {
            Box box = boxes.get(i);
            frame.xMark(i + 0.5, "n=" + box.sorted().length);
            keys.add(new Frame.Key(box.name(), Palette.series(i)));
        }
        frame.draw(title, xLabel, yLabel);
        frame.legend(keys);
        for (int i = 0; i < boxes.size(); i++) {
            draw(graphics, frame, boxes.get(i), i);
        }
    }

    private static void draw(Graphics2D graphics, Frame frame, Box box, int place) {
        double low = box.quantile(0.25);
        double high = box.quantile(0.75);
        double fence = FENCE * (high - low);
        double lowWhisker = Arrays.stream(box.sorted())
                .filter(value -> value >= low - fence)
                .min()
                .orElse(low);
        double highWhisker = Arrays.stream(box.sorted())
                .filter(value -> value <= high + fence)
                .max()
                .orElse(high);
        int middle = frame.x(place + 0.5);
        int half = (frame.x(place + 1.0) - frame.x(place)) / 4;
        graphics.setColor(Palette.series(place));
        graphics.setStroke(new BasicStroke(3));
        graphics.drawLine(middle, frame.y(lowWhisker), middle, frame.y(low));
        graphics.drawLine(middle, frame.y(high), middle, frame.y(highWhisker));
        graphics.drawLine(middle - half / 2, frame.y(lowWhisker), middle + half / 2, frame.y(lowWhisker));
        graphics.drawLine(middle - half / 2, frame.y(highWhisker), middle + half / 2, frame.y(highWhisker));
        Rectangle body =
                new Rectangle(middle - half, frame.y(high), 2 * half, Math.max(2, frame.y(low) - frame.y(high)));
        graphics.fill(body);
        graphics.setColor(Palette.TEXT);
        int median = frame.y(box.quantile(0.5));
        graphics.drawLine(middle - half, median, middle + half, median);
        graphics.setColor(Palette.series(place));
        Arrays.stream(box.sorted())
                .filter(value -> value < lowWhisker || value > highWhisker)
                .limit(MOST_DOTS)
                .forEach(value -> graphics.fillOval(middle - DOT / 2, frame.y(value) - DOT / 2, DOT, DOT));
    }
}
