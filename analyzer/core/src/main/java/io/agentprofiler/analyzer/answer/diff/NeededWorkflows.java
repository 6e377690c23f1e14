// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.diff;

import io.agentprofiler.analyzer.answer.diff.Metric.MetricShape;
import io.agentprofiler.analyzer.base.stat.RankTest;
import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.view.cell.Units;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * About how many workflows a side it takes to tell a difference from noise, if the figures stay as they are.
 *
 * <p>An interval gets narrower with the root of the number of workflows. It has to leave out 0 at the level that the smaller of two
 * p-values needs (it is doubled) and the adjustment for all gates.
 */
public final class NeededWorkflows {
    /** Fewer workflows a side cannot show anything. */
    static final long FEWEST = 4;
    /** More say that the difference is none. */
    private static final double MOST = 1e6;

    private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

    private NeededWorkflows() {}

    /** Answers whether there are enough workflows for the tests to find anything. */
    static boolean areEnough(Change change) {
        return RankTest.smallestP(change.workflowsBefore(), change.workflowsAfter()) <= Change.LEVEL;
    }

    /**
     * Returns the number for a change; {@link Unknown#LONG} where no number would do.
     *
     * @param row whose change it is
     * @param family how many differences are judged together
     */
    public static long of(RowChange row, Change change, int family) {
        long fewest = fewest(row, change);
        int workflows = Math.min(change.workflowsBefore(), change.workflowsAfter());
        double distance = Math.abs(change.difference());
        if (workflows < 2 || !change.hasInterval()) {
            return fewest;
        }
        // the end of the interval that is on the other side
        double half = change.difference() > 0
                ? change.difference() - change.interval().low()
                : change.interval().high() - change.difference();
        double wider = quantile(Change.LEVEL / 2 / 2 / Math.max(1, family)) / quantile(Change.LEVEL / 2);
        double needed = Math.ceil(workflows * Math.pow(Math.max(0, half) * wider / distance, 2));
        return needed > MOST || Double.isNaN(needed)
                ? Unknown.LONG
                : Math.max(Math.max(fewest, workflows + 1L), (long) needed);
    }

    /** High percentiles need so many calls that a hundredth, or a twentieth, of them is one. */
    private static long fewest(RowChange row, Change change) {
        if (change.metric().shape() != MetricShape.PERCENTILE || change.metric() == Metric.P50) {
            return FEWEST;
        }
        double calls = Math.min(
                row.callsBefore() / (double) Math.max(1, change.workflowsBefore()),
                row.callsAfter() / (double) Math.max(1, change.workflowsAfter()));
        double beyond = 1 - change.metric().percent() / 100;
        return Math.max(Comparison.FEW, (long) Math.ceil(Math.round(1 / beyond) / Math.max(1, calls)));
    }

    private static double quantile(double tail) {
        return NORMAL.inverseSurvivalProbability(tail);
    }

    /** Returns the number in words. */
    public static String words(long needed) {
        return needed == Unknown.LONG
                ? "no number of workflows would tell"
                : "about " + Units.count(needed, "workflow") + " a side would tell";
    }
}
