// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.whatif.scenario;

import io.agentprofiler.analyzer.answer.critical.Schedule;
import io.agentprofiler.analyzer.answer.critical.Supposition;
import io.agentprofiler.analyzer.answer.critical.ToolTurn;
import io.agentprofiler.analyzer.answer.finding.facts.RequestedTools;
import io.agentprofiler.analyzer.answer.whatif.Scenario;
import io.agentprofiler.analyzer.answer.whatif.ScenarioCommand;
import io.agentprofiler.analyzer.answer.whatif.ScenarioTotals.Variant;
import io.agentprofiler.analyzer.answer.whatif.SimulatedWorkflow;
import io.agentprofiler.analyzer.command.CommandException;
import io.agentprofiler.analyzer.command.terminal.Terminal;
import io.agentprofiler.analyzer.trace.Trace;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Tools that one model response asked for run in parallel, up to a limit. */
public final class ParallelTools implements Scenario {
    private static final int[] LIMITS = {2, 3, 5, 10};

    private final int limit;
    private final List<String> names = new ArrayList<>();
    private final List<UnaryOperator<ToolTurn>> others = new ArrayList<>();

    /**
     * Makes the scenario.
     *
     * @param limit how many tools may run in parallel; with 1 everything is as recorded
     */
    public ParallelTools(int limit) {
        this.limit = limit;
        names.add("in batches of " + limit + ", each after the whole batch before it");
        others.add(ToolTurn::inBatches);
        for (int other : LIMITS) {
            if (other != limit) {
                names.add(other + " in parallel");
                others.add(turn -> turn.atOnce(other));
            }
        }
        names.add("all in parallel");
        others.add(turn -> turn.atOnce(Integer.MAX_VALUE));
    }

    @Override
    public SimulatedWorkflow of(Trace trace) {
        List<ToolTurn> turns = new ArrayList<>();
        long unknown = 0;
        long refused = 0;
        for (ToolTurn turn : ToolTurn.in(trace, limit)) {
            RequestedTools requested = RequestedTools.of(turn.calls());
            unknown += requested == RequestedTools.UNKNOWN ? 1 : 0;
            refused += requested == RequestedTools.NO ? 1 : 0;
            if (requested != RequestedTools.NO) {
                turns.add(turn);
            }
        }
        long tools = turns.stream().mapToLong(turn -> turn.calls().size()).sum();
        TreeMap<String, Long> counts = new TreeMap<>();
        if (unknown > 0) {
            counts.put("groups of tools that the recording does not show to be requested by one answer", unknown);
        }
        if (refused > 0) {
            counts.put("groups of tools that no single answer requested, left as recorded", refused);
        }
        counts.put("answers whose tools ran one after another", (long) turns.size());
        counts.put("tools that they requested", tools);
        if (turns.isEmpty()) {
            return new SimulatedWorkflow(trace.durationNanos(), 0, null, counts);
        }
        Schedule schedule = Schedule.of(trace);
        List<Variant> variants = new ArrayList<>();
        for (UnaryOperator<ToolTurn> other : others) {
            variants.add(new Variant(tools, wallNanos(schedule, turns, other), 0, null));
        }
        return new SimulatedWorkflow(wallNanos(schedule, turns, UnaryOperator.identity()), 0, null, counts)
                .withVariants(variants);
    }

    private static long wallNanos(Schedule schedule, List<ToolTurn> turns, UnaryOperator<ToolTurn> how) {
        return schedule.wallNanos(Supposition.atOnce(turns.stream().map(how).toList()));
    }

    @Override
    public List<String> variants() {
        return List.copyOf(names);
    }

    @Override
    public List<String> assumptions() {
        return List.of(
                "at most " + limit
                        + " tools requested together run in parallel; each begins when a slot is free, without a barrier",
                "each tool takes as long as recorded: tools do not slow each other down, and no rate limit is reached",
                "tools that follow an answer were requested by it, unless the recording shows that they were not",
                "no tool changes what another tool requested with it reads, and a failing tool does not stop the others");
    }

    /** {@code analyzer whatif parallel-tools}. */
    @Command(name = "parallel-tools", description = "Runs the tools that one model response asks for in parallel.")
    public static final class ParallelToolsCommand extends ScenarioCommand {
        @Option(
                names = "--limit",
                paramLabel = "TOOLS",
                defaultValue = "5",
                description = "How many tools may run in parallel. Default: ${DEFAULT-VALUE}.")
        private int limit;

        public ParallelToolsCommand(Terminal terminal) {
            super(terminal);
        }

        @Override
        public Integer call() throws CommandException {
            if (limit < 1) {
                throw new CommandException("--limit takes a number of 1 or more");
            }
            return run("tools requested together run in parallel, at most " + limit, new ParallelTools(limit));
        }
    }
}
