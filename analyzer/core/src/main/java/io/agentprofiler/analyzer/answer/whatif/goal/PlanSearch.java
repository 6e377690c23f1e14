// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.whatif.goal;

import io.agentprofiler.analyzer.answer.whatif.goal.Goal.Statistic;
import java.util.Arrays;
import java.util.List;

/**
 * Looks for the smallest set of steps that reaches all goals.
 *
 * <p>Sets are tried by size: none, one step, two. The first size at which some set reaches all goals ends the search; of its sets the
 * one with the least {@linkplain Simulator#risk risk} is taken, then the one that changes the fewest calls, then the one that goes
 * furthest beyond the limits. That is exact. A size of which trying all sets would exceed {@value #MOST} sets altogether is not begun: from there
 * on the best set so far grows by the step that helps most, as long as one does, and the answer says that it was not exhaustive.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
final class PlanSearch {
    /** How many sets are tried at most before the search stops being exhaustive. */
    static final int MOST = 5000;

    private final Simulator simulator;
    private final List<Goal> goals;
    private final double maxCost;
    private final int[] bestSets;
    private final double[] best;
    private int tried;
    private Tried leader;

    /** A set and how well it does. */
    private record Tried(int set, int missed, double excess, int risk, long calls) {
        boolean isBetterThan(Tried other) {
            if (other == null || missed != other.missed) {
                return other == null || missed < other.missed;
            }
            if (missed > 0 && excess != other.excess) {
                return excess < other.excess;
            }
            int size = Integer.compare(Integer.bitCount(set), Integer.bitCount(other.set));
            if (size != 0 || risk != other.risk) {
                return size < 0 || size == 0 && risk < other.risk;
            }
            return calls < other.calls || calls == other.calls && excess < other.excess;
        }
    }

    /**
     * What was found.
     *
     * @param set the steps of the plan: the smallest set that reaches all goals, else the one that misses fewest, and those by least
     * @param reached whether it reaches all goals
     * @param exhaustive whether all smaller sets, or where not reached all sets, were tried
     * @param tried how many sets were tried
     * @param best for each goal the least value of any set that was tried; {@link Double#NaN} where none is known
     * @param bestSets the smallest of the sets that have it
     */
    record SearchResult(
            int set, boolean reached, boolean exhaustive, int tried, List<Double> best, List<Integer> bestSets) {}

    private PlanSearch(Simulator simulator, List<Goal> goals, double maxCost) {
        this.simulator = simulator;
        this.goals = goals;
        this.maxCost = maxCost;
        this.best = new double[goals.size()];
        this.bestSets = new int[goals.size()];
        Arrays.fill(best, Double.NaN);
    }

    /**
     * Searches.
     *
     * @param maxCost what a workflow may cost on average in US dollars if a step sends calls to another model; infinite for any
     */
    static SearchResult search(Simulator simulator, List<Goal> goals, double maxCost) {
        return new PlanSearch(simulator, goals, maxCost).run();
    }

    private SearchResult run() {
        int steps = simulator.steps().size();
        boolean exhaustive = true;
        for (int size = 0; size <= steps && !isReached(); size++) {
            if (tried + choose(steps, size) > MOST) {
                exhaustive = false;
                grow();
                break;
            }
            ofSize(steps, size);
        }
        return new SearchResult(
                leader.set(),
                isReached(),
                exhaustive,
                tried,
                Arrays.stream(best).boxed().toList(),
                Arrays.stream(bestSets).boxed().toList());
    }

    private boolean isReached() {
        return leader != null && leader.missed() == 0;
    }

    /** Tries all sets of a size. */
    private void ofSize(int steps, int size) {
        long set = (1L << size) - 1;
        while (set < 1L << steps) {
            attempt((int) set);
            if (set == 0) {
                return;
            }
            // the next larger number with as many bits (Gosper)
            long low = set & -set;
            long ripple = set + low;
            set = ripple | (set ^ ripple) / low >> 2;
        }
    }

    /** Adds steps one by one. */
    private void grow() {
        Tried from;
        do {
            from = leader;
            for (int step = 0; step < simulator.steps().size(); step++) {
                if ((from.set() & 1 << step) == 0) {
                    attempt(from.set() | 1 << step);
                }
            }
        } while (leader.set() != from.set() && !isReached());
    }

    private void attempt(int set) {
        tried++;
        if (!simulator.isPossible(set) || isTooDear(set)) {
            return;
        }
        int missed = 0;
        double excess = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < goals.size(); i++) {
            double value = simulator.value(goals.get(i), set);
            missed += goals.get(i).isReached(value) ? 0 : 1;
            excess = Math.max(excess, goals.get(i).excess(value));
            if (!Double.isNaN(value) && !(best[i] <= value)) {
                best[i] = value;
                bestSets[i] = set;
            }
        }
        Tried one = new Tried(set, missed, excess, simulator.risk(set), simulator.calls(set));
        if (one.isBetterThan(leader)) {
            leader = one;
        }
    }

    private boolean isTooDear(int set) {
        return maxCost < Double.POSITIVE_INFINITY
                && simulator.calls(set) > 0
                && !(simulator.value(GoalFigure.COST, Statistic.MEAN, set) <= maxCost);
    }

    private static long choose(int all, int some) {
        long ways = 1;
        for (int i = 1; i <= some; i++) {
            ways = ways * (all - some + i) / i;
        }
        return ways;
    }
}
