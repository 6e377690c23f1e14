// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.repeat;

import io.agentprofiler.analyzer.answer.finding.Confidence;
import io.agentprofiler.analyzer.answer.finding.Evidence;
import io.agentprofiler.analyzer.answer.finding.FindingRule;
import io.agentprofiler.analyzer.answer.finding.Saving;
import io.agentprofiler.analyzer.answer.finding.Thresholds.Threshold;
import io.agentprofiler.analyzer.answer.finding.rule.Assessment;
import io.agentprofiler.analyzer.answer.finding.rule.Candidate;
import io.agentprofiler.analyzer.answer.finding.scan.Aggregate;
import io.agentprofiler.analyzer.answer.finding.scan.RuleInput;
import io.agentprofiler.analyzer.answer.finding.scan.Subject;
import io.agentprofiler.analyzer.answer.finding.scan.WorkflowScan;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.metric.RequestLog;
import io.agentprofiler.analyzer.trace.metric.RequestLog.Request;
import io.agentprofiler.analyzer.trace.metric.operation.Operation;
import io.agentprofiler.analyzer.view.cell.Units;
import io.agentprofiler.shared.schema.SpanKind;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;

/** Calls that repeat an answered call of the same workflow or of an earlier one. A cache would save them. */
public final class RepeatedCalls extends FindingRule {
    private static final String TOOL = SpanKind.TOOL.word() + " ";

    private static final RepeatedAcross ACROSS = new RepeatedAcross();

    /** Calls that repeat an earlier call of their workflow, with how certain it is that the earlier answer would do. */
    static final Function<WorkflowScan, Map<Span, Confidence>> WITHIN_WORKFLOW = RepeatedCalls::withinWorkflow;

    public RepeatedCalls() {
        super("repeated-calls", RepeatedAcross.REPEATED_SHARE);
    }

    @Override
    public List<RuleInput<?>> inputs() {
        return List.of(AskedCalls.IN_ALL_WORKFLOWS);
    }

    @Override
    public void scan(WorkflowScan workflow) {
        Map<Span, Confidence> repeated = workflow.shared(WITHIN_WORKFLOW);
        if (repeated.isEmpty()) {
            ACROSS.scan(workflow);
            return;
        }
        Map<Subject, Set<Span>> bySubject = new TreeMap<>();
        repeated.forEach((span, confidence) -> {
            String name = Operation.of(span).label();
            bySubject
                    .computeIfAbsent(new Subject(id(), name, confidence), any -> new HashSet<>())
                    .add(span);
            workflow.note(
                    this,
                    name,
                    confidence,
                    new Aggregate(1).evidence(workflow.trace(), span, WorkflowScan.lengthOf(span)));
        });
        bySubject.forEach((subject, calls) -> {
            Set<Span> all = withTurns(workflow, calls);
            long least = workflow.savedWithout(calls).nanos();
            long most = all.size() == calls.size()
                    ? least
                    : workflow.savedWithout(all).nanos();
            workflow.note(
                    this,
                    subject.name(),
                    subject.confidence(),
                    workflow.useOf(calls).plus(Saving.between(least, Math.max(least, most))));
            workflow.explains(this, subject.name(), subject.confidence(), calls);
            // these are paid for in any case
            all.stream()
                    .filter(span -> !calls.contains(span))
                    .forEach(model -> workflow.explains(
                            this, subject.name(), subject.confidence(), model, model.startNanos(), model.endNanos()));
        });
        ACROSS.scan(workflow);
    }

    /** Returns the calls, and the model calls that asked for such tool calls alone: an agent that knows the answer may spare them. */
    private static Set<Span> withTurns(WorkflowScan workflow, Set<Span> calls) {
        Set<Span> all = new HashSet<>(calls);
        Set<Span> agents = new HashSet<>();
        calls.forEach(call -> agents.add(call.agent()));
        for (List<Span> ofAgent : workflow.callsByAgent()) {
            if (!agents.contains(ofAgent.get(0).agent())) {
                continue;
            }
            Span model = null;
            boolean onlyAgain = false;
            for (Span call : ofAgent) {
                if (call.kind() == SpanKind.LLM) {
                    addTurn(all, model, onlyAgain);
                    model = call;
                    onlyAgain = false;
                } else if (call.kind() == SpanKind.TOOL && model != null) {
                    if (calls.contains(call)) {
                        onlyAgain = true;
                    } else {
                        model = null;
                    }
                }
            }
            addTurn(all, model, onlyAgain);
        }
        return all;
    }

    private static void addTurn(Set<Span> all, Span model, boolean onlyAgain) {
        if (model != null && onlyAgain) {
            all.add(model);
        }
    }

    private static Map<Span, Confidence> withinWorkflow(WorkflowScan workflow) {
        Map<Span, Request> requests = workflow.shared(AskedCalls.IN_WORKFLOW);
        if (requests.size() < 2) {
            return Collections.emptyMap();
        }
        Map<Long, Span> first = new HashMap<>();
        Map<Span, Confidence> repeated = new LinkedHashMap<>();
        List<Span> inTime = new ArrayList<>(requests.keySet());
        inTime.sort(Comparator.comparingLong(Span::startNanos).thenComparingInt(Span::index));
        for (Span span : inTime) {
            Span before = first.putIfAbsent(requests.get(span).key(), span);
            if (before != null && before.endNanos() <= span.startNanos()) {
                Confidence confidence =
                        confidence(workflow, span, requests.get(before).answer());
                if (confidence != null) {
                    repeated.put(span, confidence);
                }
            }
        }
        return repeated;
    }

    /**
     * Returns how sure it is that an old answer would have done.
     *
     * @param before the hash of the old answer, {@code null} where it was not recorded
     * @return {@code null} when it would not
     */
    static Confidence confidence(WorkflowScan workflow, Span again, String before) {
        return switch (again.kind()) {
            case EMBEDDING -> Confidence.CERTAIN;
            case TOOL -> {
                String answer = workflow.equalPayloads().answer(again);
                if (answer == null || before == null) {
                    yield Confidence.WEAK;
                }
                boolean readOnly = workflow.isReadOnly(Operation.of(again).name());
                yield !answer.equals(before) ? null : readOnly ? Confidence.CERTAIN : Confidence.STRONG;
            }
            default -> RequestLog.mayAnswerOtherwise(again) ? Confidence.WEAK : Confidence.STRONG;
        };
    }

    /** Reports what goes beyond a workflow together with what workflows repeat themselves; and that alone where nothing does. */
    @Override
    public void assess(Assessment assessment) {
        SortedMap<String, Repeats> worthwhile = RepeatedAcross.worthwhile(assessment);
        SortedMap<Subject, Aggregate> within = assessment.observed(this);
        worthwhile.forEach((subject, repeats) -> ACROSS.report(
                assessment.about(this, subject),
                repeats,
                within.getOrDefault(new Subject(id(), subject, repeats.confidence()), new Aggregate(0))));
        within.forEach((subject, seen) -> {
            Repeats across = worthwhile.get(subject.name());
            if (across == null || across.confidence() != subject.confidence()) {
                report(assessment.about(this, subject.name()), subject.confidence(), seen);
            }
        });
    }

    private static void report(Candidate finding, Confidence confidence, Aggregate seen) {
        finding.confidence(confidence)
                .occurrences(seen.occurrences(), seen.workflows())
                .time(seen.nanos())
                .saves(seen.saving())
                .evidence(seen.evidence())
                .report(
                        Units.count(seen.occurrences(), "call") + " of " + finding.subject()
                                + " repeated an earlier call of the same workflow",
                        "cache the answers within the workflow" + condition(finding.subject(), confidence)
                                + ": analyzer whatif cache"
                                + (seen.saving().isExact()
                                        ? ""
                                        : "; an agent that does not repeat the call also saves the model calls that requested it"));
    }

    /** Returns what must hold for old answers to do, in words. */
    static String condition(String subject, Confidence confidence) {
        return switch (confidence) {
            case CERTAIN -> "";
            case STRONG, MEASURED ->
                subject.startsWith(TOOL)
                        ? ", if the tool is read-only and its results stay valid"
                        : ", unless they can change in between";
            case WEAK -> ", if an old answer will do";
        };
    }

    /**
     * The part of {@link RepeatedCalls} that goes beyond a workflow: calls that repeat those of earlier workflows. It claims for itself,
     * as these calls are known only after all workflows.
     */
    private static final class RepeatedAcross extends FindingRule {
        static final Threshold REPEATED_SHARE = new Threshold(
                "repeated-share",
                0.10,
                "share of the run time or cost that one operation's answers to other workflows would save");

        RepeatedAcross() {
            super("repeated-calls-across", REPEATED_SHARE);
        }

        /** Which calls repeat those of other workflows is known in the end only: until then it claims all that may. */
        @Override
        public boolean explainsAllItClaims() {
            return false;
        }

        @Override
        public void scan(WorkflowScan workflow) {
            workflow.shared(RepeatedCalls.WITHIN_WORKFLOW)
                    .forEach((span, confidence) -> claim(workflow, span, confidence));
            for (Span span : workflow.shared(AskedCalls.FIRST_OF_WORKFLOW).keySet()) {
                Confidence confidence = RepeatedCalls.confidence(
                        workflow, span, workflow.equalPayloads().answer(span));
                claim(workflow, span, confidence);
                if (confidence != Confidence.WEAK) {
                    claim(workflow, span, Confidence.WEAK);
                }
            }
        }

        private void claim(WorkflowScan workflow, Span span, Confidence confidence) {
            workflow.explains(this, Operation.of(span).label(), confidence, List.of(span));
        }

        @Override
        public void assess(Assessment assessment) {
            throw new UnsupportedOperationException("repeated calls are reported by their rule");
        }

        /**
         * Reports what was repeated of a subject.
         *
         * @param same what workflows repeated themselves, with the same confidence
         */
        void report(Candidate finding, Repeats repeats, Aggregate same) {
            finding.confidence(repeats.confidence())
                    .claimedBy(this)
                    // in how many workflows there is one or the other is not known
                    .occurrences(
                            same.occurrences() + repeats.calls(),
                            same.occurrences() == 0
                                    ? repeats.workflows()
                                    : Math.max(same.workflows(), repeats.workflows()))
                    .time(same.nanos() + repeats.nanos())
                    .saves(same.saving().plus(repeats.saving()))
                    .evidence(Repeats.weightiest(
                            Stream.of(same.evidence(), repeats.evidence()).<Evidence>flatMap(List::stream)))
                    .report(
                            title(finding.subject(), same.occurrences(), repeats.calls()),
                            advice(finding.subject(), repeats));
        }

        /** Returns what is worth keeping the answers for: not what every workflow asks, and is told at once. */
        static SortedMap<String, Repeats> worthwhile(Assessment assessment) {
            SortedMap<String, Repeats> worthwhile = new TreeMap<>();
            assessment.input(AskedCalls.IN_ALL_WORKFLOWS).repeats().forEach((subject, repeats) -> {
                double least = assessment.of(REPEATED_SHARE);
                double nanos = repeats.saving().mostNanos();
                BigDecimal usd = repeats.use().usd();
                double allUsd = assessment.allUsd().doubleValue();
                if (nanos > 0 && nanos >= least * assessment.totals().measuredNanos()
                        || usd != null && usd.signum() > 0 && usd.doubleValue() >= least * allUsd) {
                    worthwhile.put(subject, repeats);
                }
            });
            return worthwhile;
        }

        private static String title(String subject, long within, long across) {
            String calls = Units.count(within + across, "call") + " of " + subject;
            return within == 0
                    ? calls + " repeated calls that earlier workflows already made"
                    : calls + " repeated an earlier call: " + Units.count(within) + " of the same workflow, "
                            + Units.count(across) + " of another one";
        }

        private static String advice(String subject, Repeats repeats) {
            boolean replayed = repeats.confidence() == Confidence.WEAK && repeats.isReplayed();
            return "cache the answers across workflows"
                    + (replayed
                            ? ", if users repeat these questions and not only this recording does"
                            : RepeatedCalls.condition(subject, repeats.confidence()))
                    + ": analyzer whatif cache"
                    + (repeats.isRandom() ? " --any-temperature" : "");
        }
    }
}
