// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.whatif.tool;

import io.agentprofiler.analyzer.critical.Change;
import io.agentprofiler.analyzer.critical.Schedule;
import io.agentprofiler.analyzer.critical.Turn;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.whatif.Supposed;
import io.agentprofiler.analyzer.whatif.Supposition;
import io.agentprofiler.analyzer.whatif.Variant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** Tools that one model answer asked for run at once, a number of them at most. */
public final class ParallelTools implements Supposition {
    private static final int[] LIMITS = {2, 3, 5, 10};

    private final int limit;
    private final List<String> names = new ArrayList<>();
    private final List<UnaryOperator<Turn>> others = new ArrayList<>();

    /**
     * Supposes it.
     *
     * @param limit how many may run at once; with 1 everything is as recorded
     */
    public ParallelTools(int limit) {
        this.limit = limit;
        names.add("in batches of " + limit + ", the next when the last of one is over");
        others.add(Turn::inBatches);
        for (int other : LIMITS) {
            if (other != limit) {
                names.add(other + " at once");
                others.add(turn -> turn.atOnce(other));
            }
        }
        names.add("all at once");
        others.add(turn -> turn.atOnce(Integer.MAX_VALUE));
    }

    @Override
    public Supposed of(Trace trace) {
        List<Turn> turns = Turn.in(trace, limit);
        long tools = turns.stream().mapToLong(turn -> turn.calls().size()).sum();
        TreeMap<String, Long> counts = new TreeMap<>();
        counts.put("turns with tools one after the other", (long) turns.size());
        counts.put("tools in such turns", tools);
        if (turns.isEmpty()) {
            return new Supposed(trace.durationNanos(), 0, null, counts);
        }
        Schedule schedule = Schedule.of(trace);
        List<Variant> variants = new ArrayList<>();
        for (UnaryOperator<Turn> other : others) {
            variants.add(new Variant(tools, wallNanos(schedule, turns, other), 0, null));
        }
        return new Supposed(wallNanos(schedule, turns, UnaryOperator.identity()), 0, null, counts)
                .withVariants(variants);
    }

    private static long wallNanos(Schedule schedule, List<Turn> turns, UnaryOperator<Turn> how) {
        return schedule.wallNanos(Change.atOnce(turns.stream().map(how).toList()));
    }

    @Override
    public List<String> variants() {
        return List.copyOf(names);
    }

    @Override
    public List<String> assumptions() {
        return List.of(
                "at most " + limit
                        + " tools of a turn at once, each begun when a slot is free, without a barrier between"
                        + " batches",
                "each tool takes as long as recorded: they do not slow each other down (contention), and no rate limit is"
                        + " met",
                "no tool of a turn changes what another one reads, and one that fails stops no other");
    }
}
