// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.report;

import io.agentprofiler.analyzer.analysis.Distribution;
import io.agentprofiler.analyzer.report.Table.Cell;

/** Cells that several tables have. */
final class Cells {
    private Cells() {}

    /** A count of something bad: empty for none. */
    static Cell bad(long count, Ink ink) {
        return count == 0 ? Cell.of("") : Cell.of(Units.count(count), ink);
    }

    static Cell percentile(Distribution durations, double percent) {
        return Cell.of(Percentiles.text(durations, percent), durations.supports(percent) ? Ink.PLAIN : Ink.DIM);
    }

    /** Says that rows were left out. */
    static void more(Page page, int rows) {
        if (rows > 0) {
            page.line(page.paint(
                    page.screen().ellipsis() + " " + Units.count(rows, "more row")
                            + "; report --out DIR writes all of them",
                    Ink.DIM));
        }
    }
}
