// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.report.section;

import io.agentprofiler.analyzer.answer.tokens.CostCells;
import io.agentprofiler.analyzer.answer.tokens.CostFields;
import io.agentprofiler.analyzer.answer.tokens.CostSum;
import io.agentprofiler.analyzer.answer.tokens.spending.Spending;
import io.agentprofiler.analyzer.answer.tokens.spending.Spending.SpendingScope;
import io.agentprofiler.analyzer.trace.metric.operation.GroupBy;
import io.agentprofiler.analyzer.trace.metric.operation.OperationStats;
import io.agentprofiler.analyzer.trace.metric.operation.Operations;
import io.agentprofiler.analyzer.trace.metric.operation.TokenUse;
import io.agentprofiler.analyzer.trace.metric.workflow.WorkflowStats;
import io.agentprofiler.analyzer.trace.metric.workflow.Workflows;
import io.agentprofiler.analyzer.trace.pipeline.outcome.Outcome;
import io.agentprofiler.analyzer.view.Block;
import io.agentprofiler.analyzer.view.Document;
import io.agentprofiler.analyzer.view.Table;
import io.agentprofiler.analyzer.view.Value;
import io.agentprofiler.analyzer.view.cell.Cell;
import io.agentprofiler.analyzer.view.cell.Emphasis;
import io.agentprofiler.analyzer.view.cell.Fields;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Tokens and costs: sums by model and agent for people; per call and per workflow, too, for programs. */
public final class TokenSection {
    private static final int MAX_ROWS = 15;

    private TokenSection() {}

    /** Describes what people see. */
    public static List<Block> of(Operations operations, Spending costs) {
        return List.of(
                around(null, operations, GroupBy.MODEL, "model", costs.costs(SpendingScope.MODEL))
                        .heading("Tokens", "as the models reported them; - = not reported")
                        .build(),
                around("by_agent", operations, GroupBy.AGENT, "agent", costs.costs(SpendingScope.AGENT))
                        .heading("Tokens by agent", "a call counts for the closest agent around it")
                        .build());
    }

    /** Describes {@code tokens.json}. */
    public static Document document(Outcome outcome, Spending.SpendingQuestion question) {
        return Document.of("agent-profiler-tokens/1", "Tokens")
                .addAll(of(
                        outcome.summary().get(Operations.ANALYSIS),
                        outcome.summary().get(question)))
                .addAll(figures(outcome, question))
                .build();
    }

    /** Describes what only programs get: tokens per call and per workflow. */
    public static List<Block> figures(Outcome outcome, Spending.SpendingQuestion question) {
        Operations operations = outcome.summary().get(Operations.ANALYSIS);
        Spending costs = outcome.summary().get(question);
        Workflows workflows = outcome.summary().get(Workflows.ANALYSIS);
        return List.of(
                new Value("prices", CostFields.of(question.prices())),
                new Value("total", total(workflows.all(), costs.total().cost())),
                around("by_tool", operations, GroupBy.TOOL, "tool", costs.costs(SpendingScope.TOOL))
                        .heading("Tokens by tool", "calls made inside a tool")
                        .atMost(0, "")
                        .build(),
                models(outcome.summary().get(TokenUse.ANALYSIS), costs),
                workflows(workflows, costs));
    }

    private static Table.Builder<Map.Entry<String, OperationStats>> around(
            String key, Operations operations, GroupBy grouping, String word, Map<String, CostSum> costs) {
        List<Map.Entry<String, OperationStats>> rows = operations.by(grouping).entrySet().stream()
                .filter(row -> calls(row.getValue()) > 0)
                .toList();
        return Table.of(key, rows)
                .sorted(mostTokensFirst())
                .atMost(MAX_ROWS, ReportWords.ALL_ROWS)
                .onPages(ReportWords.ROWS_ON_PAGES)
                .text(word, word, row -> Cell.name(row.getKey()))
                .field("runs", row -> row.getValue().calls())
                .number("calls", row -> Cell.count(calls(row.getValue())))
                .field("calls_with_usage", row -> row.getValue().callsWithUsage())
                .number(
                        "calls_without_usage",
                        "no usage",
                        row -> Cell.bad(row.getValue().callsWithoutUsage(), Emphasis.WARNING))
                .dispensable(3)
                .field("tokens", row -> Fields.of(row.getValue().tokens()))
                .number("in", row -> Cell.count(row.getValue().tokens().input()))
                .number("cached", row -> Cell.count(row.getValue().tokens().cacheRead()))
                .dispensable(1)
                .number("cache write", row -> Cell.count(row.getValue().tokens().cacheWrite()))
                .dispensable(2)
                .number("out", row -> Cell.count(row.getValue().tokens().output()))
                .number("reasoning", row -> Cell.count(row.getValue().tokens().reasoning()))
                .dispensable(2)
                .field("cost", row -> CostFields.of(costs.get(row.getKey())))
                .number("cost", row -> CostCells.cell(costs.get(row.getKey())))
                .number("reported", row -> CostCells.reported(costs.get(row.getKey())))
                .whereFilled()
                .number("not priced", row -> CostCells.missing(costs.get(row.getKey())))
                .dispensable(1);
    }

    private static long calls(OperationStats stats) {
        return stats.callsWithUsage() + stats.callsWithoutUsage();
    }

    private static Comparator<Map.Entry<String, OperationStats>> mostTokensFirst() {
        return Comparator.comparingLong((Map.Entry<String, OperationStats> row) ->
                        Math.max(0, row.getValue().tokens().input())
                                + Math.max(0, row.getValue().tokens().output()))
                .reversed();
    }

    private static Fields total(WorkflowStats all, CostSum cost) {
        return new Fields()
                .put("model_calls", all.modelCalls())
                .put("calls_without_usage", all.callsWithoutUsage())
                .put("tokens", Fields.of(all.tokens()))
                .put("embedding_tokens", Fields.of(all.embeddingTokens()))
                .put("cost", CostFields.of(cost));
    }

    private static Table models(TokenUse use, Spending costs) {
        return Table.of("by_model", use.byModel().entrySet())
                .field("model", Map.Entry::getKey)
                .field("calls", row -> row.getValue().calls())
                .field("calls_without_usage", row -> row.getValue().callsWithoutUsage())
                .field("tokens", row -> Fields.of(row.getValue().sum()))
                .field(
                        "cost",
                        row -> CostFields.of(costs.costs(SpendingScope.MODEL).get(row.getKey())))
                .field("input_per_call", row -> Fields.of(row.getValue().input()))
                .field("output_per_call", row -> Fields.of(row.getValue().output()))
                .atMost(0, "")
                .build();
    }

    private static Table workflows(Workflows workflows, Spending costs) {
        return Table.of("by_workflow", workflows.byName().entrySet())
                .field("workflow", Map.Entry::getKey)
                .field("runs", row -> row.getValue().workflows())
                .field("model_calls", row -> row.getValue().modelCalls())
                .field("calls_without_usage", row -> row.getValue().callsWithoutUsage())
                .field("tokens", row -> Fields.of(row.getValue().tokens()))
                .field("embedding_tokens", row -> Fields.of(row.getValue().embeddingTokens()))
                .field(
                        "cost",
                        row -> CostFields.of(costs.costs(SpendingScope.WORKFLOW).get(row.getKey())))
                .field("input_per_run", row -> Fields.of(row.getValue().inputTokens()))
                .field("output_per_run", row -> Fields.of(row.getValue().outputTokens()))
                .atMost(0, "")
                .build();
    }
}
