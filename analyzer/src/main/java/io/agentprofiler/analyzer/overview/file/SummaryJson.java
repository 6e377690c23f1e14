// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.overview.file;

import io.agentprofiler.analyzer.input.Problems;
import io.agentprofiler.analyzer.metric.Oddities;
import io.agentprofiler.analyzer.metric.ProfilerCost;
import io.agentprofiler.analyzer.metric.failure.FailedCalls;
import io.agentprofiler.analyzer.metric.failure.FailureStats;
import io.agentprofiler.analyzer.metric.operation.GroupBy;
import io.agentprofiler.analyzer.metric.operation.OperationStats;
import io.agentprofiler.analyzer.metric.operation.Operations;
import io.agentprofiler.analyzer.metric.operation.StreamStats;
import io.agentprofiler.analyzer.metric.workflow.WorkflowStats;
import io.agentprofiler.analyzer.metric.workflow.Workflows;
import io.agentprofiler.analyzer.modelserver.BackendsJson;
import io.agentprofiler.analyzer.pipeline.Outcome;
import io.agentprofiler.analyzer.pipeline.RunFacts;
import io.agentprofiler.analyzer.sampling.Measure;
import io.agentprofiler.analyzer.sampling.SamplingEstimate;
import io.agentprofiler.analyzer.trace.SpanFlag;
import io.agentprofiler.analyzer.trace.assembly.AssemblyCounts;
import io.agentprofiler.analyzer.view.json.StatsJson;
import java.util.Locale;
import java.util.Map;
import tools.jackson.core.JsonGenerator;

/** {@code summary.json}: what the terminal report says, without its limits of rows. */
final class SummaryJson {
    private SummaryJson() {}

    static void write(JsonGenerator json, Outcome outcome) {
        json.writeStartObject();
        json.writeStringProperty("format", "agent-profiler-summary/1");
        json.writeArrayPropertyStart("runs");
        outcome.runs().forEach(run -> run(json, run));
        json.writeEndArray();
        Workflows workflows = outcome.summary().get(Workflows.ANALYSIS);
        json.writeObjectPropertyStart("workflows");
        workflowFigures(json, workflows.all(), workflows.served());
        json.writeNumberProperty("ingestions", workflows.ingestions());
        json.writeArrayPropertyStart("by_name");
        workflows.byName().forEach((name, stats) -> {
            json.writeStartObject();
            json.writeStringProperty("name", name);
            workflowFigures(json, stats, stats);
            json.writeEndObject();
        });
        json.writeEndArray();
        json.writeEndObject();
        operations(json, outcome.summary().get(Operations.ANALYSIS));
        failures(json, outcome.summary().get(FailedCalls.ANALYSIS));
        BackendsJson.write(json, outcome.backends());
        sampling(json, outcome);
        cost(json, outcome.profilerCost());
        data(json, outcome);
        json.writeEndObject();
    }

    private static void run(JsonGenerator json, RunFacts run) {
        json.writeStartObject();
        json.writeStringProperty("run", run.run());
        if (run.header() != null) {
            StatsJson.text(json, "service", run.header().service());
            StatsJson.number(json, "pid", run.header().pid());
            StatsJson.text(json, "host", run.header().host());
        }
        json.writeNumberProperty("files", run.files());
        json.writeBooleanProperty("closed", run.closed());
        StatsJson.number(json, "last_epoch_ns", run.lastNanos());
        AssemblyCounts counts = run.counts();
        json.writeObjectPropertyStart("events_read");
        json.writeNumberProperty("starts", counts.starts());
        json.writeNumberProperty("chunks", counts.chunks());
        json.writeNumberProperty("ends", counts.ends());
        json.writeEndObject();
        json.writeNumberProperty("events_lost", run.lost());
        json.writeArrayPropertyStart("dropped");
        if (run.books() != null) {
            run.books()
                    .dropped()
                    .forEach((event, reasons) -> reasons.forEach((reason, count) -> {
                        json.writeStartObject();
                        json.writeStringProperty("event", event);
                        json.writeStringProperty("reason", reason);
                        json.writeNumberProperty("count", count);
                        json.writeEndObject();
                    }));
        }
        json.writeEndArray();
        json.writeArrayPropertyStart("missing_segments");
        run.missingSegments().forEach(json::writeNumber);
        json.writeEndArray();
        json.writeNumberProperty("duplicates", counts.duplicates());
        json.writeNumberProperty("orphan_ends", counts.orphanEnds());
        json.writeNumberProperty("orphan_chunks", counts.orphanChunks());
        json.writeNumberProperty("closed_early", counts.givenUp());
        ProcessJson.write(json, run);
        json.writeEndObject();
    }

    private static void workflowFigures(JsonGenerator json, WorkflowStats stats, WorkflowStats timed) {
        json.writeNumberProperty("runs", stats.workflows());
        json.writeNumberProperty("errors", stats.errors());
        json.writeNumberProperty("cancelled", stats.cancelled());
        json.writeNumberProperty("unfinished", stats.unfinished());
        json.writeNumberProperty("with_failed_steps", stats.withFailedSteps());
        json.writeNumberProperty("spans", stats.spans());
        json.writeNumberProperty("model_calls", stats.modelCalls());
        json.writeNumberProperty("tool_calls", stats.toolCalls());
        json.writeNumberProperty("calls_without_usage", stats.callsWithoutUsage());
        StatsJson.distribution(json, "run_time_ns", timed.durations());
        StatsJson.tokens(json, "tokens", stats.tokens());
        StatsJson.tokens(json, "embedding_tokens", stats.embeddingTokens());
    }

    private static void operations(JsonGenerator json, Operations operations) {
        json.writeObjectPropertyStart("operations");
        json.writeNumberProperty("self_ns", operations.selfNanos());
        for (GroupBy grouping : GroupBy.values()) {
            json.writeArrayPropertyStart("by_" + grouping.name().toLowerCase(Locale.ROOT));
            for (Map.Entry<String, OperationStats> row : operations.by(grouping).entrySet()) {
                json.writeStartObject();
                json.writeStringProperty("name", row.getKey());
                operation(json, row.getValue());
                json.writeEndObject();
            }
            json.writeEndArray();
        }
        json.writeEndObject();
    }

    private static void failures(JsonGenerator json, FailedCalls failures) {
        json.writeArrayPropertyStart("failures");
        failures.worstFirst().forEach(row -> {
            FailureStats stats = row.getValue();
            json.writeStartObject();
            json.writeStringProperty("kind", row.getKey().kind().word());
            json.writeStringProperty("name", row.getKey().name());
            json.writeNumberProperty("calls", stats.calls());
            json.writeNumberProperty("failed", stats.failed());
            json.writeNumberProperty("workflows", stats.workflows());
            json.writeStringProperty("error_type", stats.errorType());
            StatsJson.text(json, "error_message", stats.message());
            json.writeEndObject();
        });
        json.writeEndArray();
    }

    private static void operation(JsonGenerator json, OperationStats stats) {
        json.writeNumberProperty("calls", stats.calls());
        json.writeNumberProperty("errors", stats.errors());
        json.writeNumberProperty("cancelled", stats.cancelled());
        json.writeNumberProperty("unfinished", stats.unfinished());
        json.writeNumberProperty("total_ns", stats.totalNanos());
        json.writeNumberProperty("self_ns", stats.selfNanos());
        StatsJson.number(json, "cpu_ns", stats.cpuNanos());
        StatsJson.number(json, "alloc_bytes", stats.allocatedBytes());
        StatsJson.distribution(json, "duration_ns", stats.durations());
        StreamStats streams = stats.streams();
        if (streams != null) {
            json.writeObjectPropertyStart("streams");
            json.writeNumberProperty("calls", streams.calls());
            json.writeNumberProperty("chunks", streams.chunks());
            StatsJson.distribution(json, "first_chunk_ns", streams.firstChunk());
            StatsJson.distribution(json, "per_chunk_ns", streams.perChunk());
            json.writeNumberProperty("longest_gap_ns", streams.longestGapNanos());
            json.writeEndObject();
        }
        json.writeNumberProperty("calls_with_usage", stats.callsWithUsage());
        json.writeNumberProperty("calls_without_usage", stats.callsWithoutUsage());
        StatsJson.tokens(json, "tokens", stats.tokens());
    }

    private static void sampling(JsonGenerator json, Outcome outcome) {
        SamplingEstimate sampling = SamplingEstimate.of(outcome);
        if (sampling.seen() == 0 && sampling.refused() == 0) {
            return;
        }
        json.writeObjectPropertyStart("sampling");
        json.writeNumberProperty("seen", sampling.seen());
        json.writeNumberProperty("kept", sampling.kept());
        json.writeNumberProperty("recorded", sampling.recorded());
        json.writeNumberProperty("refused", sampling.refused());
        json.writeArrayPropertyStart("rates");
        sampling.rates().forEach(json::writeNumber);
        json.writeEndArray();
        json.writeNumberProperty("kept_by_rule", sampling.keptByRule());
        json.writeNumberProperty("matched", sampling.matched());
        json.writeNumberProperty("unheld", sampling.unheld());
        json.writeArrayPropertyStart("estimated_totals");
        for (Measure measure : Measure.values()) {
            SamplingEstimate.Estimate estimate = sampling.seen() == 0 ? null : SamplingEstimate.total(outcome, measure);
            if (estimate != null) {
                json.writeStartObject();
                json.writeStringProperty("figure", measure.name().toLowerCase(Locale.ROOT));
                json.writeNumberProperty("recorded", estimate.recorded());
                json.writeNumberProperty("estimate", estimate.total());
                json.writeArrayPropertyStart("interval_95");
                json.writeNumber(estimate.low());
                json.writeNumber(estimate.high());
                json.writeEndArray();
                json.writeEndObject();
            }
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void cost(JsonGenerator json, ProfilerCost cost) {
        json.writeObjectPropertyStart("profiler_cost");
        json.writeNumberProperty("spans", cost.spans());
        if (cost.isMeasured() && cost.spans() > 0) {
            json.writeNumberProperty("measured_ns_per_span", cost.applicationNanos() / cost.spans());
            json.writeNumberProperty("application_ns", cost.applicationNanos());
        }
        json.writeNumberProperty("workflow_ns", cost.workflowNanos());
        StatsJson.number(json, "agent_thread_cpu_ns", cost.threadCpuNanos());
        json.writeEndObject();
    }

    private static void data(JsonGenerator json, Outcome outcome) {
        Oddities oddities = outcome.summary().get(Oddities.ANALYSIS);
        json.writeObjectPropertyStart("data");
        for (SpanFlag flag : SpanFlag.values()) {
            json.writeNumberProperty(flag.word(), oddities.count(flag));
        }
        json.writeNumberProperty(
                "skipped_lines",
                outcome.problems().stream().mapToLong(Problems::skipped).sum());
        json.writeNumberProperty(
                "torn_lines",
                outcome.problems().stream().mapToLong(Problems::tornLines).sum());
        json.writeArrayPropertyStart("unread_files");
        outcome.failures().forEach(json::writeString);
        json.writeEndArray();
        json.writeEndObject();
    }
}
