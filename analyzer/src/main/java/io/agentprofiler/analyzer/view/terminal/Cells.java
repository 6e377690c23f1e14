// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.view.terminal;

import io.agentprofiler.analyzer.stat.Distribution;
import io.agentprofiler.analyzer.view.Percentiles;
import io.agentprofiler.analyzer.view.Units;
import io.agentprofiler.analyzer.view.terminal.Grid.Cell;

/** Cells that several tables have. */
public final class Cells {
    private Cells() {}

    /** A count of something bad: empty for none. */
    public static Cell bad(long count, Ink ink) {
        return count == 0 ? Cell.of("") : Cell.of(Units.count(count), ink);
    }

    public static Cell percentile(Distribution durations, double percent) {
        return Cell.of(Percentiles.text(durations, percent), durations.supports(percent) ? Ink.PLAIN : Ink.DIM);
    }

    /** Says that rows were left out. */
    public static void more(Page page, int rows) {
        if (rows > 0) {
            page.line(page.paint(
                    page.screen().ellipsis() + " " + Units.count(rows, "more row")
                            + "; report --out DIR writes all of them",
                    Ink.DIM));
        }
    }
}
