// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.atif;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.read.tree.Located;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads trajectories of every version 1. */
public final class TrajectoryParser {
    private static final Pattern VERSION = Pattern.compile("(?i)ATIF-v(\\d{1,4})(\\.\\d{1,4})*");
    /** Sub-agents within sub-agents beyond which nobody means it. */
    private static final int MAX_DEPTH = 60;

    private static final Set<String> TRAJECTORY = Set.of(
            "schema_version",
            "session_id",
            "trajectory_id",
            "agent",
            "steps",
            "notes",
            "final_metrics",
            "continued_trajectory_ref",
            "subagent_trajectories",
            "extra");
    private static final Set<String> AGENT = Set.of("name", "version", "model_name", "tool_definitions", "extra");
    private static final Set<String> TOTALS = Set.of(
            "total_prompt_tokens",
            "total_completion_tokens",
            "total_cached_tokens",
            "total_cost_usd",
            "total_steps",
            "extra");

    /** Stands in {@code extra} beside amounts that our own export computed. */
    public static final String COST_SOURCE = "agent_profiler_cost_source";

    private TrajectoryParser() {}

    /** Returns the moment that a timestamp names, in nanoseconds since 1970, or {@link Unknown#LONG}. */
    public static long moment(String timestamp) {
        return TimingParser.time(Located.of(timestamp, "", problem -> {}));
    }

    /** Answers whether an object may be a trajectory. */
    public static boolean isTrajectory(Object value) {
        return value instanceof Map<?, ?> map
                && (map.get("steps") instanceof List || map.containsKey("schema_version") && map.containsKey("agent"));
    }

    /** Returns the trajectory, {@code null} where it is none that can be read. */
    public static Trajectory read(Located trajectory) {
        return read(trajectory, 0);
    }

    private static Trajectory read(Located trajectory, int depth) {
        if (!isTrajectory(trajectory.value())) {
            trajectory.problem("expected a trajectory, an object with \"steps\"; left out");
            return null;
        }
        if (depth > MAX_DEPTH) {
            trajectory.problem("more than " + MAX_DEPTH + " sub-agents within each other; left out");
            return null;
        }
        if (!isKnown(trajectory, trajectory.text("schema_version"))) {
            return null;
        }
        trajectory.only(TRAJECTORY, "ATIF");
        Located agent = trajectory.object("agent");
        agent.only(AGENT, "ATIF");
        if (!agent.isThere()) {
            trajectory.get("agent").problem("expected the agent's name and version; read without");
        }
        trajectory.object("extra");
        List<Step> steps = steps(trajectory);
        return new Trajectory(
                trajectory.pointer(),
                new Trajectory.TrajectoryIds(trajectory.text("session_id"), trajectory.text("trajectory_id")),
                new Trajectory.TrajectoryAgent(
                        agent.text("name"),
                        agent.text("model_name"),
                        agent.list("tool_definitions").isEmpty()
                                ? null
                                : (List<?>) agent.get("tool_definitions").value()),
                steps,
                totals(trajectory.object("final_metrics")),
                trajectory.text("continued_trajectory_ref"),
                subagents(trajectory, depth),
                trajectory.get("extra").get(OwnRecords.NAME).value() instanceof Map<?, ?> own ? own : Map.of());
    }

    private static boolean isKnown(Located trajectory, String version) {
        if (version == null) {
            trajectory.get("schema_version").problem("expected ATIF-v1 and a number, found nothing; read as ATIF-v1");
            return true;
        }
        Matcher matcher = VERSION.matcher(version);
        if (!matcher.matches()) {
            trajectory.get("schema_version").problem("expected ATIF-v1 and a number; read as ATIF-v1");
            return true;
        }
        if (Integer.parseInt(matcher.group(1)) != 1) {
            trajectory.problem("version " + version + " is not known, expected ATIF-v1; left out");
            return false;
        }
        return true;
    }

    private static List<Step> steps(Located trajectory) {
        List<Step> steps = new ArrayList<>();
        int number = 0;
        for (Located step : trajectory.list("steps")) {
            Step read = StepParser.step(step, ++number);
            if (read != null) {
                steps.add(read);
            }
        }
        return List.copyOf(steps);
    }

    /** Returns an amount of money, unless it is one that our own export computed: list prices are no report. */
    static BigDecimal reported(Located metrics, String field) {
        BigDecimal usd = metrics.amount(field);
        return metrics.get("extra").get(COST_SOURCE).isThere() ? null : usd;
    }

    private static Trajectory.Totals totals(Located totals) {
        totals.only(TOTALS, "ATIF");
        return totals.isThere()
                ? new Trajectory.Totals(
                        totals.count("total_prompt_tokens"),
                        totals.count("total_completion_tokens"),
                        reported(totals, "total_cost_usd"))
                : Trajectory.Totals.NONE;
    }

    private static List<Trajectory> subagents(Located trajectory, int depth) {
        List<Trajectory> subagents = new ArrayList<>();
        for (Located subagent : trajectory.list("subagent_trajectories")) {
            Trajectory read = read(subagent, depth + 1);
            if (read != null) {
                subagents.add(read);
            }
        }
        return List.copyOf(subagents);
    }
}
