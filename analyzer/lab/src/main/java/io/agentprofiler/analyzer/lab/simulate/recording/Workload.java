// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.simulate.recording;

import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The workflows of a recording that have model calls. */
public final class Workload {
    public static final Analysis<Workload> ANALYSIS =
            Analysis.of("workload", Workload::new, Workload::add, Workload::merge);

    private final List<Measured> workflows = new ArrayList<>();
    private final Map<String, Long> holes = new LinkedHashMap<>();

    /** A workflow whose times were measured. */
    private record Measured(String trace, long start, long end, List<Span> calls, String run) {}

    private Workload() {}

    private void add(Trace trace) {
        List<Span> calls = trace.spans().stream()
                .filter(Calls::isModelCall)
                .sorted(Comparator.comparingLong(Span::startNanos))
                .toList();
        if (calls.isEmpty()) {
            return;
        }
        if (!trace.root().isMeasured() || trace.isFragment()) {
            hole("their workflow has lost its begin or its end: it is left out", calls.size());
            return;
        }
        List<Span> measured = calls.stream().filter(Span::isMeasured).toList();
        if (measured.size() < calls.size()) {
            hole("their times are not recorded: they take none", calls.size() - measured.size());
        }
        workflows.add(new Measured(trace.id().toString(), trace.startNanos(), trace.endNanos(), measured, trace.run()));
    }

    private void hole(String words, long count) {
        holes.merge(words, count, Long::sum);
    }

    private void merge(Workload more) {
        workflows.addAll(more.workflows);
        more.holes.forEach(this::hole);
    }

    /** Returns the number of model calls that cannot be simulated, by reason. */
    public Map<String, Long> holes() {
        return holes;
    }

    /** Returns the workflows in the order in which they began, their times counted from the first of them. */
    public List<Workflow> workflows() {
        List<Measured> ordered = new ArrayList<>(workflows);
        ordered.sort(Comparator.comparingLong(Measured::start).thenComparing(Measured::trace));
        List<Workflow> read = new ArrayList<>();
        for (Measured one : ordered) {
            read.add(WorkflowReader.read(
                    one.start(),
                    one.end(),
                    one.calls(),
                    read.size(),
                    ordered.get(0).start(),
                    one.run()));
        }
        return read;
    }
}
