// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.cost.view;

import io.agentprofiler.analyzer.answer.cost.spending.ContextUse;
import io.agentprofiler.analyzer.answer.cost.spending.ContextUse.Fill;
import io.agentprofiler.analyzer.answer.cost.spending.ContextUse.Row;
import io.agentprofiler.analyzer.base.stat.Distribution;
import io.agentprofiler.analyzer.view.Table;
import io.agentprofiler.analyzer.view.cell.Cell;
import io.agentprofiler.analyzer.view.cell.Emphasis;
import io.agentprofiler.analyzer.view.cell.Fields;
import io.agentprofiler.analyzer.view.cell.Units;
import java.util.Comparator;
import java.util.Map;
import java.util.function.ToLongFunction;

/** How full the context windows of the models were. */
final class ContextTable {
    private static final int MAX_ROWS = 15;

    private ContextTable() {}

    static Table of(ContextUse contexts) {
        return Table.of("contexts", contexts.rows().entrySet())
                .heading("Context windows", "prompt and answer of a call together, of what the model can take")
                .sorted(Comparator.comparingDouble(row -> -share(row)))
                .atMost(MAX_ROWS, "")
                .text("model", "model", row -> Cell.name(row.getKey().model()))
                .number(
                        "window",
                        "window",
                        row -> isKnown(row) ? Cell.count(row.getKey().window()) : Cell.unknown())
                .number("calls", row -> Cell.count(row.getValue().tokens().count()))
                .field("tokens_per_call", row -> Fields.of(row.getValue().tokens()))
                .number("p50", row -> percentile(row, 50))
                .number("p95", row -> percentile(row, 95))
                .dispensable(1)
                .number(
                        "highest_share",
                        "most",
                        row -> Cell.share(
                                        row.getValue().tokens().max(),
                                        row.getKey().window())
                                .with(Emphasis.STRONG))
                .number("tokens", row -> Cell.count(row.getValue().tokens().max()))
                .dispensable(2)
                .number("calls_over_50_percent", "over 50 %", row -> over(row, Fill::overHalf, Emphasis.PLAIN))
                .number("calls_over_80_percent", "over 80 %", row -> over(row, Fill::over80, Emphasis.WARNING))
                .number("calls_over_95_percent", "over 95 %", row -> over(row, Fill::over95, Emphasis.BAD))
                .field("fullest", row -> CostFields.of(row.getValue().fullest()))
                .text("fullest call", row -> Cell.trace(row.getValue().fullest().trace()))
                .dispensable(3)
                .build();
    }

    private static boolean isKnown(Map.Entry<Row, Fill> row) {
        return row.getKey().window() > 0;
    }

    /** Without a window nothing can be over a part of it. */
    private static Cell over(Map.Entry<Row, Fill> row, ToLongFunction<Fill> calls, Emphasis emphasis) {
        Cell cell = Cell.bad(calls.applyAsLong(row.getValue()), emphasis);
        return isKnown(row) ? cell : cell.as(null);
    }

    private static double share(Map.Entry<Row, Fill> row) {
        return isKnown(row)
                ? (double) row.getValue().tokens().max() / row.getKey().window()
                : 0;
    }

    private static Cell percentile(Map.Entry<Row, Fill> row, double percent) {
        Distribution tokens = row.getValue().tokens();
        String share = Units.share(tokens.percentile(percent), row.getKey().window());
        boolean supported = tokens.supports(percent);
        return Cell.words(supported || share.equals(Units.UNKNOWN) ? share : "~" + share)
                .with(supported ? Emphasis.PLAIN : Emphasis.DIM);
    }
}
