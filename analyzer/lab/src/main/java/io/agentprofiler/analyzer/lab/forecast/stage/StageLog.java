// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.forecast.stage;

import io.agentprofiler.analyzer.answer.tokens.price.PriceList;
import io.agentprofiler.analyzer.base.stat.bounded.BoundedList;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/**
 * The stages of workflows that succeeded: of more than {@value #MOST} of the latest.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
public final class StageLog {
    /** How many workflows are kept. */
    public static final int MOST = 2000;

    private final BoundedList<StagedWorkflow> kept = new BoundedList<>(
            MOST,
            Comparator.comparingLong(StagedWorkflow::start)
                    .thenComparingLong(StagedWorkflow::end)
                    .thenComparing(StagedWorkflow::trace)
                    .reversed());

    /** Starts with none. */
    public StageLog() {}

    /** Returns the analysis. */
    public static Analysis<StageLog> question(PriceList prices) {
        return Analysis.direct(
                "stages of workflows",
                StageLog::new,
                (log, trace) -> log.add(trace, prices),
                (log, more) -> log.kept.add(more.kept));
    }

    /** Adds a workflow that is over; nothing of one that failed. */
    public void add(Trace trace, PriceList prices) {
        StagedWorkflow workflow = StagedWorkflow.of(trace, prices);
        if (workflow != null) {
            kept.add(workflow);
        }
    }

    /** Returns the workflows by start. */
    public List<StagedWorkflow> workflows() {
        List<StagedWorkflow> workflows = new ArrayList<>(kept.inOrder());
        Collections.reverse(workflows);
        return List.copyOf(workflows);
    }
}
