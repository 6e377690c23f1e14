// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.atif;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;

/**
 * One trajectory: what one agent and those around it said and did.
 *
 * @param place where it is in its file, for messages
 * @param ids what it is called
 * @param agent whose it is
 * @param steps in order
 * @param totals what it says to have used in all
 * @param continuedBy file name of its next part, or {@code null}
 * @param subagents trajectories it holds
 * @param own what our own export put in to be read back, empty for others
 */
public record Trajectory(
        String place,
        TrajectoryIds ids,
        TrajectoryAgent agent,
        List<Step> steps,
        Totals totals,
        String continuedBy,
        List<Trajectory> subagents,
        Map<?, ?> own) {
    /**
     * What a trajectory is called.
     *
     * @param session the run's or conversation's id, or {@code null}
     * @param trajectory its own id, or {@code null}
     */
    public record TrajectoryIds(String session, String trajectory) {}

    /**
     * Whose trajectory it is.
     *
     * @param name the agent's name, or {@code null}
     * @param model the model of steps that name none, or {@code null}
     * @param tools the definitions of its tools, or {@code null}
     */
    public record TrajectoryAgent(String name, String model, List<?> tools) {}

    /**
     * What a trajectory says to have used in all; other trajectories' use may be in it. Each is {@code null} where it is not said.
     *
     * @param input prompt tokens
     * @param output completion tokens
     * @param usd US dollars
     */
    public record Totals(Long input, Long output, BigDecimal usd) {
        /** Says nothing. */
        public static final Totals NONE = new Totals(null, null, null);
    }
}
