// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.tokens;

import io.agentprofiler.analyzer.answer.tokens.spending.ContextUse;
import io.agentprofiler.analyzer.answer.tokens.spending.ContextUse.ContextRow;
import io.agentprofiler.analyzer.answer.tokens.spending.ContextUse.Fill;
import io.agentprofiler.analyzer.base.stat.Distribution;
import io.agentprofiler.analyzer.view.Table;
import io.agentprofiler.analyzer.view.cell.Cell;
import io.agentprofiler.analyzer.view.cell.Emphasis;
import io.agentprofiler.analyzer.view.cell.Fields;
import io.agentprofiler.analyzer.view.cell.Units;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToLongFunction;

/** How full the context windows of the models were. */
final class ContextTable {
    private static final int MAX_ROWS = 15;

    private ContextTable() {}

    /**
     * A row.
     *
     * @param function in which the calls were, {@code null} for all calls
     */
    private record ContextCalls(String function, ContextRow row, Fill calls) {
        boolean isKnown() {
            return row.window() > 0;
        }

        double share() {
            return isKnown() ? (double) calls.tokens().max() / row.window() : 0;
        }
    }

    /** Describes all calls, by model. */
    static Table of(ContextUse contexts) {
        List<ContextCalls> rows = new ArrayList<>();
        contexts.rows().forEach((row, calls) -> rows.add(new ContextCalls(null, row, calls)));
        return columns(Table.of("contexts", rows)
                .heading("Context windows", "prompt and answer of a call together, of what the model can take"));
    }

    /** Describes the calls in each function, by model. */
    static Table byFunction(ContextUse contexts) {
        List<ContextCalls> rows = new ArrayList<>();
        contexts.byFunction()
                .forEach((function, own) ->
                        own.forEach((row, calls) -> rows.add(new ContextCalls(function, row, calls))));
        return columns(Table.of("contexts_by_function", rows)
                .heading("Context windows by function", "a call counts for the closest function around it")
                .text("function", "function", row -> Cell.name(row.function())));
    }

    private static Table columns(Table.Builder<ContextCalls> table) {
        return table.sorted(Comparator.comparingDouble(row -> -row.share()))
                .atMost(MAX_ROWS, "")
                .text("model", "model", row -> Cell.name(row.row().model()))
                .number(
                        "window",
                        "window",
                        row -> row.isKnown() ? Cell.count(row.row().window()) : Cell.unknown())
                .number("calls", row -> Cell.count(row.calls().tokens().count()))
                .field("tokens_per_call", row -> Fields.of(row.calls().tokens()))
                .number("p50", row -> percentile(row, 50))
                .number("p95", row -> percentile(row, 95))
                .dispensable(1)
                .number(
                        "highest_share",
                        "most",
                        row -> Cell.share(row.calls().tokens().max(), row.row().window())
                                .with(Emphasis.STRONG))
                .number("tokens", row -> Cell.count(row.calls().tokens().max()))
                .dispensable(2)
                .number("calls_over_50_percent", "over 50 %", row -> over(row, Fill::overHalf, Emphasis.PLAIN))
                .number("calls_over_80_percent", "over 80 %", row -> over(row, Fill::over80, Emphasis.WARNING))
                .number("calls_over_95_percent", "over 95 %", row -> over(row, Fill::over95, Emphasis.BAD))
                .field("input_per_call", row -> Fields.of(row.calls().input()))
                .number(
                        "highest_input_share",
                        "prompt alone",
                        row -> Cell.share(row.calls().input().max(), row.row().window()))
                .dispensable(4)
                .field(
                        "calls_with_input_over_50_percent",
                        row -> row.isKnown() ? row.calls().inputOverHalf() : null)
                .field("fullest", row -> CostFields.of(row.calls().fullest()))
                .text("fullest call", row -> Cell.trace(row.calls().fullest().trace()))
                .dispensable(3)
                .build();
    }

    /** Without a window nothing can be over a part of it. */
    private static Cell over(ContextCalls row, ToLongFunction<Fill> calls, Emphasis emphasis) {
        Cell cell = Cell.bad(calls.applyAsLong(row.calls()), emphasis);
        return row.isKnown() ? cell : cell.as(null);
    }

    private static Cell percentile(ContextCalls row, double percent) {
        Distribution tokens = row.calls().tokens();
        String share = Units.share(tokens.percentile(percent), row.row().window());
        boolean supported = tokens.supports(percent);
        return Cell.words(supported || share.equals(Units.UNKNOWN) ? share : "~" + share)
                .with(supported ? Emphasis.PLAIN : Emphasis.DIM);
    }
}
