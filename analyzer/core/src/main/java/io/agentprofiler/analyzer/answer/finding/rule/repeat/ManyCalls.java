// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.repeat;

import io.agentprofiler.analyzer.answer.finding.Confidence;
import io.agentprofiler.analyzer.answer.finding.Saving;
import io.agentprofiler.analyzer.answer.finding.Thresholds.Threshold;
import io.agentprofiler.analyzer.answer.finding.facts.Followed;
import io.agentprofiler.analyzer.answer.finding.facts.Followed.AskedPayloads;
import io.agentprofiler.analyzer.answer.finding.facts.Followed.FollowedUse;
import io.agentprofiler.analyzer.answer.finding.facts.HashedCall;
import io.agentprofiler.analyzer.answer.finding.rule.Candidate;
import io.agentprofiler.analyzer.answer.finding.rule.WorkflowRule;
import io.agentprofiler.analyzer.answer.finding.scan.Aggregate;
import io.agentprofiler.analyzer.answer.finding.scan.WorkflowScan;
import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import io.agentprofiler.analyzer.trace.metric.operation.Operation;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Finds many calls of one operation in a workflow, one per item, where a single batch call may do.
 *
 * <p>Model calls of one agent are the dependent steps of its loop. They count only if the agent called the model once.
 */
public final class ManyCalls extends WorkflowRule {
    static final Threshold CALLS_PER_WORKFLOW = new Threshold(
            "calls-per-workflow",
            10,
            "calls of one tool, model, embedding or retrieval in one workflow, one for each thing");
    static final Threshold MANY_CALLS_SHARE =
            new Threshold("many-calls-share", 0.10, "share of the run time that fewer such calls would save at most");

    /** Fewer calls after one another are no row. */
    private static final int ROW = 3;

    public ManyCalls() {
        super("many-calls", CALLS_PER_WORKFLOW, MANY_CALLS_SHARE);
    }

    @Override
    public void scan(WorkflowScan workflow) {
        double least = Math.max(2, workflow.of(CALLS_PER_WORKFLOW));
        int several = 0;
        for (Span span : workflow.trace().spans()) {
            several += isOfOneThing(span) ? 1 : 0;
        }
        if (several < least) {
            return;
        }
        Map<Operation, List<Span>> calls = new TreeMap<>();
        Map<Span, Integer> models = new HashMap<>();
        for (Span span : workflow.trace().spans()) {
            if (isOfOneThing(span)) {
                calls.computeIfAbsent(Operation.of(span), any -> new ArrayList<>())
                        .add(span);
            }
            if (Calls.isModelCall(span) && span.agent() != null) {
                models.merge(span.agent(), 1, Integer::sum);
            }
        }
        calls.forEach((operation, all) -> {
            if (operation.kind() == SpanKind.LLM) {
                all.removeIf(call -> models.getOrDefault(call.agent(), 0) > 1);
                removeTurns(all);
                removeContinued(all);
            }
        });
        Map<Span, Integer> turnOf = turnOf(workflow);
        calls.forEach((operation, all) -> {
            if (operation.kind() == SpanKind.TOOL) {
                all.retainAll(inARow(all, turnOf));
            }
        });
        calls.values().removeIf(all -> all.size() < least);
        if (!calls.isEmpty()) {
            Map<Operation, List<Span>> turns = turns(workflow, calls);
            calls.forEach((operation, all) -> note(workflow, operation, all, turns.getOrDefault(operation, List.of())));
        }
    }

    /** The turns of one conversation are no calls for one thing after another: each continues the one before. */
    private static void removeTurns(List<Span> calls) {
        Map<String, Integer> turns = new HashMap<>();
        calls.forEach(call -> turns.merge(String.valueOf(call.conversation()), 1, Integer::sum));
        calls.removeIf(call -> call.conversation() != null && turns.get(call.conversation()) > 1);
    }

    /** Nor are calls that were asked with the answer of the one before, as the turns of a history are. */
    private static void removeContinued(List<Span> calls) {
        calls.sort(Comparator.comparingLong(Span::startNanos).thenComparingInt(Span::index));
        Set<Span> continued = new HashSet<>();
        AskedPayloads before = null;
        for (Span call : calls) {
            AskedPayloads asked = AskedPayloads.of(call);
            if (before != null && continues(asked, before)) {
                continued.add(before.call());
                continued.add(call);
            }
            before = asked;
        }
        calls.removeIf(continued::contains);
    }

    private static boolean continues(AskedPayloads asked, AskedPayloads before) {
        // what stood in the earlier prompt, too, need not come from its answer
        return isIn(before.call(), asked) && !isIn(before.call(), before);
    }

    private static boolean isIn(Span answering, AskedPayloads asked) {
        return asked.messages().containsKey(HashedCall.answer(answering))
                || new Followed(answering, List.of(), Set.of()).into(asked) == FollowedUse.USED;
    }

    private static boolean isOfOneThing(Span span) {
        boolean asks = switch (span.kind()) {
            case LLM -> Calls.isModelCall(span);
            case EMBEDDING -> !Calls.isWrapper(span);
            case TOOL, RETRIEVAL, RERANK -> true;
            case WORKFLOW, AGENT, MEMORY, PROMPT, GUARDRAIL, EVALUATION, HTTP, FUNCTION -> false;
        };
        return asks && span.isMeasured() && span.status() == SpanStatus.OK;
    }

    /** Returns in which turn of its agent each call was made: how many model calls the agent had made before. */
    private static Map<Span, Integer> turnOf(WorkflowScan workflow) {
        Map<Span, Integer> turns = new HashMap<>();
        for (List<Span> ofAgent : workflow.callsByAgent()) {
            int turn = 0;
            for (Span call : ofAgent) {
                turn += call.kind() == SpanKind.LLM ? 1 : 0;
                turns.put(call, turn);
            }
        }
        return turns;
    }

    /**
     * Returns the calls of a tool that were made for one thing after another: in one turn of an agent, or in turns that follow each other.
     * A tool that is called again and again between others is a step of the agent's loop: its calls need what the others did.
     */
    private static Set<Span> inARow(List<Span> calls, Map<Span, Integer> turnOf) {
        Map<Span, List<Span>> byAgent = new LinkedHashMap<>();
        calls.forEach(call ->
                byAgent.computeIfAbsent(call.agent(), any -> new ArrayList<>()).add(call));
        Set<Span> found = new HashSet<>();
        for (List<Span> ofAgent : byAgent.values()) {
            ofAgent.sort(Comparator.comparingInt(call -> turnOf.getOrDefault(call, 0)));
            List<Span> row = new ArrayList<>();
            for (Span call : ofAgent) {
                int turn = turnOf.getOrDefault(call, 0);
                if (!row.isEmpty() && turn - turnOf.getOrDefault(row.get(row.size() - 1), 0) > 1) {
                    addRow(row, found);
                }
                row.add(call);
            }
            addRow(row, found);
        }
        return found;
    }

    private static void addRow(List<Span> row, Set<Span> found) {
        if (row.size() >= ROW) {
            found.addAll(row);
        }
        row.clear();
    }

    private void note(WorkflowScan workflow, Operation operation, List<Span> calls, List<Span> turns) {
        Span longest = calls.stream()
                .max(Comparator.comparingLong(Span::durationNanos))
                .orElseThrow();
        Set<Span> fewer = new HashSet<>(calls);
        fewer.remove(longest);
        fewer.addAll(turns);
        Aggregate seen = new Aggregate(calls.size())
                .most(calls.size())
                .saves(Saving.upTo(workflow.savedWithout(fewer).mostNanos()));
        calls.forEach(call -> seen.evidence(workflow.trace(), call, WorkflowScan.lengthOf(call)));
        workflow.note(this, operation.label(), Confidence.MEASURED, seen);
        workflow.explains(this, operation.label(), Confidence.MEASURED, fewer);
    }

    /**
     * Finds the model calls that stand between two of the calls of a tool: they asked for the next one. One pass for all operations,
     * of which a workflow may have thousands.
     */
    private static Map<Operation, List<Span>> turns(WorkflowScan workflow, Map<Operation, List<Span>> calls) {
        Map<Span, Operation> operations = new HashMap<>();
        calls.forEach((operation, all) -> {
            if (operation.kind() == SpanKind.TOOL) {
                all.forEach(call -> operations.put(call, operation));
            }
        });
        Map<Operation, List<Span>> turns = new HashMap<>();
        for (List<Span> ofAgent : workflow.callsByAgent()) {
            List<Span> turn = new ArrayList<>();
            Operation last = null;
            for (Span call : ofAgent) {
                Operation operation = operations.get(call);
                if (operation == null && call.kind() == SpanKind.LLM && last != null) {
                    turn.add(call);
                    continue;
                }
                if (operation != null && operation.equals(last)) {
                    turns.computeIfAbsent(operation, any -> new ArrayList<>()).addAll(turn);
                }
                turn.clear();
                last = operation;
            }
        }
        return turns;
    }

    @Override
    protected void judge(Aggregate seen, Candidate finding) {
        double part = finding.share(seen.saving().mostNanos());
        if (part >= finding.of(MANY_CALLS_SHARE)) {
            finding.over(CALLS_PER_WORKFLOW, seen.most())
                    .report(
                            finding.subject() + " was called " + Math.round(seen.most()) + " times in one workflow",
                            "ask for several things in one call, or for fewer");
        }
    }
}
