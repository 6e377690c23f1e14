// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.whatif.suppose;

import io.agentprofiler.analyzer.answer.critical.Schedule;
import io.agentprofiler.analyzer.answer.critical.Supposition;
import io.agentprofiler.analyzer.answer.whatif.GroupTime;
import io.agentprofiler.analyzer.answer.whatif.Scenario;
import io.agentprofiler.analyzer.answer.whatif.SimulatedWorkflow;
import io.agentprofiler.analyzer.answer.whatif.suppose.CallGroups.SequentialGroup;
import io.agentprofiler.analyzer.command.CommandException;
import io.agentprofiler.analyzer.command.terminal.Terminal;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import picocli.CommandLine.Command;

/** Named calls that ran one after another run in parallel. */
public final class ParallelCalls implements Scenario {
    private final NamedSpans names;
    private final List<String> evidence;

    ParallelCalls(NamedSpans names, List<String> evidence) {
        this.names = names;
        this.evidence = List.copyOf(evidence);
    }

    @Override
    public SimulatedWorkflow of(Trace trace) {
        CallGroups found = CallGroups.in(trace, names);
        TreeMap<String, Long> counts = counts(found);
        if (found.groups().isEmpty()) {
            return new SimulatedWorkflow(trace.durationNanos(), 0, null, counts);
        }
        Schedule schedule = Schedule.of(trace);
        Supposition change = Supposition.atOnce(
                found.groups().stream().map(SequentialGroup::atOnce).toList());
        return new SimulatedWorkflow(schedule.wallNanos(change), 0, null, counts)
                .withGroups(time(found, schedule, change));
    }

    /** Returns what there is to change, and what stays. */
    static TreeMap<String, Long> counts(CallGroups found) {
        TreeMap<String, Long> counts = new TreeMap<>();
        counts.put(
                "calls that ran one after another",
                found.groups().stream().mapToLong(group -> group.calls().size()).sum());
        if (found.overlapping() > 0) {
            counts.put("calls that overlap already, left as recorded", found.overlapping());
        }
        if (found.apart() > 0) {
            counts.put("calls with another call between them, left as recorded: name that one, too", found.apart());
        }
        return counts;
    }

    /** Returns how long the groups take with a change. */
    static GroupTime time(CallGroups found, Schedule schedule, Supposition change) {
        return new GroupTime(
                found.groups().size(),
                found.groups().stream().mapToLong(SequentialGroup::nanos).sum(),
                Arrays.stream(schedule.nanos(change, found.calls())).sum());
    }

    @Override
    public String group() {
        return names.words();
    }

    @Override
    public List<String> evidence() {
        return evidence;
    }

    @Override
    public List<String> assumptions() {
        return List.of(
                "none of these calls needs the result of another or changes what another one reads: you suppose that, the"
                        + " evidence only shows where texts went",
                "each call takes as long as recorded: the calls do not slow each other down, and no rate limit is reached",
                "each call begins as soon after the start of the one before it as it began after its end; what follows waits"
                        + " for all of them, and a failed call does not stop the others");
    }

    /** {@code analyzer whatif parallel}. */
    @Command(
            name = "parallel",
            description =
                    "Runs calls in parallel that ran one after another: of several names, one of each; of one name, all"
                            + " in a row.")
    public static final class ParallelCommand extends SupposeCommand {
        public ParallelCommand(Terminal terminal) {
            super(terminal);
        }

        @Override
        public Integer call() throws CommandException {
            NamedSpans names = names();
            Analysis<Independence> independence = Independence.of(names);
            List<String> evidence = look(names, independence).get(independence).lines();
            return run(names.words() + " in parallel", new ParallelCalls(names, evidence));
        }
    }
}
