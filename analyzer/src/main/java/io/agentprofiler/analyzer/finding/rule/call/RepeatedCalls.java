// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.finding.rule.call;

import io.agentprofiler.analyzer.finding.Confidence;
import io.agentprofiler.analyzer.finding.rule.Candidate;
import io.agentprofiler.analyzer.finding.rule.WorkflowRule;
import io.agentprofiler.analyzer.finding.scan.Aggregate;
import io.agentprofiler.analyzer.finding.scan.Subject;
import io.agentprofiler.analyzer.finding.scan.WorkflowScan;
import io.agentprofiler.analyzer.input.event.SpanStatus;
import io.agentprofiler.analyzer.metric.operation.CallKey;
import io.agentprofiler.analyzer.metric.operation.Operation;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.view.cell.Units;
import io.agentprofiler.schema.Attributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Calls that ask what the workflow had asked before, and were answered: what a cache would save. */
public final class RepeatedCalls extends WorkflowRule {
    public RepeatedCalls() {
        super("repeated-calls");
    }

    @Override
    public void scan(WorkflowScan workflow) {
        Map<String, Span> first = new HashMap<>();
        Map<Subject, Set<Span>> repeated = new TreeMap<>();
        List<Span> inTime = new ArrayList<>(workflow.trace().spans());
        inTime.sort(Comparator.comparingLong(Span::startNanos).thenComparingInt(Span::index));
        for (Span span : inTime) {
            String key = span.status() == SpanStatus.OK ? CallKey.of(span) : null;
            Span before = key == null ? null : first.putIfAbsent(key, span);
            Confidence confidence =
                    before == null || before.endNanos() > span.startNanos() ? null : confidence(workflow, before, span);
            if (confidence != null) {
                String name = Operation.of(span).label();
                repeated.computeIfAbsent(new Subject(id(), name, confidence), any -> new HashSet<>())
                        .add(span);
                workflow.note(
                        this,
                        name,
                        confidence,
                        new Aggregate(1).evidence(workflow.trace(), span, WorkflowScan.lengthOf(span)));
            }
        }
        repeated.forEach((subject, calls) -> workflow.note(
                this,
                subject.name(),
                subject.confidence(),
                workflow.useOf(calls).plus(workflow.savedWithout(calls))));
    }

    /** Returns how sure it is that the old answer would have done; {@code null} when it would not. */
    private static Confidence confidence(WorkflowScan workflow, Span before, Span again) {
        return switch (again.kind()) {
            case EMBEDDING -> Confidence.CERTAIN;
            case TOOL -> {
                String answer = CallKey.answer(again);
                if (answer == null || CallKey.answer(before) == null) {
                    yield Confidence.WEAK;
                }
                boolean same = answer.equals(CallKey.answer(before));
                boolean readOnly = workflow.isReadOnly(Operation.of(again).name());
                yield same ? readOnly ? Confidence.CERTAIN : Confidence.STRONG : null;
            }
            case LLM ->
                again.attributes().get(Attributes.REQUEST_TEMPERATURE) instanceof Number warmth
                                && warmth.doubleValue() == 0
                        ? Confidence.STRONG
                        : Confidence.WEAK;
            default -> Confidence.STRONG;
        };
    }

    @Override
    protected void judge(Aggregate seen, Candidate finding) {
        finding.report(
                Units.count(seen.occurrences(), "call") + " of " + finding.subject()
                        + " repeated an earlier call of the same workflow",
                "cache the answers within the workflow" + unless(finding.confidence()) + ": analyzer whatif cache");
    }

    private static String unless(Confidence confidence) {
        return switch (confidence) {
            case WEAK -> ", if an old answer will do";
            case CERTAIN -> "";
            case STRONG, MEASURED -> ", unless they can change meanwhile";
        };
    }
}
