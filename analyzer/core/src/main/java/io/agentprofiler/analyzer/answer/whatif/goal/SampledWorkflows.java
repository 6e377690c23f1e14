// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.whatif.goal;

import io.agentprofiler.analyzer.base.stat.SplitMix64;
import io.agentprofiler.analyzer.base.stat.bounded.BoundedList;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import java.util.Comparator;
import java.util.List;

/**
 * The workflows that are simulated: all, or {@value #MOST} drawn evenly, by a number that depends on the workflow's id alone.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
public final class SampledWorkflows {
    /** How many workflows are kept. */
    static final int MOST = 500;

    /** The analysis. */
    static final Analysis<SampledWorkflows> ANALYSIS = Analysis.direct(
            "workflows to simulate",
            () -> new SampledWorkflows(MOST, Integer.MAX_VALUE),
            SampledWorkflows::add,
            SampledWorkflows::add);

    private static final int FEW_WORKFLOWS = 48;
    private static final int FEW_SPANS = 600;

    /** A few that are not large, which take little memory and time. */
    static final Analysis<SampledWorkflows> FEW = Analysis.direct(
            "a few workflows to simulate",
            () -> new SampledWorkflows(FEW_WORKFLOWS, FEW_SPANS),
            SampledWorkflows::add,
            SampledWorkflows::add);

    private final int mostSpans;
    private long all;
    private final BoundedList<Trace> kept;

    private SampledWorkflows(int most, int mostSpans) {
        this.mostSpans = mostSpans;
        this.kept = new BoundedList<>(
                most,
                Comparator.comparingLong((Trace trace) ->
                                SplitMix64.mix(trace.id().high(), trace.id().low()))
                        .thenComparing(Trace::id)
                        .thenComparingLong(Trace::startNanos));
    }

    private void add(Trace trace) {
        if (!trace.isFragment() && !Calls.isIngestion(trace)) {
            all++;
            if (trace.spans().size() <= mostSpans) {
                kept.add(trace);
            }
        }
    }

    private void add(SampledWorkflows more) {
        all += more.all;
        kept.add(more.kept);
    }

    /** Returns how many workflows were read. */
    long all() {
        return all;
    }

    /** Returns those that are kept. */
    List<Trace> kept() {
        return kept.inOrder();
    }
}
