// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.view;

import io.agentprofiler.analyzer.base.stat.Distribution;
import io.agentprofiler.analyzer.trace.Tokens;
import io.agentprofiler.analyzer.view.cell.Cell;
import io.agentprofiler.analyzer.view.cell.Fields;
import io.agentprofiler.analyzer.view.cell.Track;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * Rows of the same columns. People see the most important rows, in an order that says so; programs get every row, in the order
 * given.
 *
 * <p>Rows are made when they are asked for, so a table of a million rows costs no more than what it is of.
 */
public final class Table implements Block {
    private final String key;
    private final String title;
    private final String explanation;
    private final List<Column> columns;
    private final List<List<Cell>> rows;
    private final int most;
    private final long total;
    private final String noun;
    private final boolean list;
    private final String more;
    private final int minFirst;
    private final TableRecords records;

    private <T> Table(Builder<T> from) {
        key = from.key;
        title = from.title;
        explanation = from.explanation;
        more = from.more;
        minFirst = from.minFirst;
        columns = from.parts.stream()
                .filter(part -> part.column != null)
                .map(part -> part.column)
                .toList();
        most = from.most;
        noun = from.noun;
        list = from.list;
        List<T> chosen = columns.isEmpty()
                ? List.of()
                : from.rows.stream().filter(from.where).sorted(from.order).toList();
        rows = chosen.stream()
                .limit(Math.max(most, from.mostOnPages))
                .map(from::cells)
                .toList();
        total = Math.max(chosen.size(), from.total);
        Collection<T> all = from.rows;
        List<Part<T>> parts = List.copyOf(from.parts);
        records = new TableRecords(
                parts.stream().map(part -> part.key).filter(Objects::nonNull).toList(),
                () -> all.stream().map(row -> fields(parts, row)).iterator());
    }

    /**
     * Every row for programs.
     *
     * @param names of all fields that a row may have, in their order
     * @param rows makes them
     */
    public record TableRecords(List<String> names, Iterable<Fields> rows) implements Iterable<Fields> {
        @Override
        public Iterator<Fields> iterator() {
            return rows.iterator();
        }
    }

    private static <T> Fields fields(List<Part<T>> parts, T row) {
        Fields fields = new Fields();
        for (Part<T> part : parts) {
            if (part.key != null) {
                fields.put(part.key, part.raw.apply(row));
            }
        }
        return fields;
    }

    /**
     * Starts a table of these rows, whose array in JSON has this name; {@code null} for a table for people alone. A table without
     * columns is for programs alone.
     */
    public static <T> Builder<T> of(String key, Collection<T> rows) {
        return new Builder<>(key, rows);
    }

    /** Returns the array's name; {@code null} where programs do not get the table. */
    public String key() {
        return key;
    }

    /** Returns the heading; {@code null} for none. */
    public String title() {
        return title;
    }

    /** Returns words beside the heading; may be empty. */
    public String explanation() {
        return explanation;
    }

    /** Returns the columns that people see. */
    public List<Column> columns() {
        return columns;
    }

    /** Returns the rows that people see on a terminal, a cell for each column. */
    public List<List<Cell>> shown() {
        return rows.subList(0, Math.min(most, rows.size()));
    }

    /** Returns the rows that people see on pages, which have more room. */
    public List<List<Cell>> onPages() {
        return rows;
    }

    /** Returns the places of the columns to show of some rows: those of blanks alone go where they may. */
    public List<Integer> filled(List<List<Cell>> of) {
        return IntStream.range(0, columns.size())
                .filter(i -> columns.get(i).dispensable() == 0
                        || of.stream().anyMatch(row -> !row.get(i).isBlank()))
                .boxed()
                .toList();
    }

    /** Returns what is to be said below the table about these of its columns. */
    public List<String> footnotes(List<Integer> of) {
        return of.stream()
                .map(i -> columns.get(i).footnote())
                .filter(words -> !words.isEmpty())
                .toList();
    }

    /** Returns how many rows there are beyond those that people see on a terminal. */
    public long hidden() {
        return total - shown().size();
    }

    /** Returns how many rows there are for people, seen or not. */
    public long total() {
        return total;
    }

    /** Returns what a row is, to count those that people do not see. */
    public String noun() {
        return noun;
    }

    /** Answers whether a terminal shows rows as running text behind a mark. */
    public boolean isList() {
        return list;
    }

    /** Answers whether something is drawn on a scale. */
    public boolean hasAxis() {
        return columns.stream().anyMatch(column -> column.axis() != null);
    }

    /** Returns where all rows are, to follow "12 more rows"; may be empty. */
    public String more() {
        return more;
    }

    /** Returns the characters that the first column keeps as long as other columns can go. */
    public int minFirst() {
        return minFirst;
    }

    /** Returns every row for programs. */
    public TableRecords records() {
        return records;
    }

    private record Part<T>(Column column, Function<T, Cell> cell, String key, Function<T, Object> raw) {}

    /**
     * Puts a table together, column by column.
     *
     * @param <T> what a row is made of
     */
    public static final class Builder<T> {
        private static final int MIN_FIRST = 14;

        private final String key;
        private final Collection<T> rows;
        private final List<Part<T>> parts = new ArrayList<>();
        private String title;
        private String explanation = "";
        private Comparator<? super T> order = (a, b) -> 0;
        private Predicate<? super T> where = row -> true;
        private int most = Integer.MAX_VALUE;
        private int mostOnPages;
        private String noun = "row";
        private long total;
        private boolean list;
        private String more = "";
        private int minFirst = MIN_FIRST;

        Builder(String key, Collection<T> rows) {
            this.key = key;
            this.rows = rows;
        }

        /** Sets the heading and the words beside it. */
        public Builder<T> heading(String text, String beside) {
            title = text;
            explanation = beside;
            return this;
        }

        /** Adds a column of words; without a key it is for people alone. */
        public Builder<T> text(String name, String heading, Function<T, Cell> cell) {
            return column(name, new Column(heading, true, 0, null, ""), cell);
        }

        /** Adds a column of words for people alone. */
        public Builder<T> text(String heading, Function<T, Cell> cell) {
            return text(null, heading, cell);
        }

        /** Adds a column of figures for people alone. */
        public Builder<T> number(String heading, Function<T, Cell> cell) {
            return number(null, heading, cell);
        }

        /** Adds a column of figures; without a key it is for people alone. */
        public Builder<T> number(String name, String heading, Function<T, Cell> cell) {
            return column(name, new Column(heading, false, 0, null, ""), cell);
        }

        private Builder<T> column(String name, Column column, Function<T, Cell> cell) {
            parts.add(new Part<>(column, cell, name, row -> cell.apply(row).raw()));
            return this;
        }

        /** Adds a column of bars. */
        public Builder<T> bar(Function<T, Cell> cell) {
            return text(null, "", cell);
        }

        /** Adds a column of {@link Track}s on one scale. */
        public Builder<T> tracks(String heading, Column.TrackAxis axis, Function<T, Cell> cell) {
            return column(null, new Column(heading, true, 0, axis, ""), cell);
        }

        /** Adds a figure for programs alone, of any kind that {@link Fields} may hold. */
        public Builder<T> field(String name, Function<T, Object> raw) {
            parts.add(new Part<>(null, null, name, raw));
            return this;
        }

        /** Adds a figure of a part of rows for programs alone; rows without that part have none. */
        public <U> Builder<T> field(String name, Function<T, U> part, Function<U, Object> raw) {
            return field(name, row -> part.apply(row) == null ? null : raw.apply(part.apply(row)));
        }

        /** Adds the figures of a distribution of times, and columns of some of its percentiles. */
        public Builder<T> percentiles(
                String name, String heading, Function<T, Distribution> values, double... percents) {
            field(name, row -> values.apply(row) == null ? null : Fields.of(values.apply(row)));
            for (double percent : percents) {
                number(
                        null,
                        (heading + " p" + Math.round(percent)).trim(),
                        row -> values.apply(row) == null
                                ? Cell.unknown()
                                : Cell.percentile(values.apply(row), percent));
            }
            return this;
        }

        /** Adds sums of tokens. */
        public Builder<T> tokens(String name, Function<T, Tokens> tokens) {
            field(name, row -> Fields.of(tokens.apply(row)));
            number("in", row -> Cell.count(tokens.apply(row).input()));
            number("cached", row -> Cell.count(tokens.apply(row).cacheRead())).dispensable(2);
            number("cache write", row -> Cell.count(tokens.apply(row).cacheWrite()))
                    .dispensable(4);
            number("out", row -> Cell.count(tokens.apply(row).output()));
            return number("reasoning", row -> Cell.count(tokens.apply(row).reasoning()))
                    .dispensable(4);
        }

        /** Lets the last column go where there is not enough room, those with higher numbers first. */
        public Builder<T> dispensable(int order) {
            int last = parts.size() - 1;
            Part<T> part = parts.get(last);
            parts.set(last, new Part<>(part.column.inOrder(order), part.cell, part.key, part.raw));
            return this;
        }

        /** Lets the last column go where all its cells are blank, never for want of room. */
        public Builder<T> whereFilled() {
            return dispensable(Column.WHERE_FILLED);
        }

        /** Explains the last column below the table, wherever the column is shown. */
        public Builder<T> footnote(String words) {
            int last = parts.size() - 1;
            Part<T> part = parts.get(last);
            parts.set(last, new Part<>(part.column.withFootnote(words), part.cell, part.key, part.raw));
            return this;
        }

        /** Shows people the rows in this order. */
        public Builder<T> sorted(Comparator<? super T> by) {
            order = by;
            return this;
        }

        /** Shows people only these rows. */
        public Builder<T> where(Predicate<? super T> condition) {
            where = condition;
            return this;
        }

        /** Shows people so many rows at most, and tells them where the others are. */
        public Builder<T> atMost(int count, String elsewhere) {
            most = count;
            more = elsewhere;
            return this;
        }

        /** Shows people so many rows at most on pages, if that is more than on a terminal. */
        public Builder<T> onPages(int count) {
            mostOnPages = count;
            return this;
        }

        /** Says what a row is, and how many of them there are altogether, where the rows given are not all. */
        public Builder<T> outOf(long count, String what) {
            total = count;
            return noun(what);
        }

        /** Says what a row is. */
        public Builder<T> noun(String what) {
            noun = what;
            return this;
        }

        /** Shows rows on a terminal as running text: the first column as a mark, the others behind it. */
        public Builder<T> asList() {
            list = true;
            return this;
        }

        /** Keeps the first column this wide as long as others can go. */
        public Builder<T> minFirst(int characters) {
            minFirst = characters;
            return this;
        }

        /** Returns the table. */
        public Table build() {
            return new Table(this);
        }

        private List<Cell> cells(T row) {
            return parts.stream()
                    .filter(part -> part.column != null)
                    .map(part -> part.cell.apply(row))
                    .toList();
        }
    }
}
