// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.report;

import io.agentprofiler.analyzer.answer.prefix.stable.PromptPrefixes;
import io.agentprofiler.analyzer.base.stat.ConfidenceInterval;
import io.agentprofiler.analyzer.base.stat.Distribution;
import io.agentprofiler.analyzer.trace.metric.CallLog;
import io.agentprofiler.analyzer.trace.metric.calltree.CallTree;
import io.agentprofiler.analyzer.trace.metric.calltree.PathTimes;
import io.agentprofiler.analyzer.trace.metric.operation.GroupBy;
import io.agentprofiler.analyzer.trace.metric.operation.Operations;
import io.agentprofiler.analyzer.trace.metric.sequence.CallLimits;
import io.agentprofiler.analyzer.trace.metric.sequence.CallPatterns;
import io.agentprofiler.analyzer.trace.metric.sequence.CallSequences;
import io.agentprofiler.analyzer.trace.metric.sequence.Concurrency;
import io.agentprofiler.analyzer.trace.metric.sequence.SequencePatterns;
import io.agentprofiler.analyzer.trace.metric.workflow.WorkflowStats;
import io.agentprofiler.analyzer.trace.metric.workflow.Workflows;
import io.agentprofiler.analyzer.trace.pipeline.outcome.Outcome;
import io.agentprofiler.analyzer.view.json.StatsJson;
import java.util.List;
import tools.jackson.core.JsonGenerator;

/** {@code profile.json}: intervals, bottlenecks, concurrency, call patterns, prompt prefixes. */
final class ProfileJson {
    private static final int[] LEVELS = {90, 95, 99};
    private static final int[] PERCENTS = {50, 90, 95, 99};
    private static final int MOST_PATHS = 100;
    private static final int MOST_PREFIXES = 100;
    private static final double PERCENT = 100.0;
    private static final double SECOND = 1e9;

    private ProfileJson() {}

    static void write(JsonGenerator json, Outcome outcome, CallLimits limits) {
        json.writeStartObject();
        json.writeStringProperty("format", "agent-profiler-profile/1");
        Operations operations = outcome.summary().get(Operations.ANALYSIS);
        WorkflowStats workflows = outcome.summary().get(Workflows.ANALYSIS).served();
        Concurrency concurrency = Concurrency.of(outcome.summary().get(CallLog.ANALYSIS), limits.spikeThreshold());
        estimates(json, workflows, operations);
        json.writeObjectPropertyStart("bottlenecks");
        byOperation(json, operations, concurrency);
        byPath(json, outcome.summary().get(CallTree.ANALYSIS));
        json.writeEndObject();
        concurrency(json, concurrency);
        patterns(json, outcome.summary().get(CallPatterns.ANALYSIS), limits);
        prefixes(json, outcome.summary().get(PromptPrefixes.ANALYSIS), limits);
        json.writeEndObject();
    }

    private static void estimates(JsonGenerator json, WorkflowStats workflows, Operations operations) {
        json.writeObjectPropertyStart("estimates");
        estimate(json, "run_time_ns", workflows.durations());
        json.writeArrayPropertyStart("latency");
        operations.by(GroupBy.MODEL).forEach((model, stats) -> {
            json.writeStartObject();
            json.writeStringProperty("model", model);
            estimate(json, "latency_ns", stats.durations());
            json.writeEndObject();
        });
        json.writeEndArray();
        json.writeObjectPropertyStart("throughput");
        double seconds = workflows.firstNanos() > workflows.lastNanos()
                ? 0
                : (workflows.lastNanos() - workflows.firstNanos()) / SECOND;
        json.writeNumberProperty("n", workflows.workflows());
        if (seconds > 0) {
            json.writeNumberProperty("seconds", seconds);
        }
        if (workflows.workflows() > 1 && seconds > 0) {
            json.writeNumberProperty("per_second", workflows.workflows() / seconds);
            for (int level : LEVELS) {
                interval(
                        json,
                        "interval_" + level,
                        ConfidenceInterval.rate(workflows.workflows(), seconds, level / PERCENT));
            }
        }
        json.writeEndObject();
        json.writeEndObject();
    }

    private static void estimate(JsonGenerator json, String name, Distribution values) {
        json.writeObjectPropertyStart(name);
        json.writeNumberProperty("n", values.count());
        if (values.count() > 0) {
            json.writeNumberProperty("mean", values.mean());
            for (int level : LEVELS) {
                interval(json, "mean_interval_" + level, values.meanInterval(level / PERCENT));
            }
            json.writeArrayPropertyStart("percentiles");
            for (int percent : PERCENTS) {
                json.writeStartObject();
                json.writeNumberProperty("percent", percent);
                json.writeNumberProperty("value", values.percentile(percent));
                json.writeBooleanProperty("n_suffices", values.supports(percent));
                interval(json, "interval_95", values.percentileInterval(percent, 0.95));
                json.writeEndObject();
            }
            json.writeEndArray();
        }
        json.writeEndObject();
    }

    private static void interval(JsonGenerator json, String name, ConfidenceInterval.Interval interval) {
        if (interval != null) {
            json.writeArrayPropertyStart(name);
            json.writeNumber(interval.low());
            json.writeNumber(interval.high());
            json.writeEndArray();
        }
    }

    private static void byOperation(JsonGenerator json, Operations operations, Concurrency concurrency) {
        var peaks = concurrency.peaks();
        json.writeArrayPropertyStart("by_operation");
        for (GroupBy grouping : List.of(GroupBy.MODEL, GroupBy.TOOL)) {
            String kind = grouping == GroupBy.MODEL ? "llm" : "tool";
            operations.by(grouping).forEach((name, stats) -> {
                Integer peak = peaks.get(kind + " " + name);
                if (peak != null) {
                    json.writeStartObject();
                    json.writeStringProperty("kind", kind);
                    json.writeStringProperty("name", name);
                    json.writeNumberProperty("calls", stats.calls());
                    json.writeNumberProperty("total_ns", stats.totalNanos());
                    StatsJson.distribution(json, "duration_ns", stats.durations());
                    json.writeNumberProperty("most_at_once", peak);
                    json.writeNumberProperty("score_ns", stats.durations().mean() * peak);
                    json.writeEndObject();
                }
            });
        }
        json.writeEndArray();
    }

    private static void byPath(JsonGenerator json, CallTree tree) {
        json.writeArrayPropertyStart("by_path");
        for (PathTimes path : PathTimes.slowest(tree, MOST_PATHS)) {
            json.writeStartObject();
            json.writeArrayPropertyStart("path");
            path.path().forEach(json::writeString);
            json.writeEndArray();
            json.writeNumberProperty("calls", path.calls());
            json.writeNumberProperty("self_ns", path.selfNanos());
            json.writeNumberProperty("total_ns", path.totalNanos());
            json.writeNumberProperty("subtree_ns", path.subtreeNanos());
            json.writeNumberProperty("share_of_self", path.share());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void concurrency(JsonGenerator json, Concurrency concurrency) {
        json.writeObjectPropertyStart("concurrency");
        json.writeNumberProperty("calls", concurrency.calls());
        json.writeNumberProperty("later_calls_left_out", concurrency.dropped());
        if (concurrency.calls() == 0) {
            // nobody knows when any call ran
            json.writeEndObject();
            return;
        }
        json.writeNumberProperty("busy_ns", concurrency.busyNanos());
        json.writeNumberProperty("idle_ns", concurrency.idleNanos());
        for (int percent : PERCENTS) {
            json.writeNumberProperty("p" + percent, concurrency.percentile(percent));
        }
        json.writeNumberProperty("most", concurrency.most());
        json.writeArrayPropertyStart("distribution");
        concurrency.busy().forEach((calls, nanos) -> {
            json.writeStartObject();
            json.writeNumberProperty("calls", calls);
            json.writeNumberProperty("ns", nanos);
            json.writeEndObject();
        });
        json.writeEndArray();
        spikes(json, concurrency);
        json.writeArrayPropertyStart("model_latency");
        concurrency.modelLatencies().forEach((calls, latency) -> {
            json.writeStartObject();
            json.writeNumberProperty("calls", calls);
            StatsJson.distribution(json, "latency_ns", latency);
            json.writeEndObject();
        });
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void spikes(JsonGenerator json, Concurrency concurrency) {
        json.writeNumberProperty("spike_threshold", concurrency.threshold());
        json.writeNumberProperty("spike_count", concurrency.spikeCount());
        json.writeNumberProperty("spike_ns", concurrency.spikeNanos());
        double[] tokens = concurrency.meanInputTokens();
        if (tokens[0] >= 0) {
            json.writeNumberProperty("mean_input_tokens_in_spikes", tokens[0]);
        }
        if (tokens[1] >= 0) {
            json.writeNumberProperty("mean_input_tokens_outside", tokens[1]);
        }
        json.writeArrayPropertyStart("spikes");
        for (Concurrency.Spike spike : concurrency.spikes()) {
            json.writeStartObject();
            json.writeNumberProperty("start_epoch_ns", spike.startNanos());
            json.writeNumberProperty("ns", spike.nanos());
            json.writeNumberProperty("most", spike.most());
            json.writeNumberProperty("calls", spike.calls());
            json.writeArrayPropertyStart("ran");
            spike.byName().forEach((name, count) -> {
                json.writeStartObject();
                json.writeStringProperty("call", name);
                json.writeNumberProperty("count", count);
                json.writeEndObject();
            });
            json.writeEndArray();
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void patterns(JsonGenerator json, CallSequences sequences, CallLimits limits) {
        SequencePatterns.FoundPatterns result =
                SequencePatterns.find(sequences, limits.patterns().atLeast(2));
        json.writeObjectPropertyStart("patterns");
        json.writeNumberProperty("workflows", sequences.workflows());
        json.writeNumberProperty("workflows_looked_at", sequences.keptWorkflows());
        json.writeBooleanProperty("complete", result.complete());
        json.writeArrayPropertyStart("found");
        for (SequencePatterns.Pattern pattern : result.patterns()) {
            json.writeStartObject();
            json.writeArrayPropertyStart("calls");
            pattern.calls().forEach(json::writeString);
            json.writeEndArray();
            json.writeNumberProperty("workflows", pattern.workflows());
            json.writeNumberProperty("coverage", pattern.coverage());
            json.writeNumberProperty("occurrences", pattern.occurrences());
            json.writeNumberProperty("mean_ns", pattern.meanTime());
            json.writeNumberProperty("total_ns", pattern.totalTime());
            json.writeNumberProperty("total_tokens", pattern.totalTokens());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void prefixes(JsonGenerator json, PromptPrefixes prefixes, CallLimits limits) {
        json.writeObjectPropertyStart("prompt_prefixes");
        json.writeNumberProperty("blocks_looked_at", prefixes.maxDepth());
        json.writeArrayPropertyStart("by_model");
        prefixes.calls().forEach((model, calls) -> {
            json.writeStartObject();
            json.writeStringProperty("model", model);
            json.writeNumberProperty("calls", calls);
            json.writeNumberProperty("input_tokens", prefixes.tokens(model));
            Distribution newTokens = prefixes.newTokens().get(model);
            StatsJson.distribution(json, "new_tokens_per_call", newTokens == null ? new Distribution() : newTokens);
            json.writeEndObject();
        });
        json.writeEndArray();
        json.writeArrayPropertyStart("prefixes");
        List<PromptPrefixes.Prefix> found = prefixes.prefixes(limits.minFrequency());
        for (PromptPrefixes.Prefix prefix : found.subList(0, Math.min(MOST_PREFIXES, found.size()))) {
            json.writeStartObject();
            json.writeStringProperty("model", prefix.model());
            json.writeStringProperty("hash", prefix.hash());
            json.writeNumberProperty("blocks", prefix.blocks());
            json.writeNumberProperty("calls", prefix.calls());
            json.writeNumberProperty("tokens", prefix.tokens());
            json.writeNumberProperty("repeated_tokens", prefix.repeatedTokens());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }
}
