// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.view.chart;

import java.awt.Graphics2D;

/** Shapes of points that can be told apart. */
public enum Marker {
    CIRCLE,
    SQUARE,
    TRIANGLE,
    DIAMOND,
    INVERTED_TRIANGLE;

    /** Returns the shape of a number; they repeat. */
    public static Marker of(int index) {
        return values()[index % values().length];
    }

    /** Fills the shape in the colour that is set. */
    void draw(Graphics2D graphics, int x, int y, int size) {
        int half = size / 2;
        switch (this) {
            case CIRCLE -> graphics.fillOval(x - half, y - half, size, size);
            case SQUARE -> graphics.fillRect(x - half, y - half, size, size);
            case TRIANGLE ->
                fill(graphics, new int[] {x - half, x + half, x}, new int[] {y + half, y + half, y - half});
            case DIAMOND -> fill(graphics, new int[] {x - half, x, x + half, x}, new int[] {y, y - half, y, y + half});
            case INVERTED_TRIANGLE ->
                fill(graphics, new int[] {x - half, x + half, x}, new int[] {y - half, y - half, y + half});
        }
    }

    private static void fill(Graphics2D graphics, int[] x, int[] y) {
        graphics.fillPolygon(x, y, x.length);
    }
}
