// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.repeat;

import io.agentprofiler.analyzer.answer.finding.scan.WorkflowScan;
import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.metric.operation.Operation;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Retries after failed tool and model calls within one agent, and the model calls that requested them: the work that the failure
 * caused. A model call that also requested something else is not included.
 */
final class AskedAgain {
    /** By operation. */
    static final Function<WorkflowScan, SortedMap<Operation, AskedAgain>> IN_WORKFLOW = workflow -> {
        SortedMap<Operation, AskedAgain> found = new TreeMap<>();
        workflow.callsByAgent().forEach(calls -> look(workflow, calls, found));
        return found;
    };

    /**
     * A call of a tool or a model.
     *
     * @param key the hash of what was asked, {@code null} where it was not recorded
     */
    private record Attempt(Span span, String key) {
        static Attempt of(WorkflowScan workflow, Span span) {
            return new Attempt(span, workflow.equalPayloads().key(span));
        }

        boolean hasSameArguments(Attempt other) {
            return key != null && key.equals(other.key);
        }
    }

    private final List<Attempt> failed = new ArrayList<>();
    private final Set<Span> sure = new LinkedHashSet<>();
    private final Set<Span> all = new LinkedHashSet<>();
    private int longestRow;

    private AskedAgain() {}

    /** Returns the failed calls, those that nobody made again included. */
    List<Span> failed() {
        return failed.stream().map(Attempt::span).toList();
    }

    /** Returns what was made again with the same arguments, and the model calls that asked for that. */
    Set<Span> sure() {
        return sure;
    }

    /** Returns this and what was made again with other, or unknown, arguments. */
    Set<Span> all() {
        return all;
    }

    /** Returns how many calls failed in a row at most. */
    int longestRow() {
        return longestRow;
    }

    /** Answers whether any of the calls has failed; in most workflows none has. */
    static boolean haveFailed(List<Span> calls) {
        for (Span call : calls) {
            if (call.status() == SpanStatus.ERROR) {
                return true;
            }
        }
        return false;
    }

    private static void look(WorkflowScan workflow, List<Span> calls, SortedMap<Operation, AskedAgain> found) {
        if (!haveFailed(calls)) {
            return;
        }
        Map<Operation, Integer> rows = new TreeMap<>();
        for (int i = 0; i < calls.size(); i++) {
            Span call = calls.get(i);
            Operation operation = Operation.of(call);
            if (call.status() != SpanStatus.ERROR) {
                rows.remove(operation);
            } else if (call.isMeasured()) {
                AskedAgain again = found.computeIfAbsent(operation, any -> new AskedAgain());
                again.longestRow = Math.max(again.longestRow, rows.merge(operation, 1, Integer::sum));
                again.add(workflow, Attempt.of(workflow, call), calls.subList(i + 1, calls.size()));
            }
        }
    }

    /** Adds a failed call if one of those after it is the same again. */
    private void add(WorkflowScan workflow, Attempt call, List<Span> after) {
        failed.add(call);
        Set<Span> models = new LinkedHashSet<>();
        List<Attempt> asked = new ArrayList<>();
        for (Span next : after) {
            // what began before the failure was known has nothing to do with it
            if (next.startNanos() >= call.span().endNanos() && !workflow.isBelow(next, call.span())) {
                Attempt later = Attempt.of(workflow, next);
                boolean again = later.hasSameArguments(call);
                if (again && models.isEmpty()) {
                    addSure(Set.of(call.span()));
                    return;
                }
                if (call.span().kind() == SpanKind.LLM) {
                    addPossible(call, later);
                    return;
                }
                if (next.kind() == SpanKind.LLM && !asked.isEmpty()) {
                    break;
                } else if (next.kind() == SpanKind.LLM) {
                    models.add(next);
                } else if (!models.isEmpty()) {
                    // before that, it was asked for together with the failed call
                    asked.add(later);
                }
            }
        }
        addTurn(call, models, asked);
    }

    /** Adds a failed model call if the call after it may be the same again: nothing is known that differs. */
    private void addPossible(Attempt call, Attempt later) {
        boolean known = call.key() != null && later.key() != null;
        if (!known && Operation.of(later.span()).equals(Operation.of(call.span()))) {
            all.add(call.span());
        }
    }

    /** Adds a failed tool call if the next turn of the model asked for it again, and the turn if it asked for nothing else. */
    private void addTurn(Attempt call, Set<Span> models, List<Attempt> asked) {
        boolean again = asked.stream().anyMatch(later -> later.hasSameArguments(call));
        boolean onlyAgain = asked.stream().allMatch(later -> failed.stream().anyMatch(later::hasSameArguments));
        boolean changed = asked.size() == 1 && Operation.of(asked.get(0).span()).equals(Operation.of(call.span()));
        if (again) {
            addSure(Set.of(call.span()));
        }
        if (again && onlyAgain) {
            addSure(models);
        } else if (changed) {
            all.add(call.span());
            all.addAll(models);
        }
    }

    private void addSure(Set<Span> spans) {
        sure.addAll(spans);
        all.addAll(spans);
    }
}
