// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.tool;

import io.agentprofiler.analyzer.answer.finding.scan.CallTimes;
import io.agentprofiler.analyzer.answer.finding.scan.TimedCall;
import io.agentprofiler.analyzer.base.stat.Distribution;
import io.agentprofiler.analyzer.base.stat.Median;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The tail of an operation: the few calls that took many times the median.
 *
 * @param calls the longest first
 * @param medianNanos own time of most calls
 * @param savedNanos how much less workflows would have waited if they had taken the median
 */
record Tail(List<TimedCall> calls, double medianNanos, long savedNanos) {
    private static final int MIN_OF_ALL = 10;
    private static final int MIN_CALLS = 2;
    private static final double MOST_OF_ALL = 0.25;
    /** So much of it comes late: what fills a cache at the start, or starts with the process, does not. */
    private static final double LATE = 0.3;
    /** Maximum number of calls between half the slow limit and the limit, as a share of the slow calls. */
    private static final double MOST_BETWEEN = 0.4;

    private static final double ALL = 100;
    private static final int STEPS = 20;

    /**
     * Returns the calls that are slow now and then, {@code null} where there are none.
     *
     * @param times how many times longer than the median
     * @param leastNanos how much longer at least
     */
    static Tail of(CallTimes all, double times, double leastNanos) {
        double median = all.own().percentile(50);
        Set<TimedCall> starting = new HashSet<>();
        all.runs().forEach(run -> starting.addAll(all.starting(run)));
        List<TimedCall> calls = all.longest().stream()
                .filter(call -> call.ownNanos() >= times * median && call.ownNanos() - median >= leastNanos)
                .filter(call -> !starting.contains(call))
                .toList();
        long late = calls.stream().filter(all::isLate).count();
        boolean is = all.own().count() >= MIN_OF_ALL
                && calls.size() >= MIN_CALLS
                && calls.size() <= MOST_OF_ALL * all.own().count()
                && late >= LATE * calls.size()
                && isApart(all.own(), times * median);
        return is
                ? new Tail(
                        calls,
                        median,
                        calls.stream()
                                .mapToLong(call -> call.waitedBeyond(median))
                                .sum())
                : null;
    }

    /**
     * Answers whether few calls are between most and the slow ones: then something else happened in these. Of calls that do more or less
     * work each time, many are.
     */
    private static boolean isApart(Distribution own, double slowNanos) {
        double slow = shareFrom(own, slowNanos);
        return shareFrom(own, slowNanos / 2) <= (1 + MOST_BETWEEN) * slow;
    }

    /** Returns the share of calls that took so long, or longer. */
    private static double shareFrom(Distribution own, double nanos) {
        double low = 0;
        double high = ALL;
        for (int i = 0; i < STEPS; i++) {
            double middle = (low + high) / 2;
            if (own.percentile(middle) < nanos) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return 1 - high / ALL;
    }

    /** Returns the median of their own times. */
    double nanos() {
        return Median.of(calls.stream().mapToDouble(TimedCall::ownNanos).toArray());
    }
}
