// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.view.terminal;

/** Bars made of block characters, to an eighth of a column; of {@code #} where there are none. */
public final class Bars {
    private static final String EIGHTHS = " ▏▎▍▌▋▊▉█";

    private Bars() {}

    /** Returns a bar for a share of 0 to 1, at most {@code columns} wide, not padded. */
    public static String share(double share, int columns, boolean unicode) {
        double width = Math.min(1, Math.max(0, share)) * columns;
        if (!unicode) {
            return "#".repeat((int) Math.round(width));
        }
        int full = (int) width;
        int eighths = (int) Math.round((width - full) * 8);
        if (eighths == 8) {
            full++;
            eighths = 0;
        }
        String rest = eighths == 0 ? "" : EIGHTHS.substring(eighths, eighths + 1);
        return "█".repeat(full) + rest;
    }

    /**
     * Returns a bar from one moment to another on an axis, padded to its width. Anything, however short, shows.
     *
     * @param from where it starts, 0 to 1
     * @param to where it ends, 0 to 1
     */
    public static String span(double from, double to, int columns, boolean unicode) {
        int first = (int) Math.min(columns - 1, Math.max(0, from) * columns);
        int end = (int) Math.min(columns, Math.max(first + 1, Math.round(Math.min(1, to) * columns)));
        boolean tiny = (to - from) * columns < 0.5;
        String mark = tiny ? (unicode ? "▏" : "|") : (unicode ? "█" : "=");
        return " ".repeat(first) + mark.repeat(end - first) + " ".repeat(columns - end);
    }
}
