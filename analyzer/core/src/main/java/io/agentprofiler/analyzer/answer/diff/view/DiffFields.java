// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.diff.view;

import io.agentprofiler.analyzer.answer.diff.Change;
import io.agentprofiler.analyzer.answer.diff.Diff;
import io.agentprofiler.analyzer.answer.diff.Gates;
import io.agentprofiler.analyzer.answer.diff.NeededWorkflows;
import io.agentprofiler.analyzer.answer.diff.RowChange;
import io.agentprofiler.analyzer.answer.diff.program.ProgramSentence;
import io.agentprofiler.analyzer.answer.diff.side.Row;
import io.agentprofiler.analyzer.answer.diff.side.Side;
import io.agentprofiler.analyzer.answer.diff.view.DiffDocument.DiffAnswer;
import io.agentprofiler.analyzer.view.Block;
import io.agentprofiler.analyzer.view.Table;
import io.agentprofiler.analyzer.view.Value;
import io.agentprofiler.analyzer.view.cell.Fields;
import java.util.List;

/** Every figure of a comparison, for programs. What is not known has no field. */
final class DiffFields {
    private DiffFields() {}

    static List<Block> of(DiffAnswer answer) {
        Diff diff = answer.diff();
        return List.of(
                new Value("prices", answer.how().prices()),
                new Value("confidence", 1 - Change.LEVEL),
                new Value("resamples", diff.resamples()),
                new Value("comparisons", diff.comparisons()),
                rows(diff),
                Table.of("paths", diff.paths())
                        .field("path", path -> path.path().steps())
                        .field("per_workflow_before", path -> path.callsBefore())
                        .field("per_workflow_after", path -> path.callsAfter())
                        .field("workflows_before", path -> path.workflowsBefore())
                        .field("workflows_after", path -> path.workflowsAfter())
                        .field("adjusted_p", path -> path.adjustedP())
                        .field("verdict", path -> path.verdict().word())
                        .build(),
                new Value("strict", answer.gates().strict()),
                gates(answer));
    }

    /** The gates and how they came out. */
    static Table gates(DiffAnswer answer) {
        return Table.of("gates", answer.gates().results())
                .field("gate", gate -> gate.gate().text())
                .field("expected", gate -> gate.gate().expected() ? true : null)
                .field("outcome", gate -> gate.outcome().word(gate.gate()))
                .field(
                        "rows",
                        gate -> gate.rows().stream()
                                .map(row -> judged(gate.gate(), row))
                                .toList())
                .build();
    }

    /** Both sides and whether they are runs of one program. */
    static List<Block> sides(DiffAnswer answer) {
        Diff diff = answer.diff();
        return List.of(
                new Value("before", side(answer.runs().before(), diff.before())),
                new Value("after", side(answer.runs().after(), diff.after())),
                ProgramSentence.value(answer.program(), diff));
    }

    private static Fields side(List<String> runs, Side side) {
        return new Fields()
                .put("runs", runs)
                .put("workflows", side.workflows())
                .put("sampled_workflows", side.sampledWorkflows())
                .put("unpriced_calls", side.unpricedCalls(Row.ALL))
                .put("unpriced_embedding_calls", side.unpricedEmbeddings())
                .put("calls_without_usage", side.callsWithoutUsage());
    }

    private static Table rows(Diff diff) {
        return Table.of("rows", diff.rows())
                .field("table", row -> row.row().group().word())
                .field("kind", row -> kind(row.row()))
                .field("name", row -> filled(row.row().name()))
                .field("model", row -> filled(row.row().model()))
                .field(
                        "successor_name",
                        row -> row.row().successor() == null
                                ? null
                                : row.row().successor().name())
                .field(
                        "successor_model",
                        row -> row.row().successor() == null
                                ? null
                                : row.row().successor().model())
                .field("calls_before", RowChange::callsBefore)
                .field("calls_after", RowChange::callsAfter)
                .field("metrics", row -> metrics(row, diff.comparisons()))
                .build();
    }

    private static String kind(Row row) {
        return row.kind() == null ? null : row.kind().word();
    }

    private static String filled(String text) {
        return text.isEmpty() ? null : text;
    }

    private static Fields metrics(RowChange row, int comparisons) {
        Fields metrics = new Fields();
        row.all()
                .forEach(change -> metrics.put(
                        change.metric().word(),
                        change(change)
                                .put(
                                        "workflows_needed",
                                        isOpen(change) ? NeededWorkflows.of(row, change, comparisons) : null)));
        return metrics;
    }

    /** Answers whether more workflows could tell what these do not. */
    static boolean isOpen(Change change) {
        return switch (change.verdict()) {
            case NOISE, TOO_FEW -> true;
            case WORSE, BETTER, CHANGED, NEGLIGIBLE, SAME, UNKNOWN -> false;
        };
    }

    private static Fields change(Change change) {
        return new Fields()
                .put("before", change.before())
                .put("after", change.after())
                .put("difference", change.difference())
                .put("relative", change.relative())
                .put("low", change.interval().low())
                .put("high", change.interval().high())
                .put("rank_p", change.tested().rankP())
                .put("p", change.tested().p())
                .put("adjusted_p", change.tested().adjustedP())
                .put("n_before", change.workflowsBefore())
                .put("n_after", change.workflowsAfter())
                .put("verdict", change.verdict().word());
    }

    private static Fields judged(Gates.Gate gate, Gates.JudgedGate judged) {
        Row row = judged.row();
        return new Fields()
                .put("table", row.group().word())
                .put("kind", kind(row))
                .put("name", filled(row.name()))
                .put("model", filled(row.model()))
                .put("outcome", judged.outcome().word(gate))
                .put("why", judged.why())
                .put("change", judged.change() == null ? null : change(judged.change()))
                .put("adjusted_p", judged.adjustedP())
                .put("workflows_needed", judged.needed());
    }
}
