// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.view.terminal;

import io.agentprofiler.analyzer.view.cell.Units;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A table that fits the screen: numbers to the right, the first column shrinks, columns that matter least are left out
 * where the screen is narrow.
 *
 * <p><b>Threading:</b> one thread.
 */
final class Grid {
    private static final String GAP = "  ";

    /** Nobody reads more rows on a terminal; the files have all. */
    static final int MAX_ROWS = 500;

    private final Screen screen;
    private final int minFirst;
    private final List<GridColumn> columns;
    private final List<List<GridCell>> rows = new ArrayList<>();
    private long left;

    /**
     * A column.
     *
     * @param title its heading
     * @param left whether cells stand to the left
     * @param dispensable of columns above 0 the highest is left out first where there is not enough room; the others always stay
     */
    record GridColumn(String title, boolean left, int dispensable) {}

    /** A cell: text fit for a terminal and its colour. */
    record GridCell(String text, Ink ink) {
        static GridCell of(String text) {
            return new GridCell(text, Ink.PLAIN);
        }

        static GridCell of(String text, Ink ink) {
            return new GridCell(text, ink);
        }
    }

    /** Makes a table whose first column is not squeezed below a width while others can be left out. */
    Grid(Screen screen, int minFirst, List<GridColumn> columns) {
        this.screen = screen;
        this.minFirst = minFirst;
        this.columns = columns;
    }

    void row(List<GridCell> cells) {
        if (cells.size() != columns.size()) {
            throw new IllegalArgumentException(cells.size() + " cells in a table of " + columns.size());
        }
        if (rows.size() < MAX_ROWS) {
            rows.add(cells);
        } else {
            left++;
        }
    }

    /** Returns the places of the columns for which the screen is wide enough. */
    List<Integer> shown() {
        return shown(widths());
    }

    /** Returns the lines, heading first. */
    List<String> lines() {
        int[] widths = widths();
        List<Integer> shown = shown(widths);
        List<String> lines = new ArrayList<>();
        lines.add(line(
                columns.stream()
                        .map(column -> new GridCell(column.title(), Ink.DIM))
                        .toList(),
                shown,
                widths));
        rows.forEach(row -> lines.add(line(row, shown, widths)));
        if (left > 0) {
            lines.add("and " + Units.count(left, "more row"));
        }
        return lines;
    }

    /** Returns the columns to show, and narrows the first of these widths to what is left for it. */
    private List<Integer> shown(int[] widths) {
        List<Integer> shown =
                new ArrayList<>(IntStream.range(0, columns.size()).boxed().toList());
        int widest = widths[0];
        int least = Math.min(minFirst, widest);
        int room = roomForFirst(shown, widths);
        while (room < least && dropOne(shown)) {
            room = roomForFirst(shown, widths);
        }
        widths[0] = Math.max(least, Math.min(widest, room));
        return shown;
    }

    private int[] widths() {
        int[] widths = new int[columns.size()];
        Arrays.setAll(
                widths,
                i -> Math.max(
                        Texts.width(columns.get(i).title()),
                        rows.stream()
                                .mapToInt(row -> Texts.width(row.get(i).text()))
                                .max()
                                .orElse(0)));
        return widths;
    }

    private int roomForFirst(List<Integer> shown, int[] widths) {
        int others = shown.stream()
                .filter(i -> i > 0)
                .mapToInt(i -> widths[i] + GAP.length())
                .sum();
        return screen.width() - others;
    }

    private boolean dropOne(List<Integer> shown) {
        int worst = -1;
        for (int i : shown) {
            int order = columns.get(i).dispensable();
            if (order > 0 && (worst < 0 || order >= columns.get(worst).dispensable())) {
                worst = i;
            }
        }
        return worst >= 0 && shown.remove(Integer.valueOf(worst));
    }

    private String line(List<GridCell> cells, List<Integer> shown, int[] widths) {
        StringBuilder line = new StringBuilder();
        int last = shown.get(shown.size() - 1);
        for (int i : shown) {
            String text = i == 0
                    ? Texts.cut(cells.get(i).text(), widths[i], screen.ellipsis())
                    : cells.get(i).text();
            boolean left = columns.get(i).left();
            String padded = left ? i == last ? text : Texts.padRight(text, widths[i]) : Texts.padLeft(text, widths[i]);
            line.append(line.length() == 0 ? "" : GAP).append(cells.get(i).ink().paint(padded, screen.colours()));
        }
        return line.toString().stripTrailing();
    }
}
