// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.whatif.goal;

import io.agentprofiler.analyzer.answer.whatif.goal.step.PlanStep;
import io.agentprofiler.analyzer.answer.whatif.model.ModelSwap;
import io.agentprofiler.analyzer.base.stat.Quantile;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * The changes that were found, and what they reach.
 *
 * @param simulator what was simulated
 * @param found what the search found
 * @param reached for each goal what the changes make of it
 * @param changes the changes, in the order of their risk
 * @param successes in how many of {@link ModelSwap#DRAWS} simulations all goals are reached; negative where there is only one, as no
 *     call goes to another model
 */
record Plan(
        Simulator simulator,
        PlanSearch.SearchResult found,
        List<Reached> reached,
        List<PlannedChange> changes,
        int successes) {
    private static final double LOW = 0.025;

    /**
     * A goal.
     *
     * @param recorded its value as recorded
     * @param then its value with all changes of the plan
     * @param low the 2.5th percentile of that in many simulations, {@link Double#NaN} where there is only one
     * @param high the 97.5th
     * @param best the least value of any set of changes that was tried
     * @param bestWith those changes
     */
    record Reached(
            Goal goal, double recorded, double then, double low, double high, double best, List<PlanStep> bestWith) {
        boolean isReached() {
            return goal.isReached(then);
        }

        boolean isReachable() {
            return goal.isReached(best);
        }
    }

    /**
     * A change of the plan.
     *
     * @param workflows how many workflows it changes by itself
     * @param alone the values of the goals with this change alone
     * @param without the values of the goals with all changes but this one
     */
    record PlannedChange(PlanStep step, int workflows, List<Double> alone, List<Double> without) {}

    static Plan of(Simulator simulator, List<Goal> goals, PlanSearch.SearchResult found) {
        int set = found.set();
        boolean drawn = simulator.calls(set) > 0;
        double[][] draws = new double[goals.size()][];
        int successes = drawn ? draw(simulator, goals, set, draws) : -1;
        List<Reached> reached = new ArrayList<>();
        for (int i = 0; i < goals.size(); i++) {
            Goal goal = goals.get(i);
            boolean range = drawn && Arrays.stream(draws[i]).noneMatch(Double::isNaN);
            if (range) {
                Arrays.sort(draws[i]);
            }
            reached.add(new Reached(
                    goal,
                    simulator.value(goal, 0),
                    simulator.value(goal, set),
                    range ? Quantile.of(draws[i], LOW) : Double.NaN,
                    range ? Quantile.of(draws[i], 1 - LOW) : Double.NaN,
                    found.best().get(i),
                    simulator.steps(found.bestSets().get(i))));
        }
        return new Plan(simulator, found, reached, changes(simulator, goals, set), successes);
    }

    private static int draw(Simulator simulator, List<Goal> goals, int set, double[][] draws) {
        for (int i = 0; i < draws.length; i++) {
            draws[i] = new double[ModelSwap.DRAWS];
        }
        int successes = 0;
        for (int draw = 0; draw < ModelSwap.DRAWS; draw++) {
            boolean all = true;
            for (int i = 0; i < draws.length; i++) {
                Goal goal = goals.get(i);
                draws[i][draw] = simulator.value(goal.figure(), goal.statistic(), set, draw);
                all &= goal.isReached(draws[i][draw]);
            }
            successes += all ? 1 : 0;
        }
        return successes;
    }

    private static List<PlannedChange> changes(Simulator simulator, List<Goal> goals, int set) {
        List<PlannedChange> changes = new ArrayList<>();
        for (int step = 0; step < simulator.steps().size(); step++) {
            int bit = 1 << step;
            if ((set & bit) != 0) {
                changes.add(new PlannedChange(
                        simulator.steps().get(step),
                        simulator.changed(step),
                        goals.stream().map(goal -> simulator.value(goal, bit)).toList(),
                        goals.stream()
                                .map(goal -> simulator.value(goal, set & ~bit))
                                .toList()));
            }
        }
        changes.sort(Comparator.comparingInt(
                (PlannedChange change) -> change.step().risk().weight()));
        return changes;
    }
}
