// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.whatif.suppose;

import io.agentprofiler.analyzer.answer.critical.Schedule;
import io.agentprofiler.analyzer.answer.critical.Supposition;
import io.agentprofiler.analyzer.answer.whatif.Scenario;
import io.agentprofiler.analyzer.answer.whatif.ScenarioTotals.Variant;
import io.agentprofiler.analyzer.answer.whatif.SimulatedWorkflow;
import io.agentprofiler.analyzer.command.CommandException;
import io.agentprofiler.analyzer.command.terminal.Terminal;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Calls of an operation that ran in a row become one call, or one for each so many. */
public final class BatchedCalls implements Scenario {
    /** What each further call may add to a batch, as a share of its own time. */
    private static final double[] SHARES = {0.1, 0.25, 0.5};

    private static final double PERCENT = 100;

    private final NamedSpans names;
    private final int size;
    private final double share;
    private final List<String> evidence;

    /**
     * Makes the scenario.
     *
     * @param size how many calls one batch takes at most, 1 or more; with 1 everything is as recorded
     * @param share what each further call adds to the longest of its batch: this part of its own time, 0 to 1
     */
    BatchedCalls(NamedSpans names, int size, double share, List<String> evidence) {
        this.names = names;
        this.size = size;
        this.share = share;
        this.evidence = List.copyOf(evidence);
    }

    @Override
    public SimulatedWorkflow of(Trace trace) {
        CallGroups found = CallGroups.in(trace, names);
        List<List<Span>> batches = new ArrayList<>();
        for (List<Span> calls : found.calls()) {
            for (int from = 0; from < calls.size(); from += Math.min(size, calls.size() - from)) {
                batches.add(calls.subList(from, from + Math.min(size, calls.size() - from)));
            }
        }
        batches.removeIf(batch -> batch.size() == 1);
        TreeMap<String, Long> counts = ParallelCalls.counts(found);
        counts.put("batches in place of them", (long) batches.size());
        if (batches.isEmpty()) {
            return new SimulatedWorkflow(trace.durationNanos(), 0, null, counts);
        }
        long calls = batches.stream().mapToLong(List::size).sum();
        Schedule schedule = Schedule.of(trace);
        List<Variant> variants = new ArrayList<>();
        for (double other : SHARES) {
            variants.add(new Variant(calls, schedule.wallNanos(batched(batches, other)), 0, null));
        }
        Supposition change = batched(batches, share);
        return new SimulatedWorkflow(schedule.wallNanos(change), 0, null, counts)
                .withVariants(variants)
                .withGroups(ParallelCalls.time(found, schedule, change));
    }

    /** The first call of a batch takes as long as all of it; the others are not made. */
    private static Supposition batched(List<List<Span>> batches, double share) {
        Map<Span, Long> nanos = new HashMap<>();
        for (List<Span> batch : batches) {
            long longest = batch.stream().mapToLong(Span::durationNanos).max().orElse(0);
            long all = batch.stream().mapToLong(Span::durationNanos).sum();
            batch.forEach(call -> nanos.put(call, 0L));
            nanos.put(batch.get(0), longest + Math.round(share * (all - longest)));
        }
        return new Supposition() {
            @Override
            public long length(Span span, long length) {
                return nanos.getOrDefault(span, length);
            }
        };
    }

    @Override
    public List<String> variants() {
        List<String> variants = new ArrayList<>();
        for (double other : SHARES) {
            variants.add("each further call adds " + Math.round(PERCENT * other) + " % of its time");
        }
        return variants;
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
                "the operation takes several inputs at once" + (size == Integer.MAX_VALUE ? "" : ", at most " + size)
                        + ", and none of them needs the result of another: you suppose that",
                share == 0
                        ? "a batch takes as long as the longest of its calls; the variants show what it saves if each further"
                                + " call adds to that"
                        : "a batch takes as long as the longest of its calls and " + Math.round(PERCENT * share)
                                + " % of the time of the others",
                "tokens and cost are those recorded: a prompt that the calls have in common would be sent once, which is not"
                        + " counted");
    }

    /** {@code analyzer whatif batch}. */
    @Command(name = "batch", description = "Makes one call of those of an operation that ran in a row.")
    public static final class BatchCommand extends SupposeCommand {
        @Option(
                names = "--batch-size",
                paramLabel = "CALLS",
                description = "How many calls one batch takes at most. Default: all that ran in a row.")
        private Integer size;

        @Option(
                names = "--adds",
                paramLabel = "PERCENT",
                defaultValue = "0",
                description =
                        "What each further call adds to a batch, in percent of its own time. Default: ${DEFAULT-VALUE}.")
        private double adds;

        public BatchCommand(Terminal terminal) {
            super(terminal);
        }

        @Override
        public Integer call() throws CommandException {
            if (size != null && size < 1) {
                throw new CommandException("--batch-size takes a number of 1 or more, not " + size);
            }
            if (!(adds >= 0 && adds <= PERCENT)) {
                throw new CommandException("--adds takes percent from 0 to 100");
            }
            NamedSpans names = names();
            if (names.names().size() > 1) {
                throw new CommandException("batch takes one name; * in it stands for any characters");
            }
            Analysis<Independence> independence = Independence.of(names);
            List<String> evidence = look(names, independence).get(independence).lines();
            int most = size == null ? Integer.MAX_VALUE : size;
            return run(
                    "calls of " + names.words() + " in a row as one call"
                            + (size == null ? "" : ", at most " + size + " at once"),
                    new BatchedCalls(names, most, adds / PERCENT, evidence));
        }
    }
}
