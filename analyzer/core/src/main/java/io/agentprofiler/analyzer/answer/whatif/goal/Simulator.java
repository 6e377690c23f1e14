// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.whatif.goal;

import io.agentprofiler.analyzer.answer.tokens.price.PriceList;
import io.agentprofiler.analyzer.answer.whatif.goal.Goal.Statistic;
import io.agentprofiler.analyzer.answer.whatif.goal.step.Draft;
import io.agentprofiler.analyzer.answer.whatif.goal.step.Draft.WorkflowFigures;
import io.agentprofiler.analyzer.answer.whatif.goal.step.PlanStep;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Simulates workflows with sets of steps. A set is a number: bit <i>i</i> stands for step <i>i</i>. Of each workflow only those
 * steps count that change it, so most sets need no new simulation.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
final class Simulator {
    /** A mixture of the ways in which the times of other models may be learned. */
    static final int MIXED = -1;

    private final List<Trace> workflows;
    private final List<PlanStep> steps;
    private final PriceList prices;
    /** The steps that change each workflow, and in how many each does. */
    private final int[] effective;

    private final int[] changed;
    /** How many calls each step has to itself. */
    private final long[] calls;
    /** The steps that each step cannot be made together with. */
    private final int[] conflicts;

    private final List<Map<Integer, WorkflowFigures>> known = new ArrayList<>();

    Simulator(List<Trace> workflows, List<PlanStep> steps, PriceList prices) {
        this.workflows = List.copyOf(workflows);
        this.steps = List.copyOf(steps);
        this.prices = prices;
        this.effective = new int[workflows.size()];
        this.changed = new int[steps.size()];
        this.calls = new long[steps.size()];
        this.conflicts = new int[steps.size()];
        for (int i = 0; i < effective.length; i++) {
            known.add(new HashMap<>());
            learn(i);
        }
    }

    /** Returns the steps that change one of the workflows by themselves, or may together with others. */
    static List<PlanStep> thatChange(List<PlanStep> steps, List<Trace> workflows, PriceList prices) {
        return steps.stream()
                .filter(step -> workflows.stream()
                        .anyMatch(trace -> step.dependsOnOthers() || step.apply(new Draft(trace, prices))))
                .toList();
    }

    private void learn(int workflow) {
        Trace trace = workflows.get(workflow);
        Map<Span, Integer> owners = new HashMap<>();
        for (int step = 0; step < steps.size(); step++) {
            int bit = 1 << step;
            if (steps.get(step).apply(new Draft(trace, prices))) {
                effective[workflow] |= bit;
                changed[step]++;
            } else if (steps.get(step).dependsOnOthers()) {
                effective[workflow] |= bit;
            }
            Set<Span> own = new HashSet<>(steps.get(step).exclusive(trace));
            calls[step] += own.size();
            for (Span call : own) {
                int others = owners.getOrDefault(call, 0);
                conflicts[step] |= others;
                owners.put(call, others | bit);
            }
        }
        for (int step = 0; step < steps.size(); step++) {
            for (int other = 0; other < step; other++) {
                conflicts[other] |= (conflicts[step] & 1 << other) == 0 ? 0 : 1 << step;
            }
        }
    }

    List<PlanStep> steps() {
        return steps;
    }

    /** Returns of how many workflows the recording does not tell what waited for what: a simulated time is the least there can be. */
    int withoutWaiting() {
        return (int) workflows.stream().filter(trace -> !trace.tellsWaiting()).count();
    }

    int workflows() {
        return workflows.size();
    }

    /** Returns how many workflows a step changes by itself. */
    int changed(int step) {
        return changed[step];
    }

    /** Answers whether no two steps of a set want to change the same call. */
    boolean isPossible(int set) {
        for (int step = 0; step < steps.size(); step++) {
            if ((set & 1 << step) != 0 && (set & conflicts[step]) != 0) {
                return false;
            }
        }
        return true;
    }

    /** Returns the weights of the risks of a set, added up. */
    int risk(int set) {
        int sum = 0;
        for (int step = 0; step < steps.size(); step++) {
            sum += (set & 1 << step) == 0 ? 0 : steps.get(step).risk().weight();
        }
        return sum;
    }

    /** Returns how many calls the steps of a set have to themselves. */
    long calls(int set) {
        long sum = 0;
        for (int step = 0; step < steps.size(); step++) {
            sum += (set & 1 << step) == 0 ? 0 : calls[step];
        }
        return sum;
    }

    /** Returns the steps of a set. */
    List<PlanStep> steps(int set) {
        List<PlanStep> chosen = new ArrayList<>();
        for (int step = 0; step < steps.size(); step++) {
            if ((set & 1 << step) != 0) {
                chosen.add(steps.get(step));
            }
        }
        return chosen;
    }

    /** Returns of how many workflows a figure is known as recorded. */
    long known(GoalFigure figure) {
        long count = 0;
        for (int i = 0; i < workflows.size(); i++) {
            count += Double.isNaN(figure.of(figures(i, 0))) ? 0 : 1;
        }
        return count;
    }

    /**
     * Returns a statistic of a figure in the workflows of which it is known as recorded; {@link Double#NaN} where there is none, or
     * where it is not known of one of them with this set of steps.
     */
    double value(GoalFigure figure, Statistic statistic, int set) {
        return value(figure, statistic, set, MIXED);
    }

    /**
     * Returns the same with one way of learning the times of other models.
     *
     * @param draw the way, or {@link #MIXED}
     */
    double value(GoalFigure figure, Statistic statistic, int set, int draw) {
        double[] values = new double[(int) known(figure)];
        int count = 0;
        for (int i = 0; i < workflows.size(); i++) {
            if (!Double.isNaN(figure.of(figures(i, 0)))) {
                double value = figure.of(draw == MIXED ? figures(i, set) : simulate(i, set, draw));
                if (Double.isNaN(value)) {
                    return Double.NaN;
                }
                values[count++] = value;
            }
        }
        return count == 0 ? Double.NaN : statistic.of(values);
    }

    double value(Goal goal, int set) {
        return value(goal.figure(), goal.statistic(), set);
    }

    private WorkflowFigures figures(int workflow, int set) {
        int counts = set & effective[workflow];
        return known.get(workflow).computeIfAbsent(counts, only -> simulate(workflow, only, MIXED));
    }

    private WorkflowFigures simulate(int workflow, int set, int draw) {
        return Draft.of(workflows.get(workflow), prices, steps(set & effective[workflow]))
                .figures(draw);
    }
}
