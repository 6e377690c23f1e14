// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.view.terminal;

import io.agentprofiler.analyzer.view.Units;
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
public final class Grid {
    private static final String GAP = "  ";
    private static final int MIN_FIRST = 14;

    /** Rows are by size, and nobody reads more of them; the files have all. */
    static final int MAX_ROWS = 500;

    private final Screen screen;
    private final int minFirst;
    private final List<Column> columns;
    private final List<Cell[]> rows = new ArrayList<>();
    private long left;

    /**
     * A column.
     *
     * @param title its heading
     * @param left whether cells stand to the left
     * @param dispensable 0 for columns that always stay, less for those that stay where they have content; of others the highest
     *     number is left out first
     */
    public record Column(String title, boolean left, int dispensable) {
        private static final int WHERE_FILLED = -1;

        public static Column text(String title) {
            return new Column(title, true, 0);
        }

        public static Column number(String title) {
            return new Column(title, false, 0);
        }

        /** Leaves the column out only where all its cells are empty, never for want of room. */
        public Column whereFilled() {
            return dispensable(WHERE_FILLED);
        }

        public Column dispensable(int order) {
            return new Column(title, left, order);
        }
    }

    /** A cell: text fit for a terminal and its colour. */
    public record Cell(String text, Ink ink) {
        public static Cell of(String text) {
            return new Cell(text, Ink.PLAIN);
        }

        public static Cell of(String text, Ink ink) {
            return new Cell(text, ink);
        }
    }

    public Grid(Screen screen, Column... columns) {
        this(screen, MIN_FIRST, columns);
    }

    /** Makes a table whose first column is not squeezed below a width while others can be left out. */
    public Grid(Screen screen, int minFirst, Column... columns) {
        this.screen = screen;
        this.minFirst = minFirst;
        this.columns = List.of(columns);
    }

    public void row(Cell... cells) {
        if (cells.length != columns.size()) {
            throw new IllegalArgumentException(cells.length + " cells in a table of " + columns.size());
        }
        if (rows.size() < MAX_ROWS) {
            rows.add(cells);
        } else {
            left++;
        }
    }

    /** Returns the places of the columns that have content, and for which the screen is wide enough. */
    List<Integer> shown() {
        return shown(widths());
    }

    /** Returns the lines, heading first. Columns without any content are left out. */
    List<String> lines() {
        int[] widths = widths();
        List<Integer> shown = shown(widths);
        List<String> lines = new ArrayList<>();
        Cell[] heading =
                columns.stream().map(column -> Cell.of(column.title(), Ink.DIM)).toArray(Cell[]::new);
        lines.add(line(heading, shown, widths));
        rows.forEach(row -> lines.add(line(row, shown, widths)));
        if (left > 0) {
            lines.add("and " + Units.count(left, "more row"));
        }
        return lines;
    }

    /** Returns the columns to show, and narrows the first of these widths to what is left for it. */
    private List<Integer> shown(int[] widths) {
        List<Integer> shown = new ArrayList<>(IntStream.range(0, columns.size())
                .filter(this::hasContent)
                .boxed()
                .toList());
        int widest = widths[0];
        int least = Math.min(minFirst, widest);
        int room = roomForFirst(shown, widths);
        while (room < least && dropOne(shown)) {
            room = roomForFirst(shown, widths);
        }
        widths[0] = Math.max(least, Math.min(widest, room));
        return shown;
    }

    private boolean hasContent(int column) {
        return columns.get(column).dispensable() == 0 || rows.stream().anyMatch(row -> !isBlank(row[column].text()));
    }

    private static boolean isBlank(String text) {
        return text.isBlank() || text.equals(Units.UNKNOWN) || text.equals("0");
    }

    private int[] widths() {
        int[] widths = new int[columns.size()];
        Arrays.setAll(
                widths,
                i -> Math.max(
                        Texts.width(columns.get(i).title()),
                        rows.stream()
                                .mapToInt(row -> Texts.width(row[i].text()))
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

    private String line(Cell[] cells, List<Integer> shown, int[] widths) {
        StringBuilder line = new StringBuilder();
        int last = shown.get(shown.size() - 1);
        for (int i : shown) {
            String text = i == 0 ? Texts.cut(cells[i].text(), widths[i], screen.ellipsis()) : cells[i].text();
            boolean left = columns.get(i).left();
            String padded = left ? i == last ? text : Texts.padRight(text, widths[i]) : Texts.padLeft(text, widths[i]);
            line.append(line.length() == 0 ? "" : GAP).append(cells[i].ink().paint(padded, screen.colours()));
        }
        return line.toString().stripTrailing();
    }
}
