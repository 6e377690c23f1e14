// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.view.chart;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.FontMetrics;
import java.awt.Graphics2D;
import java.awt.geom.AffineTransform;
import java.util.List;

/** Title, axes, marks and legend around a plot, and the way from values to places on it. */
final class Frame {
    static final int WIDTH = 1600;
    static final int HEIGHT = 1000;

    private static final int LEFT = 170;
    private static final int RIGHT = 60;
    private static final int TOP = 140;
    private static final int BOTTOM = 170;
    private static final int MAX_LEGEND = 40;
    private static final int LEGEND_LINE = 28;
    private static final int FONT = 20;
    private static final int CAPTION_FONT = 17;
    private static final float[] DASHES = {10, 8};

    private final Graphics2D graphics;
    private final Axis y;
    private final double endX;

    /**
     * Makes a frame of a given size.
     *
     * @param endX value at the right end, from 0 at the left one
     */
    Frame(Graphics2D graphics, double endX, Axis y) {
        this.graphics = graphics;
        this.endX = endX;
        this.y = y;
    }

    /** A name in the legend, and how its marks look. */
    record LegendKey(String name, Color colour, Marker marker) {}

    int x(double value) {
        return (int) Math.round(LEFT + (WIDTH - LEFT - RIGHT) * value / endX);
    }

    int y(double value) {
        return (int) Math.round(HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * y.share(value));
    }

    void draw(Labels labels) {
        font(Font.BOLD, 30);
        graphics.setColor(Palette.TEXT);
        graphics.drawString(labels.title(), LEFT, 50);
        font(Font.PLAIN, CAPTION_FONT);
        graphics.drawString(fitted(labels.caption(), WIDTH - LEFT - RIGHT), LEFT, HEIGHT - 20);
        font(Font.PLAIN, 22);
        centred(labels.x(), (LEFT + WIDTH - RIGHT) / 2, HEIGHT - 60);
        AffineTransform upright = graphics.getTransform();
        graphics.rotate(-Math.PI / 2, 40, HEIGHT / 2.0);
        centred(labels.y(), 40, HEIGHT / 2);
        graphics.setTransform(upright);
        font(Font.PLAIN, FONT);
        for (double mark : y.marks()) {
            int place = y(mark);
            grid(LEFT, place, WIDTH - RIGHT, place);
            String text = y.text(mark);
            graphics.drawString(text, LEFT - 12 - graphics.getFontMetrics().stringWidth(text), place + 7);
        }
        graphics.setStroke(new BasicStroke(2));
        graphics.drawRect(LEFT, TOP, WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM);
    }

    /** Draws a vertical line with a text below. */
    void xMark(double value, String text) {
        int place = x(value);
        grid(place, TOP, place, HEIGHT - BOTTOM);
        font(Font.PLAIN, FONT);
        centred(text, place, HEIGHT - BOTTOM + 32);
    }

    private void grid(int x1, int y1, int x2, int y2) {
        graphics.setColor(Palette.GRID);
        graphics.setStroke(new BasicStroke(1));
        graphics.drawLine(x1, y1, x2, y2);
        graphics.setColor(Palette.TEXT);
    }

    /** Writes a group's name, as much of it as there is room for, and a text below. */
    void group(int place, String name, String below) {
        font(Font.PLAIN, FONT);
        graphics.setColor(Palette.TEXT);
        int middle = x(place + 0.5);
        int room = x(place + 1.0) - x(place) - 8;
        centred(fitted(name, room), middle, HEIGHT - BOTTOM + 32);
        centred(fitted(below, room), middle, HEIGHT - BOTTOM + 60);
    }

    /** Returns the text, or its beginning and its end where it is wider than the room there is. */
    private String fitted(String text, int room) {
        FontMetrics metrics = graphics.getFontMetrics();
        int kept = text.length();
        String fitted = text;
        while (kept > 1 && metrics.stringWidth(fitted) > room) {
            kept--;
            int end = kept / 2;
            fitted = text.substring(0, kept - end) + "…" + text.substring(text.length() - end);
        }
        return fitted;
    }

    void legend(List<LegendKey> keys) {
        font(Font.PLAIN, FONT);
        int x = LEFT;
        int line = 84;
        for (int i = 0; i < keys.size(); i++) {
            LegendKey key = keys.get(i);
            String name = cut(key.name());
            int width = graphics.getFontMetrics().stringWidth(name) + 60;
            boolean isLastLine = line + LEGEND_LINE > TOP - 10;
            String more = "… and " + (keys.size() - i) + " more";
            int reserved = isLastLine && i < keys.size() - 1
                    ? graphics.getFontMetrics().stringWidth(more)
                    : 0;
            if (x + width + reserved > WIDTH - RIGHT && x > LEFT) {
                if (isLastLine) {
                    graphics.setColor(Palette.TEXT);
                    graphics.drawString(more, x, line);
                    return;
                }
                x = LEFT;
                line += LEGEND_LINE;
            }
            graphics.setColor(key.colour());
            key.marker().draw(graphics, x + 9, line - 7, 18);
            graphics.setColor(Palette.TEXT);
            graphics.drawString(name, x + 26, line);
            x += width;
        }
    }

    /** Makes lines of a plot as they are usually. */
    void lines() {
        graphics.setStroke(new BasicStroke(3));
    }

    /** Makes lines of a plot broken ones. */
    void dashes() {
        graphics.setStroke(new BasicStroke(3, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 1, DASHES, 0));
    }

    void font(int style, int size) {
        graphics.setFont(new Font(Font.SANS_SERIF, style, size));
    }

    private void centred(String text, int x, int y) {
        graphics.drawString(text, x - graphics.getFontMetrics().stringWidth(text) / 2, y);
    }

    static String cut(String text) {
        return text.length() <= MAX_LEGEND ? text : text.substring(0, MAX_LEGEND - 1) + "…";
    }
}
