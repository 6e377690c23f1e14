// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.answer;

import io.agentprofiler.analyzer.answer.finding.Confidence;
import io.agentprofiler.analyzer.answer.finding.Evidence;
import io.agentprofiler.analyzer.answer.finding.FindingRule;
import io.agentprofiler.analyzer.answer.finding.Saving;
import io.agentprofiler.analyzer.answer.finding.Thresholds.Threshold;
import io.agentprofiler.analyzer.answer.finding.facts.CallPlaces;
import io.agentprofiler.analyzer.answer.finding.facts.HashedCall;
import io.agentprofiler.analyzer.answer.finding.rule.Assessment;
import io.agentprofiler.analyzer.answer.finding.scan.RuleInput;
import io.agentprofiler.analyzer.answer.finding.scan.WorkflowScan;
import io.agentprofiler.analyzer.base.stat.SplitMix64;
import io.agentprofiler.analyzer.base.stat.bounded.BoundedSums;
import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.metric.operation.CallKey;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import io.agentprofiler.analyzer.trace.metric.operation.Operation;
import io.agentprofiler.analyzer.view.cell.Units;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Finds model calls that give the same short answer to every prompt, such as a judge, guard or router that always decides the same way.
 * Calls are of one step if they have the same agent, model and instructions; without instructions, if they are the same call of the
 * workflow, the first or the second and so on. Whether another answer is still to come the recording
 * cannot tell: of n equal answers, up to 3/n of further ones may differ (95 %).
 */
public final class ConstantAnswers extends FindingRule {
    static final Threshold CONSTANT_ANSWERS =
            new Threshold("constant-answers", 20, "different prompts of one step that all got the same answer");

    /** A longer answer is a text, not a decision. */
    private static final long LONGEST_ANSWER = 50;

    private static final int MOST_STEPS = 500;
    private static final int MOST_HASHES = 64;
    private static final int SEVERAL = 2;

    private static final RuleInput<BoundedSums<DecisionStep>> STEPS = new RuleInput<>(
            () -> new BoundedSums<>(MOST_STEPS, DecisionStep::plus), ConstantAnswers::add, BoundedSums::add);

    public ConstantAnswers() {
        super("constant-answers", CONSTANT_ANSWERS);
    }

    /** Which calls always get the same answer is known in the end only: until then it claims all that may. */
    @Override
    public boolean explainsAllItClaims() {
        return false;
    }

    @Override
    public List<RuleInput<?>> inputs() {
        return List.of(STEPS);
    }

    private static boolean isDecision(Span call) {
        long output = call.tokens().output();
        return Calls.isModelCall(call)
                && call.isMeasured()
                && call.status() == SpanStatus.OK
                && output >= 0
                && output <= LONGEST_ANSWER;
    }

    @Override
    public void scan(WorkflowScan workflow) {
        for (Span span : workflow.trace().spans()) {
            if (isDecision(span)) {
                workflow.explains(this, Operation.asking(span).label(), Confidence.WEAK, List.of(span));
            }
        }
    }

    private static void add(BoundedSums<DecisionStep> steps, WorkflowScan workflow) {
        for (List<Span> calls : workflow.callsByAgent()) {
            int number = 0;
            for (Span call : calls) {
                number += call.kind() == SpanKind.LLM ? 1 : 0;
                // which tool to run next is no decision that could be left out
                if (isDecision(call) && !workflow.shared(CallPlaces.ASKING).contains(call)) {
                    add(steps, workflow, call, number);
                }
            }
        }
    }

    private static void add(BoundedSums<DecisionStep> steps, WorkflowScan workflow, Span call, int number) {
        String answer = HashedCall.answer(call);
        if (answer == null) {
            return;
        }
        String subject = Operation.asking(call).label();
        String instructions = HashedCall.instructions(call);
        // hashes of different runs say nothing of each other
        String key = String.join(
                "\n",
                String.valueOf(workflow.trace().run()),
                subject,
                Calls.model(call),
                instructions == null ? workflow.trace().root().name() + '\n' + number : instructions);
        DecisionStep known = steps.sum(key);
        // nothing is asked of a step with several answers but that it has them
        String asked = known != null && known.answers().size() == SEVERAL ? null : CallKey.of(call);
        if (asked != null) {
            steps.add(
                    key,
                    new DecisionStep(
                            subject,
                            1,
                            new TreeSet<>(List.of(SplitMix64.of(asked))),
                            new TreeSet<>(List.of(answer)),
                            workflow.waited(call),
                            workflow.useOf(List.of(call)),
                            List.of(Evidence.of(workflow.trace(), call, call.durationNanos()))));
        }
    }

    @Override
    public void assess(Assessment assessment) {
        Map<String, DecisionStep> bySubject = new TreeMap<>();
        for (DecisionStep step : assessment.input(STEPS).kept().values()) {
            if (step.answers().size() == 1 && step.asked().size() >= least(assessment)) {
                bySubject.merge(step.subject(), step, DecisionStep::plus);
            }
        }
        bySubject.forEach(
                (subject, step) -> assessment
                        .about(this, subject)
                        .confidence(Confidence.WEAK)
                        .occurrences(
                                step.calls(),
                                step.evidence().stream()
                                        .map(Evidence::trace)
                                        .distinct()
                                        .count())
                        .saves(Saving.upTo(step.waitedNanos())
                                .plus(Saving.moneyUpTo(
                                        step.use().mostUsd(), step.use().tokens())))
                        .evidence(step.evidence())
                        .over(CONSTANT_ANSWERS, step.asked().size())
                        .report(
                                "all " + Units.count(step.calls(), "call") + " of one step of " + subject
                                        + " got the same answer"
                                        + (step.asked().size() < step.calls() ? "" : " to different prompts"),
                                "check whether the call can ever decide otherwise: test it with a case that it must reject, or leave it out"));
    }

    private static double least(Assessment assessment) {
        return Math.min(MOST_HASHES, Math.max(2, assessment.of(CONSTANT_ANSWERS)));
    }

    /**
     * Calls of one step.
     *
     * @param subject kind and name of the agent, or of the model
     * @param asked the smallest hashes of what they asked, {@value #MOST_HASHES} at most
     * @param answers the smallest hashes of what was answered, {@value #SEVERAL} at most
     * @param waitedNanos how long workflows waited for them
     * @param use money and tokens that they used
     * @param evidence the longest of them
     */
    private record DecisionStep(
            String subject,
            long calls,
            TreeSet<Long> asked,
            TreeSet<String> answers,
            long waitedNanos,
            Saving use,
            List<Evidence> evidence) {
        DecisionStep plus(DecisionStep more) {
            return new DecisionStep(
                    subject,
                    calls + more.calls,
                    smallest(asked, more.asked, MOST_HASHES),
                    smallest(answers, more.answers, SEVERAL),
                    waitedNanos + more.waitedNanos,
                    use.plus(more.use),
                    Stream.concat(evidence.stream(), more.evidence.stream())
                            .sorted(Evidence.WEIGHTIEST_FIRST)
                            .limit(Evidence.MOST)
                            .toList());
        }

        private static <T> TreeSet<T> smallest(TreeSet<T> one, TreeSet<T> other, int most) {
            if (one.containsAll(other)) {
                return one;
            }
            TreeSet<T> all = new TreeSet<>(one);
            all.addAll(other);
            while (all.size() > most) {
                all.pollLast();
            }
            return all;
        }
    }
}
