// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.report.section;

import io.agentprofiler.analyzer.answer.completeness.SampledTotals.SampledMeasure;
import io.agentprofiler.analyzer.answer.completeness.SamplingEstimate;
import io.agentprofiler.analyzer.answer.tokens.spending.Spending;
import io.agentprofiler.analyzer.read.Problems;
import io.agentprofiler.analyzer.trace.SpanFlag;
import io.agentprofiler.analyzer.trace.metric.SpanFlags;
import io.agentprofiler.analyzer.trace.metric.operation.Operations;
import io.agentprofiler.analyzer.trace.metric.workflow.FailedCalls;
import io.agentprofiler.analyzer.trace.metric.workflow.Workflows;
import io.agentprofiler.analyzer.trace.pipeline.outcome.Outcome;
import io.agentprofiler.analyzer.view.Document;
import io.agentprofiler.analyzer.view.Value;
import io.agentprofiler.analyzer.view.cell.Fields;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** {@code summary.json}: the sections of the report whose figures have no file of their own. */
public final class SummaryDocument {
    private static final int FAILURES = 10;

    private SummaryDocument() {}

    /** Describes the file. */
    public static Document of(Outcome outcome, Spending.SpendingQuestion costs) {
        return Document.of("agent-profiler-summary/1", "Summary")
                .add(RunSection.of(outcome, costs))
                .add(WorkflowSection.of(outcome.summary().get(Workflows.ANALYSIS)))
                .add(OperationSection.of(outcome.summary().get(Operations.ANALYSIS)))
                .add(FailureSection.of(outcome.summary().get(FailedCalls.ANALYSIS), FAILURES))
                .addAll(ModelServerSection.of(outcome.modelServers()))
                .add(ProfilerCostSection.of(outcome.profilerCost()))
                .addAll(figures(outcome))
                .build();
    }

    /** Describes what only programs get: what was sampled, and what is odd about the data, in numbers. */
    public static List<Value> figures(Outcome outcome) {
        return List.of(new Value("sampling", sampling(outcome)), new Value("data", data(outcome)));
    }

    private static Fields sampling(Outcome outcome) {
        SamplingEstimate sampling = SamplingEstimate.of(outcome);
        if (sampling.seen() == 0 && sampling.refused() == 0) {
            return null;
        }
        List<Fields> totals = new ArrayList<>();
        for (SampledMeasure measure : SampledMeasure.values()) {
            SamplingEstimate.EstimatedTotal estimate =
                    sampling.seen() == 0 ? null : SamplingEstimate.total(outcome, measure);
            if (estimate != null) {
                totals.add(new Fields()
                        .put("figure", measure.name().toLowerCase(Locale.ROOT))
                        .put("recorded", estimate.recorded())
                        .put("estimate", estimate.total())
                        .put("interval_95", List.of(estimate.low(), estimate.high())));
            }
        }
        return new Fields()
                .put("seen", sampling.seen())
                .put("kept", sampling.kept())
                .put("recorded", sampling.recorded())
                .put("refused", sampling.refused())
                .put("rates", List.copyOf(sampling.rates()))
                .put("kept_by_rule", sampling.keptByRule())
                .put("matched", sampling.matched())
                .put("unheld", sampling.unheld())
                .put("estimated_totals", totals);
    }

    private static Fields data(Outcome outcome) {
        SpanFlags spanFlags = outcome.summary().get(SpanFlags.ANALYSIS);
        Fields fields = new Fields();
        Arrays.stream(SpanFlag.values()).forEach(flag -> fields.put(flag.word(), spanFlags.count(flag)));
        return fields.put("outlived_workflows", spanFlags.afterEnd().workflows())
                .put("late_spans", spanFlags.afterEnd().lateSpans())
                .put(
                        "skipped_lines",
                        outcome.problems().stream().mapToLong(Problems::skipped).sum())
                .put(
                        "torn_lines",
                        outcome.problems().stream()
                                .mapToLong(Problems::tornLines)
                                .sum())
                .put("unread_files", outcome.failures());
    }
}
