// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.shared.forecast;

/**
 * What is told of a workflow at a stage.
 *
 * <p><b>Threading:</b> immutable.
 */
public final class Outlook {
    private final Stage stage;
    private final Forecast[] forecasts;
    private final NextTools.Next next;

    Outlook(Stage stage, Forecast[] forecasts, NextTools.Next next) {
        this.stage = stage;
        this.forecasts = forecasts;
        this.next = next;
    }

    /** Returns the stage. */
    public Stage stage() {
        return stage;
    }

    /** Returns the forecast of a target, {@code null} where nothing is told. */
    public Forecast forecast(StageTarget target) {
        return forecasts[target.ordinal()];
    }

    /** Returns the tool that is most likely next, {@code null} where nothing is told. */
    public NextTools.Next nextTool() {
        return next;
    }
}
