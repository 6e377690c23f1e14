// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.forecast;

import io.agentprofiler.analyzer.lab.forecast.Features.Before;
import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.analyzer.trace.metric.workflow.WorkflowLog.Call;
import io.agentprofiler.analyzer.trace.metric.workflow.WorkflowLog.LoggedWorkflow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

/**
 * Makes samples of workflows, in the order these began. A sample knows what had happened before it only: other workflows
 * count once they have ended. Time grows with the number of calls, times the logarithm of the number of workflows.
 */
public final class Samples {
    private static final double NANOS = 1e9;

    /** A model call's history is looked at as far back as this: else long workflows took time quadratic in their calls. */
    private static final int HISTORY = 50;

    private final Features features;
    private final Map<Target, List<Sample>> byTarget = new EnumMap<>(Target.class);
    private final PriorityQueue<LoggedWorkflow> running =
            new PriorityQueue<>(Comparator.comparingLong(LoggedWorkflow::end));
    /** Of workflows that have ended, by name: the last run time, the sum and the number of all. */
    private final Map<String, double[]> ended = new HashMap<>();

    private int workflow;

    private Samples(Features features) {
        this.features = features;
        for (Target target : Target.values()) {
            byTarget.put(target, new ArrayList<>());
        }
    }

    /** Returns the samples of workflows that are given by start. */
    public static Map<Target, List<Sample>> of(List<LoggedWorkflow> entries, Features features) {
        Samples samples = new Samples(features);
        entries.forEach(samples::add);
        return samples.byTarget;
    }

    private void add(LoggedWorkflow entry) {
        while (!running.isEmpty() && running.peek().end() <= entry.start()) {
            end(running.remove());
        }
        if (entry.measured()) {
            running.add(entry);
        }
        double[] runs = ended.get(entry.name());
        Before before = new Before(
                running.size(), runs == null ? Double.NaN : runs[0], runs == null ? Double.NaN : runs[1] / runs[2]);
        calls(entry, before);
        workflow++;
    }

    private void end(LoggedWorkflow entry) {
        double seconds = (entry.end() - entry.start()) / NANOS;
        double[] runs = ended.computeIfAbsent(entry.name(), any -> new double[3]);
        runs[0] = seconds;
        runs[1] += seconds;
        runs[2]++;
    }

    private void calls(LoggedWorkflow entry, Before before) {
        List<Call> models = entry.calls().stream().filter(call -> !call.tool()).toList();
        List<Call> tools = entry.calls().stream().filter(Call::tool).toList();
        int toolsBefore = 0;
        double lastGap = Double.NaN;
        for (int i = 0; i < models.size(); i++) {
            Call call = models.get(i);
            while (toolsBefore < tools.size() && tools.get(toolsBefore).start() < call.end()) {
                toolsBefore++;
            }
            double[] known =
                    features.after(entry, models.subList(Math.max(0, i + 1 - HISTORY), i + 1), toolsBefore, before);
            known[0] = i + 1;
            if (i == 0 && entry.measured() && entry.ok()) {
                add(Target.RUN_TIME, entry, i, known, before.lastSeconds(), (entry.end() - entry.start()) / NANOS);
            }
            if (i + 1 < models.size()) {
                Call next = models.get(i + 1);
                double gap = Features.gapSeconds(call, next);
                add(Target.INPUT_TOKENS, entry, i, known, call.input(), next.input());
                add(Target.OUTPUT_TOKENS, entry, i, known, call.output(), next.output());
                add(Target.GAP, entry, i, known, lastGap, gap);
                lastGap = gap;
            }
        }
    }

    /** Adds a sample unless what happened is not known. */
    private void add(Target target, LoggedWorkflow entry, int call, double[] known, double last, double actual) {
        if (actual >= 0) {
            byTarget.get(target)
                    .add(new Sample(workflow, entry.trace(), call, known, last >= 0 ? last : Double.NaN, actual));
        }
    }

    /**
     * One thing to forecast, what is known before it happens, and what happened.
     *
     * @param workflow place of the workflow among those looked at, by start
     * @param trace the workflow
     * @param call number of the model call after which the forecast is made, from 0
     * @param features what is known then, by {@link Features}; not to be changed
     * @param last the last value of the same kind: the naive forecast; NaN where there is none yet
     * @param actual what happened
     */
    public record Sample(int workflow, TraceId trace, int call, double[] features, double last, double actual) {}
}
