// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.view.terminal;

import io.agentprofiler.analyzer.view.cell.Track;
import java.util.List;

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

    /** Returns what is drawn on an axis so many columns wide. Anything, however short, shows. */
    public static String track(Track track, int columns, boolean unicode) {
        List<Track.Stretch> stretches = track.stretches();
        if (stretches.size() == 1 && stretches.get(0).shade() == Track.Shade.SOLID && Double.isNaN(track.tick())) {
            return span(stretches.get(0).from(), stretches.get(0).to(), columns, unicode);
        }
        char[] drawn = " ".repeat(columns).toCharArray();
        boolean line = false;
        for (Track.Stretch stretch : stretches) {
            // what is too short for a column of its own must not hide the line that it is a part of
            boolean wide = (stretch.to() - stretch.from()) * columns >= 0.5;
            if (wide || !line || stretch.shade() != Track.Shade.SOLID) {
                fill(drawn, stretch, unicode);
            }
            line |= stretch.shade() == Track.Shade.LINE;
        }
        if (!Double.isNaN(track.tick())) {
            drawn[Math.min(columns - 1, Math.max(0, (int) (track.tick() * columns)))] = unicode ? '┃' : '|';
        }
        return new String(drawn).stripTrailing();
    }

    private static void fill(char[] drawn, Track.Stretch stretch, boolean unicode) {
        char mark = switch (stretch.shade()) {
            case SOLID -> unicode ? '█' : '#';
            case LINE -> unicode ? '─' : '-';
            case FAINT -> unicode ? '░' : ':';
        };
        int first = (int) Math.max(0, Math.min(drawn.length - 1, Math.floor(stretch.from() * drawn.length)));
        int end = (int) Math.min(drawn.length, Math.max(first + 1, Math.round(stretch.to() * drawn.length)));
        for (int i = first; i < end; i++) {
            drawn[i] = mark;
        }
    }
}
