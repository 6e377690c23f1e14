// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.whatif.goal;

import io.agentprofiler.analyzer.answer.finding.FindingDocument.OtherChanges;
import io.agentprofiler.analyzer.answer.finding.FindingDocument.OtherChanges.OtherChange;
import io.agentprofiler.analyzer.answer.finding.Findings;
import io.agentprofiler.analyzer.answer.finding.Impact;
import io.agentprofiler.analyzer.answer.prefix.rule.CacheRules;
import io.agentprofiler.analyzer.answer.tokens.price.PriceList;
import io.agentprofiler.analyzer.answer.whatif.goal.Goal.Statistic;
import io.agentprofiler.analyzer.answer.whatif.goal.step.Candidates;
import io.agentprofiler.analyzer.answer.whatif.goal.step.ContextStep;
import io.agentprofiler.analyzer.answer.whatif.goal.step.PlanStep;
import io.agentprofiler.analyzer.answer.whatif.model.ModelTimes;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import io.agentprofiler.analyzer.trace.metric.RunSummary;
import io.agentprofiler.analyzer.trace.pipeline.outcome.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The changes that {@code whatif} can simulate, each tried alone on a few workflows: which of them would save most. Of a large recording
 * that costs no more than of a small one.
 *
 * <p><b>Threading:</b> stateless.
 */
public final class KnownChanges {
    /** Keeps the workflows to try changes on. */
    public static final Analysis<SampledWorkflows> SAMPLE = SampledWorkflows.FEW;

    private static final Candidates.Wishes USUAL = new Candidates.Wishes(5, Set.of(), 0, List.of());
    private static final int MOST_STEPS = 24;
    private static final double EQUAL = 1e-9;

    private KnownChanges() {}

    /** Returns what tries all changes when it is asked; none if workflows to try them on were not kept. */
    public static Supplier<OtherChanges> in(Outcome outcome, Findings.FindingsQuestion question) {
        return () -> outcome.summary().holds(SAMPLE)
                ? in(
                        outcome.summary().get(SAMPLE),
                        question.prices(),
                        question.thresholds().of(Impact.MEDIUM_FROM))
                : OtherChanges.NOT_TRIED;
    }

    private static OtherChanges in(SampledWorkflows sample, PriceList prices, double least) {
        List<Trace> workflows = sample.kept();
        if (workflows.isEmpty()) {
            return OtherChanges.NOT_TRIED;
        }
        Candidates candidates = new Candidates(USUAL, prices, CacheRules.bundled(), ModelTimes.FEW);
        RunSummary few = new RunSummary(candidates.analyses());
        workflows.forEach(few::add);
        List<PlanStep> steps = Simulator.thatChange(
                candidates.of(few).stream()
                        // shorter prompts always save something, whatever they would leave out
                        .filter(step -> !(step instanceof ContextStep))
                        .toList(),
                workflows,
                prices);
        steps = steps.subList(0, Math.min(MOST_STEPS, steps.size()));
        Simulator simulator = new Simulator(workflows, steps, prices);
        List<OtherChange> best = new ArrayList<>();
        // where nobody knows what waited for what, a simulated run time is a guess
        boolean timed = workflows.stream().allMatch(Trace::tellsWaiting);
        if (timed) {
            add(best, simulator, GoalFigure.DURATION, "run time", least);
        }
        add(best, simulator, GoalFigure.COST, "cost", least);
        return new OtherChanges(Math.max(1, steps.size()), workflows.size(), sample.all(), timed, best);
    }

    private static void add(
            List<OtherChange> best, Simulator simulator, GoalFigure figure, String words, double least) {
        double recorded = simulator.value(figure, Statistic.MEAN, 0);
        PlanStep first = null;
        double most = least;
        for (int step = 0; step < simulator.steps().size(); step++) {
            double saved = 1 - simulator.value(figure, Statistic.MEAN, 1 << step) / recorded;
            // of equal ones the first, which is the simplest
            if (first == null ? saved >= least : saved > most + EQUAL) {
                most = saved;
                first = simulator.steps().get(step);
            }
        }
        if (first != null) {
            best.add(new OtherChange(first.title(), words, most, first.riskReason()));
        }
    }
}
