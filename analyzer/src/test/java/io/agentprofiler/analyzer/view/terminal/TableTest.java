// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.view.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.view.terminal.Grid.Cell;
import io.agentprofiler.analyzer.view.terminal.Grid.Column;
import org.junit.jupiter.api.Test;

class TableTest {
    private static Grid table(Screen screen) {
        Grid table = new Grid(
                screen,
                Column.text("name"),
                Column.number("n"),
                Column.number("often empty").dispensable(1),
                Column.number("least wanted").dispensable(2));
        table.row(Cell.of("a rather long name"), Cell.of("1"), Cell.of("-"), Cell.of("77"));
        table.row(Cell.of("日本"), Cell.of("1,000"), Cell.of(""), Cell.of("8"));
        return table;
    }

    @Test
    void shouldAlignColumnsAndLeaveEmptyOnesOut() {
        assertThat(table(Screen.plain(true)).lines())
                .containsExactly(
                        "name                    n  least wanted",
                        "a rather long name      1            77",
                        "日本                1,000             8");
    }

    @Test
    void shouldShrinkTheNameThenLeaveColumnsOut() {
        assertThat(table(new Screen(37, false, true)).lines())
                .containsExactly(
                        "name                  n  least wanted",
                        "a rather long n…      1            77",
                        "日本              1,000             8");
        assertThat(table(new Screen(22, false, false)).lines())
                .containsExactly("name                 n", "a rather long ~      1", "日本             1,000");
    }

    @Test
    void shouldPaintOnlyWhereColoursAreWanted() {
        Grid table = new Grid(new Screen(80, true, true), Column.text("name"), Column.number("n"));
        table.row(Cell.of("a", Ink.RED), Cell.of("1"));

        assertThat(table.lines())
                .containsExactly("\u001b[2mname\u001b[0m  \u001b[2mn\u001b[0m", "\u001b[31ma   \u001b[0m  1");
    }

    @Test
    void shouldSayHowManyRowsAreLeftOut() {
        Grid table = new Grid(Screen.plain(true), Column.text("name"), Column.number("n"));
        for (int i = 0; i < Grid.MAX_ROWS + 2345; i++) {
            table.row(Cell.of("a" + i), Cell.of("1"));
        }

        assertThat(table.lines()).hasSize(1 + Grid.MAX_ROWS + 1).endsWith("a499  1", "and 2,345 more rows");
    }
}
