// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.whatif;

import io.agentprofiler.analyzer.critical.Change;
import io.agentprofiler.analyzer.critical.Schedule;
import io.agentprofiler.analyzer.critical.Turn;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Tools that one model answer asked for run at once, a number of them at most. */
public final class ParallelTools implements Supposition {
    private final int limit;

    /**
     * Supposes it.
     *
     * @param limit how many may run at once; with 1 everything is as recorded
     */
    public ParallelTools(int limit) {
        this.limit = limit;
    }

    @Override
    public Supposed of(Trace trace) {
        Map<Span, Turn> turns = new HashMap<>();
        long count = 0;
        for (Span span : trace.spans()) {
            if (span.children().size() > 1) {
                for (Turn turn : Turn.below(span, limit)) {
                    count++;
                    turn.calls().forEach(call -> turns.put(call, turn));
                }
            }
        }
        TreeMap<String, Long> counts = new TreeMap<>();
        counts.put("turns with tools one after the other", count);
        counts.put("tools in them", (long) turns.size());
        long nanos = turns.isEmpty()
                ? trace.durationNanos()
                : Schedule.of(trace).wallNanos(new Change() {
                    @Override
                    public Turn turn(Span call) {
                        return turns.get(call);
                    }
                });
        return new Supposed(nanos, 0, null, counts);
    }

    @Override
    public List<String> assumptions() {
        return List.of(
                "at most " + limit + " tools of a turn at once, without a barrier between batches",
                "each tool takes as long as recorded: they do not slow each other down, and no rate limit is met",
                "no tool of a turn changes what another one reads");
    }
}
