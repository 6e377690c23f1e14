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
 * @param began when its runs began
 * @param checks the checks
 * @param notes what is missing of the data, or unusual
 */
public record Suite(
        String name,
        List<RunFacts> runs,
        long workflows,
        long names,
        long left,
        RunStarts began,
        List<Check> checks,
        List<String> notes) {
    /**
     * When runs began, in nanoseconds since 1970; {@link Unknown#LONG} where that is not known.
     *
     * @param firstNanos the first of them
     * @param lastNanos the last of them
     */
    public record RunStarts(long firstNanos, long lastNanos) {}

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
                new RunStarts(
                        known(suites, RunStarts::firstNanos).min().orElse(Unknown.LONG),
                        known(suites, RunStarts::lastNanos).max().orElse(Unknown.LONG)),
                checks,
                List.of());
    }

    private static LongStream known(List<Suite> suites, ToLongFunction<RunStarts> moment) {
        return suites.stream().map(Suite::began).mapToLong(moment).filter(nanos -> nanos != Unknown.LONG);
    }

    /** Answers whether this is about all services. */
    public boolean isTogether() {
        return runs.isEmpty();
    }
}
