// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.live.state;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.read.event.PublishedForecast;
import io.agentprofiler.analyzer.read.event.PublishedModel;
import io.agentprofiler.analyzer.view.cell.Units;
import io.agentprofiler.shared.forecast.StageModel;
import java.util.Locale;

/**
 * Who tells what is still to come of a workflow.
 *
 * @param by who
 * @param model the file of the model, without its directory; {@code null} where there is none or its name is not known
 * @param workflows from how many workflows it was learned, or absent
 * @param untilNanos when the last of them ended, nanoseconds since 1970, or absent
 * @param published what the agent published, {@code null} of others
 */
public record ForecastSource(By by, String model, long workflows, long untilNanos, PublishedForecast published) {
    /** Who may tell. */
    public enum By {
        /** The agent in the traced process, by a model of its own. */
        AGENT,
        /** A model that the server was started with. */
        FILE,
        /** The workflows that the server has read. */
        LEARNED;

        /** Returns the word for it. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Returns the source of what an agent published. */
    public static ForecastSource agent(PublishedForecast published, PublishedModel model) {
        return new ForecastSource(By.AGENT, model.file(), model.workflows(), model.untilNanos(), published);
    }

    /** Returns the source of what a saved model tells. */
    public static ForecastSource file(String file, StageModel model) {
        return new ForecastSource(By.FILE, file, model.workflows(), until(model), null);
    }

    /** Returns the source of what workflows read here tell. */
    public static ForecastSource learned(StageModel model) {
        return new ForecastSource(By.LEARNED, null, model.workflows(), until(model), null);
    }

    private static long until(StageModel model) {
        return model.untilNanos() == StageModel.UNKNOWN ? Unknown.LONG : model.untilNanos();
    }

    /** Returns it for people: {@code told by the agent after call 2 (tool find), model.json of 40 workflows until 2026-11-24 01:00:00 UTC}. */
    public String words() {
        String learned = workflows == Unknown.LONG ? "" : Units.count(workflows, "workflow");
        String until = untilNanos == Unknown.LONG ? "" : " until " + Units.time(untilNanos) + " UTC";
        return switch (by) {
            case AGENT -> "told by the agent " + stage() + (model == null ? "" : ", " + model + of(learned) + until);
            case FILE -> "told by " + model + of(learned) + until;
            case LEARNED -> "told by " + learned + " read here";
        };
    }

    private static String of(String learned) {
        return learned.isEmpty() ? "" : " of " + learned;
    }

    private String stage() {
        if (published.ended() == 0) {
            return "at the begin";
        }
        return "after call " + published.ended() + (published.last().isEmpty() ? "" : " (" + published.last() + ")");
    }
}
