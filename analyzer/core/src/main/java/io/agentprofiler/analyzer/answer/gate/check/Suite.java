// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.gate.check;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.trace.pipeline.outcome.RunFacts;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.LongStream;

/**
 * The checks of one service, or of all together.
 *
 * @param name the service
 * @param runs its runs; none where it is of all services together
 * @param workflows how many of its workflows were judged
 * @param names how many names they have
 * @param left how many were not judged, for their names
 * @param firstNanos when the first of its runs began, in nanoseconds since 1970, or {@link Unknown#LONG}
 * @param lastNanos when the last of them began, likewise
 * @param checks the checks
 * @param notes what is missing of the data, or unusual
 */
public record Suite(
        String name,
        List<RunFacts> runs,
        long workflows,
        long names,
        long left,
        long firstNanos,
        long lastNanos,
        List<Check> checks,
        List<String> notes) {
    private static final String TOGETHER = "all services";

    public Suite {
        runs = List.copyOf(runs);
        checks = List.copyOf(checks);
        notes = List.copyOf(notes);
    }

    /** Returns the checks of all services together. */
    public static Suite together(List<Suite> suites, List<Check> checks) {
        return new Suite(
                TOGETHER,
                List.of(),
                suites.stream().mapToLong(Suite::workflows).sum(),
                suites.stream().mapToLong(Suite::names).sum(),
                suites.stream().mapToLong(Suite::left).sum(),
                known(suites, Suite::firstNanos).min().orElse(Unknown.LONG),
                known(suites, Suite::lastNanos).max().orElse(Unknown.LONG),
                checks,
                List.of());
    }

    private static LongStream known(List<Suite> suites, ToLongFunction<Suite> moment) {
        return suites.stream().mapToLong(moment).filter(nanos -> nanos != Unknown.LONG);
    }

    /** Answers whether this is about all services. */
    public boolean isTogether() {
        return runs.isEmpty();
    }
}
