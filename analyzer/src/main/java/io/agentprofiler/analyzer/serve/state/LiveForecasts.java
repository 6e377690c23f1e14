// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.serve.state;

import io.agentprofiler.analyzer.cost.price.PriceList;
import io.agentprofiler.analyzer.forecast.stage.LastWorkflow;
import io.agentprofiler.analyzer.forecast.stage.StageLog;
import io.agentprofiler.analyzer.forecast.stage.StageTrainer;
import io.agentprofiler.analyzer.forecast.stage.StagedWorkflow;
import io.agentprofiler.analyzer.input.event.TraceId;
import io.agentprofiler.analyzer.published.PublishedForecast;
import io.agentprofiler.analyzer.published.PublishedModel;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.forecast.StageModel;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Tells what is still to come of workflows that go on: by a model that was saved; or as their agent published it, and where it did not,
 * by the workflows that were over while the server ran.
 *
 * <p><b>Threading:</b> one thread adds and learns; any may ask.
 */
public final class LiveForecasts {
    /** Workflows of which what was published is kept; of more, the one that was met first is forgotten. */
    static final int MOST_PUBLISHED = 20_000;

    private final String file;
    private final PriceList prices;
    private final StageLog log = new StageLog();
    private final Map<TraceId, Published> published = Collections.synchronizedMap(new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<TraceId, Published> eldest) {
            return size() > MOST_PUBLISHED;
        }
    });
    private boolean isNew;
    private volatile StageModel model;

    private record Published(PublishedForecast forecast, PublishedModel model) {}

    private LiveForecasts(StageModel model, String file, PriceList prices) {
        this.model = model;
        this.file = file;
        this.prices = prices;
    }

    /** Starts to take what agents publish, and to learn from what is read. */
    public static LiveForecasts learned(PriceList prices) {
        return new LiveForecasts(StageTrainer.tables(List.of()), null, prices);
    }

    /**
     * Starts with a model that was saved.
     *
     * @param file its name, without the directory
     */
    public static LiveForecasts loaded(StageModel model, String file, PriceList prices) {
        return new LiveForecasts(model, file, prices);
    }

    /** Takes what an agent published. Where a model was given, that tells instead. */
    void published(PublishedForecast forecast, PublishedModel by) {
        if (file == null) {
            published.put(forecast.trace(), new Published(forecast, by));
        }
    }

    /** Takes a workflow that is over. */
    void over(Trace trace) {
        published.remove(trace.id());
        if (file != null) {
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
        if (!workflow.isRunning()) {
            return null;
        }
        Trace trace = workflow.trace();
        Published told = published.get(trace.id());
        Progress progress = told == null ? null : Progress.of(told.forecast(), told.model(), trace, nowNanos);
        StageModel own = model;
        return progress != null
                ? progress
                : Progress.of(
                        own,
                        trace,
                        nowNanos,
                        file == null ? ForecastSource.learned(own) : ForecastSource.file(file, own));
    }

    /** Returns from how many workflows it was learned. */
    public int workflows() {
        return model.workflows();
    }
}
