// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.shared.forecast;

import java.util.List;

/**
 * Forecasts of workflows that go on.
 *
 * <p><b>Threading:</b> immutable.
 *
 * @param workflows from how many workflows it was learned
 * @param untilNanos when the last of them ended, nanoseconds since 1970; {@link #UNKNOWN} where that is not known
 * @param targets what it tells
 * @param tools which tool comes next
 */
public record StageModel(int workflows, long untilNanos, List<Target> targets, NextTools tools) {
    /** The word for the table of stages, where that is used. */
    public static final String STAGE = "stage";
    /** Stands for a time that is not known. */
    public static final long UNKNOWN = -1;

    /** Copies the list. */
    public StageModel {
        targets = List.copyOf(targets);
    }

    /**
     * One target.
     *
     * @param target what is told
     * @param table the values of earlier workflows at each stage
     * @param instead what forecasts better than the table, {@code null} if nothing does
     */
    public record Target(StageTarget target, StageTable table, Points instead) {
        /** Returns the word for what is used. */
        public String word() {
            return instead == null ? STAGE : instead.kind().word();
        }

        Forecast forecast(Stage stage, double since) {
            return instead == null ? table.forecast(stage, since) : instead.forecast(stage, since);
        }
    }

    /**
     * Returns a forecast.
     *
     * @param sinceSeconds how many seconds ago the stage began
     * @return {@code null} where there is none
     */
    public Forecast forecast(StageTarget target, Stage stage, double sinceSeconds) {
        double since = target == StageTarget.SECONDS ? Math.max(0, sinceSeconds) : 0;
        return targets.stream()
                .filter(one -> one.target() == target)
                .findFirst()
                .map(one -> one.forecast(stage, since))
                .orElse(null);
    }

    /** Returns the tool that is most likely next; {@code null} where too few earlier workflows were at this stage. */
    public NextTools.Next nextTool(Stage stage) {
        return tools.next(stage);
    }
}
