// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.view.chart;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
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
    private static final int BOTTOM = 120;
    private static final int MAX_LEGEND = 40;

    private final Graphics2D graphics;
    private final Axis y;
    private final double endX;

    Frame(Graphics2D graphics, double endX, Axis y) {
        this.graphics = graphics;
        this.endX = endX;
        this.y = y;
    }

    /** A name in the legend, and its colour. */
    record Key(String name, Color colour) {}

    int x(double value) {
        return (int) Math.round(LEFT + (WIDTH - LEFT - RIGHT) * value / endX);
    }

    int y(double value) {
        return (int) Math.round(HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * value / y.end());
    }

    void draw(String title, String xLabel, String yLabel) {
        font(Font.BOLD, 30);
        graphics.setColor(Palette.TEXT);
        graphics.drawString(title, LEFT, 50);
        font(Font.PLAIN, 22);
        centred(xLabel, (LEFT + WIDTH - RIGHT) / 2, HEIGHT - 30);
        AffineTransform upright = graphics.getTransform();
        graphics.rotate(-Math.PI / 2, 40, HEIGHT / 2.0);
        centred(yLabel, 40, HEIGHT / 2);
        graphics.setTransform(upright);
        font(Font.PLAIN, 20);
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
        font(Font.PLAIN, 20);
        centred(text, place, HEIGHT - BOTTOM + 32);
    }

    private void grid(int x1, int y1, int x2, int y2) {
        graphics.setColor(Palette.GRID);
        graphics.setStroke(new BasicStroke(1));
        graphics.drawLine(x1, y1, x2, y2);
        graphics.setColor(Palette.TEXT);
    }

    void legend(List<Key> keys) {
        font(Font.PLAIN, 20);
        int x = LEFT;
        int line = 84;
        for (Key key : keys) {
            String name = cut(key.name());
            int width = graphics.getFontMetrics().stringWidth(name) + 60;
            if (x + width > WIDTH - RIGHT && x > LEFT) {
                x = LEFT;
                line += 28;
                if (line > TOP - 10) {
                    return;
                }
            }
            graphics.setColor(key.colour());
            graphics.fillRect(x, line - 16, 18, 18);
            graphics.setColor(Palette.TEXT);
            graphics.drawString(name, x + 26, line);
            x += width;
        }
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
