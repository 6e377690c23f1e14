// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.answer;

import io.agentprofiler.analyzer.answer.finding.Confidence;
import io.agentprofiler.analyzer.answer.finding.Impact;
import io.agentprofiler.analyzer.answer.finding.Saving;
import io.agentprofiler.analyzer.answer.finding.facts.CallPlaces;
import io.agentprofiler.analyzer.answer.finding.facts.Followed;
import io.agentprofiler.analyzer.answer.finding.facts.HashedCall;
import io.agentprofiler.analyzer.answer.finding.facts.TextDigests;
import io.agentprofiler.analyzer.answer.finding.rule.Candidate;
import io.agentprofiler.analyzer.answer.finding.rule.WorkflowRule;
import io.agentprofiler.analyzer.answer.finding.scan.Aggregate;
import io.agentprofiler.analyzer.answer.finding.scan.WorkflowScan;
import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import io.agentprofiler.analyzer.trace.metric.operation.Operation;
import io.agentprofiler.analyzer.view.cell.Units;
import io.agentprofiler.shared.schema.Attributes;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds answers of an agent that nothing later uses although another answer that it gave at the same step is used: two of three drafts.
 * Where hashes cannot prove that an answer was not used, and texts were not recorded, a finding of low impact says so.
 */
public final class UnusedAnswers extends WorkflowRule {
    /** Shorter answers are decisions, which the program acts on without another call. */
    private static final long LEAST_CHARS = 100;

    private static final int ENOUGH = 5;
    private static final int MOST_ANSWERS = 16;
    private static final int MOST_LATER = 200;
    private static final Set<SpanKind> USERS =
            EnumSet.of(SpanKind.LLM, SpanKind.TOOL, SpanKind.RETRIEVAL, SpanKind.EMBEDDING);

    public UnusedAnswers() {
        super("unused-answers");
    }

    @Override
    public void scan(WorkflowScan workflow) {
        Map<Operation, List<Span>> byAgent = new LinkedHashMap<>();
        for (Span span : workflow.trace().spans()) {
            if (Calls.isModelCall(span)
                    && span.isMeasured()
                    && span.status() == SpanStatus.OK
                    && TextDigests.chars(span, Attributes.OUTPUT_MESSAGES) >= LEAST_CHARS) {
                byAgent.computeIfAbsent(Operation.asking(span), any -> new ArrayList<>())
                        .add(span);
            }
        }
        for (List<Span> calls : byAgent.values()) {
            if (calls.size() > 1) {
                calls.removeAll(workflow.shared(CallPlaces.ASKING));
            }
            if (calls.size() > 1) {
                steps(calls).forEach(step -> scan(workflow, step));
            }
        }
    }

    /** Returns the calls of each step that has at least two calls and no more than the limit. */
    private static List<List<Span>> steps(List<Span> calls) {
        Map<String, List<Span>> byStep = new LinkedHashMap<>();
        for (Span call : calls) {
            byStep.computeIfAbsent(step(call), any -> new ArrayList<>()).add(call);
        }
        return byStep.values().stream()
                .filter(step -> step.size() > 1 && step.size() <= MOST_ANSWERS)
                .toList();
    }

    private static String step(Span call) {
        return Calls.model(call) + '\n' + HashedCall.instructions(call);
    }

    private void scan(WorkflowScan workflow, List<Span> calls) {
        Set<Span> unused = new HashSet<>();
        Set<Span> unknown = new HashSet<>();
        long firstUse = Long.MAX_VALUE;
        Map<Span, Followed.AskedPayloads> asked = new HashMap<>();
        for (Span call : calls) {
            List<Span> later = later(workflow, call);
            if (later.size() > MOST_LATER) {
                return;
            }
            Followed answer = new Followed(call, calls, Followed.older(workflow.trace(), call));
            Set<Followed.FollowedUse> uses = EnumSet.noneOf(Followed.FollowedUse.class);
            for (Span span : later) {
                Followed.FollowedUse use = answer.into(asked.computeIfAbsent(span, Followed.AskedPayloads::of));
                uses.add(use);
                if (use == Followed.FollowedUse.USED) {
                    firstUse = Math.min(firstUse, span.startNanos());
                }
            }
            if (!uses.contains(Followed.FollowedUse.USED) && !isResult(workflow, call)) {
                (uses.contains(Followed.FollowedUse.UNKNOWN) ? unknown : unused).add(call);
            }
        }
        long used = firstUse;
        // what came after the first use was another step
        unused.removeIf(call -> call.endNanos() > used);
        String subject = Operation.asking(calls.get(0)).label();
        if (used < Long.MAX_VALUE && !unused.isEmpty()) {
            Saving use = workflow.useOf(unused);
            Aggregate seen = new Aggregate(unused.size())
                    .saves(workflow.savedWithout(unused))
                    .saves(use);
            unused.forEach(call -> seen.evidence(workflow.trace(), call, WorkflowScan.lengthOf(call)));
            workflow.note(this, subject, Confidence.STRONG, seen);
            workflow.explains(this, subject, Confidence.STRONG, unused);
        } else if (unknown.size() > 1 && unknown.stream().allMatch(UnusedAnswers::isKnownByHash)) {
            Aggregate seen = new Aggregate(unknown.size());
            unknown.forEach(call -> seen.evidence(workflow.trace(), call, WorkflowScan.lengthOf(call), 0));
            workflow.note(this, subject, Confidence.WEAK, seen);
        }
    }

    /** Answers whether the agent recorded hashes of an answer's lines, and no text. */
    private static boolean isKnownByHash(Span call) {
        return call.attributes().get(Attributes.OUTPUT_MESSAGES) == null
                && !TextDigests.texts(call, Attributes.OUTPUT_MESSAGES).isEmpty();
    }

    private static List<Span> later(WorkflowScan workflow, Span call) {
        List<Span> later = new ArrayList<>();
        for (Span span : workflow.trace().spans()) {
            if (USERS.contains(span.kind()) && span.startNanos() >= call.endNanos() && !Calls.isWrapper(span)) {
                later.add(span);
            }
        }
        later.sort(Comparator.comparingLong(Span::startNanos).thenComparingInt(Span::index));
        return later;
    }

    /** Answers whether an answer is part of the recorded result of something that did more than give it. */
    private static boolean isResult(WorkflowScan workflow, Span call) {
        Set<String> lines = TextDigests.texts(call, Attributes.OUTPUT_MESSAGES);
        for (Span above = call.parent(); above != null; above = above.parent()) {
            Set<String> result = new HashSet<>();
            TextDigests.addTexts(above, Attributes.OUTPUT, result);
            TextDigests.addTexts(above, Attributes.TOOL_CALL_RESULT, result);
            boolean more = above.parent() == null || modelCalls(workflow, above) > 1;
            if (more && result.stream().anyMatch(lines::contains)) {
                return true;
            }
        }
        return false;
    }

    private static long modelCalls(WorkflowScan workflow, Span above) {
        return workflow.trace().spans().subList(above.index(), above.index() + above.size()).stream()
                .filter(Calls::isModelCall)
                .count();
    }

    @Override
    protected void judge(Aggregate seen, Candidate finding) {
        if (finding.confidence() == Confidence.WEAK) {
            if (seen.workflows() >= ENOUGH) {
                finding.impact(Impact.LOW)
                        .report(
                                "hashes do not show whether all " + Units.count(seen.occurrences(), "answer") + " of "
                                        + finding.subject() + " were used",
                                "with content=full this run could be checked for answers that nothing uses");
            }
            return;
        }
        boolean one = seen.occurrences() == 1;
        finding.report(
                Units.count(seen.occurrences(), "answer") + " of " + finding.subject() + (one ? " is" : " are")
                        + " in no later call, while another answer of the same step is",
                "ask for one answer only, or let a later step read all of them");
    }
}
