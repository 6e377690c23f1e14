// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.forecast;

import io.agentprofiler.analyzer.answer.tokens.price.PriceList;
import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.command.CommandException;
import io.agentprofiler.analyzer.lab.forecast.stage.StageLog;
import io.agentprofiler.analyzer.lab.forecast.stage.StageTrainer;
import io.agentprofiler.analyzer.lab.forecast.stage.StagedWorkflow;
import io.agentprofiler.analyzer.lab.forecast.stage.StagedWorkflow.LastWorkflow;
import io.agentprofiler.analyzer.lab.forecast.view.ForecastModelJson;
import io.agentprofiler.analyzer.live.state.ForecastSource;
import io.agentprofiler.analyzer.live.state.Forecaster;
import io.agentprofiler.analyzer.live.state.LiveWorkflow;
import io.agentprofiler.analyzer.live.state.Progress;
import io.agentprofiler.analyzer.read.Reasons;
import io.agentprofiler.analyzer.read.event.PublishedForecast;
import io.agentprofiler.analyzer.read.event.PublishedModel;
import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.analyzer.read.text.JsonFileException;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.shared.forecast.Forecast;
import io.agentprofiler.shared.forecast.Stage;
import io.agentprofiler.shared.forecast.StageModel;
import io.agentprofiler.shared.forecast.StageTarget;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Tells what is still to come of workflows that go on: by a model that was saved; or as their agent published it, and where it did not,
 * by the workflows that were over while the server ran.
 *
 * <p><b>Threading:</b> one thread adds and learns; any may ask.
 */
public final class LiveForecasts implements Forecaster {
    /** Workflows of which what was published is kept; of more, the one that was met first is forgotten. */
    static final int MOST_PUBLISHED = 20_000;

    private static final double NANOS = 1e9;

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

    private static LiveForecasts learned(PriceList prices) {
        return new LiveForecasts(StageTrainer.tables(List.of()), null, prices);
    }

    /**
     * Starts with a model that was saved.
     *
     * @param file its name, without the directory
     */
    private static LiveForecasts loaded(StageModel model, String file, PriceList prices) {
        return new LiveForecasts(model, file, prices);
    }

    /** Where a model was given, that tells instead. */
    @Override
    public void published(PublishedForecast forecast, PublishedModel by) {
        if (file == null) {
            published.put(forecast.trace(), new Published(forecast, by));
        }
    }

    @Override
    public void over(Trace trace) {
        published.remove(trace.id());
        if (file != null) {
            StagedWorkflow workflow = StagedWorkflow.of(trace, prices);
            model = workflow == null ? model : LastWorkflow.after(model, workflow);
        } else {
            log.add(trace, prices);
            isNew = true;
        }
    }

    @Override
    public void learn() {
        if (isNew) {
            isNew = false;
            model = StageTrainer.tables(log.workflows());
        }
    }

    @Override
    public Progress of(LiveWorkflow workflow, long nowNanos) {
        if (!workflow.isRunning()) {
            return null;
        }
        Trace trace = workflow.trace();
        Published told = published.get(trace.id());
        Progress progress = told == null ? null : progress(told.forecast(), told.model(), trace, nowNanos);
        StageModel own = model;
        return progress != null
                ? progress
                : progress(
                        own,
                        trace,
                        nowNanos,
                        file == null ? ForecastSource.learned(own) : ForecastSource.file(file, own));
    }

    @Override
    public int workflows() {
        return model.workflows();
    }

    /**
     * Asks a model.
     *
     * @param nowNanos the moment, nanoseconds since 1970
     * @param source whose model it is
     * @return {@code null} where too few earlier workflows were at this stage to tell the time to go
     */
    static Progress progress(StageModel model, Trace trace, long nowNanos, ForecastSource source) {
        Stage stage = StagedWorkflow.now(trace);
        double since = Math.max(0, nowNanos - StagedWorkflow.since(trace)) / NANOS;
        Map<StageTarget, Forecast> forecasts = new EnumMap<>(StageTarget.class);
        for (StageTarget target : StageTarget.values()) {
            Forecast forecast = model.forecast(target, stage, since);
            if (forecast != null) {
                forecasts.put(target, forecast);
            }
        }
        return forecasts.containsKey(StageTarget.SECONDS)
                ? new Progress(forecasts, model.nextTool(stage), source)
                : null;
    }

    /**
     * Takes what an agent published when the stage began; what has passed since is taken off.
     *
     * @param nowNanos the moment, nanoseconds since 1970
     * @return {@code null} where it is not of the stage that the workflow has reached, or tells no time to go, or one that has passed
     */
    static Progress progress(PublishedForecast published, PublishedModel model, Trace trace, long nowNanos) {
        Forecast told = published.forecasts().get(StageTarget.SECONDS);
        if (told == null
                || published.epochNanos() == Unknown.LONG
                || published.ended() < StagedWorkflow.now(trace).ended()) {
            return null;
        }
        Forecast left = told.after(Math.max(0, nowNanos - published.epochNanos()) / NANOS);
        if (left == null) {
            return null;
        }
        Map<StageTarget, Forecast> forecasts = new EnumMap<>(published.forecasts());
        forecasts.put(StageTarget.SECONDS, left);
        return new Progress(forecasts, published.nextTool(), ForecastSource.agent(published, model));
    }

    /** Makes forecasters for {@code serve}. */
    public static final class Source implements Forecaster.ForecasterFactory {
        @Override
        public Forecaster learned(PriceList prices) {
            return LiveForecasts.learned(prices);
        }

        @Override
        public Forecaster saved(Path file, PriceList prices) throws CommandException {
            return loaded(stages(file), String.valueOf(file.getFileName()), prices);
        }

        private static StageModel stages(Path file) throws CommandException {
            try {
                StageModel stages = ForecastModelJson.read(file).stages();
                if (stages == null) {
                    throw new CommandException("--forecast " + file
                            + ": the model tells nothing of workflows that go on: it was trained on fewer than "
                            + StageTrainer.MIN_WORKFLOWS + " that succeeded");
                }
                return stages;
            } catch (JsonFileException e) {
                throw new CommandException("--forecast " + e.getMessage());
            } catch (IOException e) {
                throw new CommandException("--forecast " + file + ": cannot be read: " + Reasons.of(e));
            }
        }
    }
}
