// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.view.chart;

import io.agentprofiler.analyzer.view.cell.Fields;
import java.awt.Font;
import java.awt.Graphics2D;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;

/**
 * Bars beside each other, a group of them for each name, with their values written above. A value that is not known has no bar and is
 * written as a question mark.
 *
 * <p><b>Threading:</b> one thread.
 */
public final class BarPlot implements Chart {
    /** Groups that fit into a picture; more are not drawn. */
    public static final int MOST_GROUPS = 20;

    /** Part of a group's width that its bars take. */
    private static final double FILLED = 0.8;

    private static final int VALUE_FONT = 18;
    private static final int GAP = 6;

    private final Labels labels;
    private final boolean logarithmic;
    private final int digits;
    private final List<String> bars;
    private final List<BarGroup> groups = new ArrayList<>();

    /**
     * Starts a chart without groups.
     *
     * @param logarithmic whether the vertical axis is; else it is linear from 0
     * @param digits digits behind the point of values that are written
     * @param bars what the bars of each group are, in order
     */
    public BarPlot(Labels labels, boolean logarithmic, int digits, List<String> bars) {
        this.labels = labels;
        this.logarithmic = logarithmic;
        this.digits = digits;
        this.bars = List.copyOf(bars);
    }

    private record BarGroup(String name, String below, double[] values) {}

    /**
     * Adds a group; one beyond {@value #MOST_GROUPS} is not drawn.
     *
     * @param below written below its name
     * @param values a value for each bar; NaN is not known
     */
    public BarPlot add(String name, String below, double... values) {
        if (groups.size() < MOST_GROUPS) {
            groups.add(new BarGroup(name, below, values.clone()));
        }
        return this;
    }

    @Override
    public void write(Path file) throws IOException {
        PngFile.write(file, Frame.WIDTH, Frame.HEIGHT, this::draw);
    }

    @Override
    public Fields fields() {
        return labels.fields("bars")
                .put("x", new Fields().put("title", labels.x()))
                .put("y", axis().fields(labels.y()))
                .put("bars", bars)
                .put(
                        "groups",
                        groups.stream()
                                .map(group -> new Fields()
                                        .put("name", group.name())
                                        .put("below", group.below())
                                        .put(
                                                "values",
                                                Arrays.stream(group.values())
                                                        .mapToObj(value -> Double.isFinite(value) ? value : null)
                                                        .toList())
                                        .put(
                                                "texts",
                                                Arrays.stream(group.values())
                                                        .mapToObj(this::text)
                                                        .toList()))
                                .toList());
    }

    private String text(double value) {
        return Double.isFinite(value) ? String.format(Locale.ROOT, "%,." + digits + "f", value) : "?";
    }

    private DoubleStream known() {
        return groups.stream()
                .flatMapToDouble(group -> Arrays.stream(group.values()))
                .filter(Double::isFinite);
    }

    private Axis axis() {
        double largest = known().max().orElse(1);
        // a bar of the smallest value is to be seen, too
        return logarithmic
                ? Axis.logarithmic(known().filter(value -> value > 0).min().orElse(1) / 2, Math.max(1, largest))
                : Axis.linear(known().min().orElse(0), largest);
    }

    private void draw(Graphics2D graphics) {
        Frame frame = new Frame(graphics, Math.max(1, groups.size()), axis());
        frame.draw(labels);
        List<Frame.LegendKey> keys = new ArrayList<>();
        for (int i = 0; i < bars.size(); i++) {
            keys.add(new Frame.LegendKey(bars.get(i), Palette.series(i), Marker.SQUARE));
        }
        frame.legend(keys);
        for (int i = 0; i < groups.size(); i++) {
            frame.group(i, groups.get(i).name(), groups.get(i).below());
            draw(graphics, frame, groups.get(i), i);
        }
    }

    /** Returns the left edge of a bar; that of the one after the last is the right edge of the last. */
    static double edge(int group, int bar, int bars) {
        return group + (1 - FILLED) / 2 + FILLED * bar / bars;
    }

    private void draw(Graphics2D graphics, Frame frame, BarGroup group, int place) {
        frame.font(Font.PLAIN, VALUE_FONT);
        int zero = frame.y(0);
        for (int bar = 0; bar < bars.size(); bar++) {
            int left = frame.x(edge(place, bar, bars.size()));
            int width = Math.max(2, frame.x(edge(place, bar + 1, bars.size())) - left - 2);
            double value = group.values()[bar];
            boolean isKnown = Double.isFinite(value);
            int end = isKnown ? frame.y(value) : zero;
            graphics.setColor(Palette.series(bar));
            graphics.fillRect(left, Math.min(zero, end), width, Math.abs(zero - end));
            String text = text(value);
            graphics.setColor(Palette.TEXT);
            int room = graphics.getFontMetrics().stringWidth(text);
            if (room <= width + GAP) {
                graphics.drawString(text, left + (width - room) / 2, Math.min(zero, end) - GAP);
            }
        }
    }
}
