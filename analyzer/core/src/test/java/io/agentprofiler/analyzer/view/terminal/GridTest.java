// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.view.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.view.terminal.Grid.GridCell;
import io.agentprofiler.analyzer.view.terminal.Grid.GridColumn;
import java.util.List;
import org.junit.jupiter.api.Test;

class GridTest {
    private static final GridColumn NAME = new GridColumn("name", true, 0);
    private static final GridColumn NUMBER = new GridColumn("n", false, 0);

    private static Grid table(Screen screen) {
        Grid table = new Grid(
                screen,
                14,
                List.of(NAME, NUMBER, new GridColumn("more", false, 1), new GridColumn("least wanted", false, 2)));
        table.row(List.of(GridCell.of("a rather long name"), GridCell.of("1"), GridCell.of("-"), GridCell.of("77")));
        table.row(List.of(GridCell.of("日本"), GridCell.of("1,000"), GridCell.of("5"), GridCell.of("8")));
        return table;
    }

    @Test
    void shouldAlignColumns() {
        assertThat(table(Screen.plain(true)).lines())
                .containsExactly(
                        "name                    n  more  least wanted",
                        "a rather long name      1     -            77",
                        "日本                1,000     5             8");
    }

    @Test
    void shouldShrinkTheNameThenLeaveColumnsOut() {
        assertThat(table(new Screen(43, false, true)).lines())
                .containsExactly(
                        "name                  n  more  least wanted",
                        "a rather long n…      1     -            77",
                        "日本              1,000     5             8");
        assertThat(table(new Screen(28, false, true)).lines())
                .containsExactly(
                        "name                 n  more", "a rather long …      1     -", "日本             1,000     5");
        assertThat(table(new Screen(22, false, false)).lines())
                .containsExactly("name                 n", "a rather long ~      1", "日本             1,000");
        assertThat(table(new Screen(22, false, false)).shown()).containsExactly(0, 1);
    }

    @Test
    void shouldPaintOnlyWhereColoursAreWanted() {
        Grid table = new Grid(new Screen(80, true, true), 14, List.of(NAME, NUMBER));
        table.row(List.of(GridCell.of("a", Ink.RED), GridCell.of("1")));

        assertThat(table.lines())
                .containsExactly("\u001b[2mname\u001b[0m  \u001b[2mn\u001b[0m", "\u001b[31ma   \u001b[0m  1");
    }

    @Test
    void shouldSayHowManyRowsAreLeftOut() {
        Grid table = new Grid(Screen.plain(true), 14, List.of(NAME, NUMBER));
        for (int i = 0; i < Grid.MAX_ROWS + 2345; i++) {
            table.row(List.of(GridCell.of("a" + i), GridCell.of("1")));
        }

        assertThat(table.lines()).hasSize(1 + Grid.MAX_ROWS + 1).endsWith("a499  1", "and 2,345 more rows");
    }
}
