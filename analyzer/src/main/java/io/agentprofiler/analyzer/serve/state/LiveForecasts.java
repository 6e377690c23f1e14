// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.serve.state;

import io.agentprofiler.analyzer.cost.price.PriceList;
import io.agentprofiler.analyzer.forecast.stage.LastWorkflow;
import io.agentprofiler.analyzer.forecast.stage.StageLog;
import io.agentprofiler.analyzer.forecast.stage.StageTrainer;
import io.agentprofiler.analyzer.forecast.stage.StagedWorkflow;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.forecast.StageModel;
import java.util.List;

/**
 * Tells what is still to come of workflows that go on: by a model that was saved, or by the workflows that were over while the server
 * ran.
 *
 * <p><b>Threading:</b> one thread adds and learns; any may ask.
 */
public final class LiveForecasts {
    private final boolean isLoaded;
    private final PriceList prices;
    private final StageLog log = new StageLog();
    private boolean isNew;
    private volatile StageModel model;

    /**
     * Starts.
     *
     * @param loaded a model that was saved, {@code null} to learn from what is read
     */
    public LiveForecasts(StageModel loaded, PriceList prices) {
        this.isLoaded = loaded != null;
        this.prices = prices;
        this.model = isLoaded ? loaded : StageTrainer.tables(List.of());
    }

    /** Takes a workflow that is over. */
    void over(Trace trace) {
        if (isLoaded) {
            StagedWorkflow workflow = StagedWorkflow.of(trace, prices);
            model = workflow == null ? model : LastWorkflow.after(model, workflow);
        } else {
            log.add(trace, prices);
            isNew = true;
        }
    }

    /** Learns from what is new, if anything is. */
    void learn() {
        if (isNew) {
            isNew = false;
            model = StageTrainer.tables(log.workflows());
        }
    }

    /**
     * Returns what is to be expected of a workflow, {@code null} if it is over or nothing can be told.
     *
     * @param nowNanos the moment, nanoseconds since 1970
     */
    public Progress of(LiveWorkflow workflow, long nowNanos) {
        return workflow.isRunning() ? Progress.of(model, workflow.trace(), nowNanos) : null;
    }

    /** Returns from how many workflows it was learned. */
    public int workflows() {
        return model.workflows();
    }
}
