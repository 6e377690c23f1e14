// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.finding.rule.parallel;

import io.agentprofiler.analyzer.critical.Change;
import io.agentprofiler.analyzer.critical.Turn;
import io.agentprofiler.analyzer.finding.Confidence;
import io.agentprofiler.analyzer.finding.FindingRule;
import io.agentprofiler.analyzer.finding.Threshold;
import io.agentprofiler.analyzer.finding.rule.Candidate;
import io.agentprofiler.analyzer.finding.rule.WorkflowRule;
import io.agentprofiler.analyzer.finding.scan.Aggregate;
import io.agentprofiler.analyzer.finding.scan.WorkflowScan;
import io.agentprofiler.analyzer.finding.text.Texts;
import io.agentprofiler.analyzer.metric.operation.CallKey;
import io.agentprofiler.analyzer.metric.operation.Operation;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.view.cell.Units;
import io.agentprofiler.schema.Attributes;
import io.agentprofiler.schema.SpanKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Tools of one turn that ran one after the other, by how much speaks for running them at once.
 *
 * <p>They had their arguments before the first of them ran. Where the user says that they change nothing it is certain that
 * they may run at once, else side effects are left to judge; but a turn that called one tool twice with the same arguments,
 * which may change something, is not reported. Nor is one whose tools the model's answer, where its text is known, does not name: then
 * a model call between them is missing, or a program chose them. Nor is one whose tools were submitted at once and waited for a
 * thread: {@link QueuedCalls} names what keeps them apart.
 */
public final class SequentialTools extends WorkflowRule {
    static final Threshold PARALLEL_TOOLS = new Threshold(
            "parallel-tools", 5, "tools of a turn, or calls beside each other, that are assumed to run concurrently");

    public SequentialTools() {
        super("sequential-tools", PARALLEL_TOOLS);
    }

    @Override
    public void scan(WorkflowScan workflow) {
        int limit = (int) Math.max(1, workflow.of(PARALLEL_TOOLS));
        Map<Confidence, List<Turn>> turns = new EnumMap<>(Confidence.class);
        for (Turn turn : Turn.in(workflow.trace(), limit)) {
            boolean readOnly = turn.calls().stream()
                    .allMatch(call -> workflow.isReadOnly(Operation.of(call).name()));
            if ((readOnly || !changesOneThingTwice(workflow, turn))
                    && !QueuedCalls.waitedForThread(turn.calls())
                    && isAskedFor(turn)) {
                turns.computeIfAbsent(readOnly ? Confidence.CERTAIN : Confidence.STRONG, any -> new ArrayList<>())
                        .add(turn);
            }
        }
        turns.forEach((confidence, sure) -> note(workflow, this, "tools of one turn", confidence, sure));
    }

    /** Notes turns, and what it would save if their calls ran at once. */
    static void note(WorkflowScan workflow, FindingRule rule, String name, Confidence confidence, List<Turn> turns) {
        Aggregate seen = new Aggregate(turns.size()).saves(workflow.saved(Change.atOnce(turns)));
        for (Turn turn : turns) {
            seen.most(turn.calls().size());
            turn.calls().forEach(call -> seen.evidence(workflow.trace(), call, WorkflowScan.lengthOf(call)));
            // the longest takes its time in any case
            List<Span> shorter = new ArrayList<>(turn.calls());
            shorter.remove(Collections.max(shorter, Comparator.comparingLong(WorkflowScan::lengthOf)));
            workflow.explains(rule, name, confidence, shorter);
        }
        workflow.note(rule, name, confidence, seen);
    }

    @Override
    protected void judge(Aggregate seen, Candidate finding) {
        finding.report(
                "up to " + Math.round(seen.most()) + " tools of one turn ran one after another ("
                        + Units.count(seen.occurrences(), "turn") + ")",
                "run them concurrently"
                        + (finding.confidence() == Confidence.CERTAIN ? "" : ", unless one changes what another reads")
                        + ": analyzer whatif parallel-tools");
    }

    /** Answers whether the model's answer before a turn, where its text was recorded, names all of the turn's tools, each as often as it ran. */
    private static boolean isAskedFor(Turn turn) {
        Span model = modelBefore(turn.calls().get(0));
        Object answer = model == null ? null : model.attributes().get(Attributes.OUTPUT_MESSAGES);
        if (answer == null) {
            return true;
        }
        String text = Texts.of(answer).toLowerCase(Locale.ROOT);
        Map<String, Integer> places = new HashMap<>();
        for (Span call : turn.calls()) {
            String tool = Operation.of(call).name().toLowerCase(Locale.ROOT);
            int at = text.indexOf(tool, places.getOrDefault(tool, 0));
            if (at < 0) {
                return false;
            }
            places.put(tool, at + tool.length());
        }
        return true;
    }

    /** Returns the latest model call beside a call that began before it, else before what the call is in. */
    private static Span modelBefore(Span call) {
        for (Span inside = call; inside.parent() != null; inside = inside.parent()) {
            Span model = null;
            for (Span beside : inside.parent().children()) {
                if (beside == inside) {
                    break;
                }
                model = beside.kind() == SpanKind.LLM ? beside : model;
            }
            if (model != null || inside.parent().kind() != SpanKind.FUNCTION) {
                return model;
            }
        }
        return null;
    }

    /** Answers whether a tool that may change something was called twice with the same arguments: on the same thing. */
    private static boolean changesOneThingTwice(WorkflowScan workflow, Turn turn) {
        Set<String> changing = new HashSet<>();
        for (Span call : turn.calls()) {
            String key = workflow.isReadOnly(Operation.of(call).name()) ? null : CallKey.of(call);
            if (key != null && !changing.add(key)) {
                return true;
            }
        }
        return false;
    }
}
