// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.nat.profile;

import io.agentprofiler.analyzer.base.stat.bounded.BoundedList;
import io.agentprofiler.analyzer.formats.nat.Numbers;
import io.agentprofiler.analyzer.view.chart.PngFile;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;

/**
 * {@code gantt_chart.png}: a bar per call, by start, from the top. Beyond {@value #MAX_BARS} calls the earliest are drawn,
 * and the title says so.
 */
final class GanttChart {
    static final int MAX_BARS = 2_000;

    private static final int WIDTH = 3000;
    private static final int HEIGHT = 2250;
    private static final int LEFT = 520;
    private static final int RIGHT = 60;
    private static final int TOP = 110;
    private static final int BOTTOM = 150;
    private static final int MAX_LABEL = 34;
    private static final int TICKS = 10;
    private static final Color LLM = new Color(0x1f77b4);
    private static final Color TOOL = new Color(0x2ca02c);
    private static final Color FUNCTION = new Color(0xff7f0e);

    private final BoundedList<Bar> bars = new BoundedList<>(MAX_BARS, Comparator.comparingDouble(Bar::start));

    private record Bar(String type, String label, double start, double end) {}

    void add(List<NatNode> nodes) {
        for (NatNode node : nodes) {
            bars.add(new Bar(node.type(), node.type() + ":" + node.name(), node.start(), node.end()));
        }
    }

    boolean isEmpty() {
        return bars.inOrder().isEmpty();
    }

    /**
     * Draws the file.
     *
     * @throws IOException when it cannot be written, or this Java installation has no fonts
     */
    void write(Path file) throws IOException {
        PngFile.write(file, WIDTH, HEIGHT, graphics -> draw(graphics, bars.inOrder()));
    }

    private void draw(Graphics2D graphics, List<Bar> shown) {
        double first = shown.get(0).start();
        double last = shown.stream().mapToDouble(Bar::end).max().orElse(first);
        double scale = (WIDTH - LEFT - RIGHT) / Math.max(last - first, 1e-9);
        double row = (double) (HEIGHT - TOP - BOTTOM) / shown.size();
        axes(graphics, last - first, shown.size());
        int fontSize = (int) Math.max(6, Math.min(30, row * 0.7));
        graphics.setFont(new Font(Font.SANS_SERIF, Font.PLAIN, fontSize));
        int labelEvery = (int) Math.max(1, Math.ceil(fontSize / row));
        for (int i = 0; i < shown.size(); i++) {
            Bar bar = shown.get(i);
            int y = (int) (TOP + i * row);
            graphics.setColor(colour(bar.type()));
            int x = LEFT + (int) ((bar.start() - first) * scale);
            int width = (int) Math.max(2, (bar.end() - bar.start()) * scale);
            graphics.fillRect(x, (int) (y + row * 0.1), width, (int) Math.max(1, row * 0.8));
            if (i % labelEvery == 0) {
                graphics.setColor(Color.BLACK);
                String label = bar.label().length() <= MAX_LABEL
                        ? bar.label()
                        : bar.label().substring(0, MAX_LABEL - 1) + "…";
                int textWidth = graphics.getFontMetrics().stringWidth(label);
                graphics.drawString(label, Math.max(4, LEFT - 12 - textWidth), (int) (y + row / 2 + fontSize * 0.35));
            }
        }
    }

    private void axes(Graphics2D graphics, double seconds, int shown) {
        graphics.setFont(new Font(Font.SANS_SERIF, Font.BOLD, 40));
        graphics.setColor(Color.BLACK);
        String title = bars.dropped() > 0
                ? "Gantt chart of the first " + shown + " of " + (shown + bars.dropped()) + " calls"
                : "Gantt chart of nested calls";
        graphics.drawString(title, LEFT, 64);
        graphics.setFont(new Font(Font.SANS_SERIF, Font.PLAIN, 30));
        int bottom = HEIGHT - BOTTOM;
        for (int i = 0; i <= TICKS; i++) {
            int x = LEFT + (WIDTH - LEFT - RIGHT) * i / TICKS;
            graphics.setColor(new Color(0xdddddd));
            graphics.setStroke(new BasicStroke(1.5f));
            graphics.drawLine(x, TOP, x, bottom);
            graphics.setColor(Color.BLACK);
            graphics.drawString(Numbers.fixed(seconds * i / TICKS, seconds < 1 ? 4 : 2), x - 30, bottom + 44);
        }
        graphics.drawString("seconds from the first start", LEFT + (WIDTH - LEFT - RIGHT) / 2 - 180, bottom + 100);
        legend(graphics, "LLM", LLM, 0);
        legend(graphics, "TOOL", TOOL, 1);
        legend(graphics, "FUNCTION", FUNCTION, 2);
    }

    private static void legend(Graphics2D graphics, String text, Color colour, int place) {
        int x = WIDTH - RIGHT - 700 + place * 220;
        graphics.setColor(colour);
        graphics.fillRect(x, 38, 28, 28);
        graphics.setColor(Color.BLACK);
        graphics.drawString(text, x + 38, 63);
    }

    private static Color colour(String type) {
        return switch (type) {
            case "LLM" -> LLM;
            case "TOOL" -> TOOL;
            case "FUNCTION" -> FUNCTION;
            default -> Color.GRAY;
        };
    }
}
