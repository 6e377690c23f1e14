// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.forecast;

import io.agentprofiler.analyzer.trace.metric.workflow.WorkflowLog.Call;
import io.agentprofiler.analyzer.trace.metric.workflow.WorkflowLog.LoggedWorkflow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a forecast may look at: numbers of the workflow so far, and which of the most frequent models and workflows it is.
 * A number that is not known stands as 0, beside a feature that says so.
 *
 * @param models names of models with a feature of their own
 * @param workflows names of workflows with a feature of their own
 */
public record Features(List<String> models, List<String> workflows) {
    /** Names of features that all inputs have, in order. */
    private static final List<String> NUMBERS = List.of(
            "call_number",
            "input_tokens",
            "input_tokens_known",
            "output_tokens",
            "output_tokens_known",
            "input_tokens_growth",
            "mean_output_tokens",
            "call_seconds",
            "seconds_since_start",
            "previous_gap_seconds",
            "tool_calls_before",
            "workflows_at_once",
            "last_run_seconds",
            "mean_run_seconds",
            "runs_known");

    private static final int MOST_NAMES = 10;
    private static final double NANOS = 1e9;

    /** What is known of the other workflows when one begins. */
    record Before(int atOnce, double lastSeconds, double meanSeconds) {}

    /** Chooses the names of the training workflows. */
    public static Features of(List<LoggedWorkflow> training) {
        Map<String, Integer> models = new HashMap<>();
        Map<String, Integer> workflows = new HashMap<>();
        for (LoggedWorkflow entry : training) {
            workflows.merge(entry.name(), 1, Integer::sum);
            for (Call call : entry.calls()) {
                if (!call.tool()) {
                    models.merge(call.name(), 1, Integer::sum);
                }
            }
        }
        return new Features(mostFrequent(models), mostFrequent(workflows));
    }

    private static List<String> mostFrequent(Map<String, Integer> counts) {
        Comparator<Map.Entry<String, Integer>> byCount = Map.Entry.comparingByValue();
        return counts.entrySet().stream()
                .sorted(byCount.reversed().thenComparing(Map.Entry.comparingByKey()))
                .limit(MOST_NAMES)
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Returns the names of the features, in order. */
    public List<String> names() {
        List<String> names = new ArrayList<>(NUMBERS);
        models.forEach(model -> names.add("model=" + model));
        workflows.forEach(workflow -> names.add("workflow=" + workflow));
        return List.copyOf(names);
    }

    /**
     * Returns what is known after a model call.
     *
     * @param calls the workflow's model calls up to this one, in order
     * @param tools how many tool runs began before its end
     */
    double[] after(LoggedWorkflow entry, List<Call> calls, int tools, Before before) {
        Call call = calls.get(calls.size() - 1);
        Call previous = calls.size() > 1 ? calls.get(calls.size() - 2) : null;
        double[] values = new double[NUMBERS.size() + models.size() + workflows.size()];
        boolean growth = previous != null && previous.input() >= 0 && call.input() >= 0;
        double[] numbers = {
            calls.size(),
            Math.max(0, call.input()),
            call.input() >= 0 ? 1 : 0,
            Math.max(0, call.output()),
            call.output() >= 0 ? 1 : 0,
            growth ? call.input() - previous.input() : 0,
            calls.stream()
                    .mapToLong(Call::output)
                    .filter(output -> output >= 0)
                    .average()
                    .orElse(0),
            call.nanos() / NANOS,
            (call.end() - entry.start()) / NANOS,
            previous == null ? 0 : gapSeconds(previous, call),
            tools,
            before.atOnce(),
            Double.isNaN(before.lastSeconds()) ? 0 : before.lastSeconds(),
            Double.isNaN(before.meanSeconds()) ? 0 : before.meanSeconds(),
            Double.isNaN(before.lastSeconds()) ? 0 : 1
        };
        System.arraycopy(numbers, 0, values, 0, numbers.length);
        mark(values, numbers.length, models.indexOf(call.name()));
        mark(values, numbers.length + models.size(), workflows.indexOf(entry.name()));
        return values;
    }

    private static void mark(double[] values, int from, int index) {
        if (index >= 0) {
            values[from + index] = 1;
        }
    }

    /** Returns the seconds from the end of one call to the start of the next, 0 where they overlap. */
    static double gapSeconds(Call call, Call next) {
        return Math.max(0, next.start() - call.end()) / NANOS;
    }
}
