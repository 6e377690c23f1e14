// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.finding.rule.call;

import io.agentprofiler.analyzer.finding.Confidence;
import io.agentprofiler.analyzer.finding.FindingRule;
import io.agentprofiler.analyzer.finding.Threshold;
import io.agentprofiler.analyzer.finding.scan.Aggregate;
import io.agentprofiler.analyzer.finding.scan.WorkflowScan;
import io.agentprofiler.analyzer.metric.operation.CallKey;
import io.agentprofiler.analyzer.metric.operation.Operation;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.schema.SpanKind;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * Calls of one tool in a row, within one agent, with the same or with similar arguments.
 *
 * <p>Where the arguments are the same, nothing new can come of it but what changes by itself. Similar ones may be the next page
 * or the next item: they are a loop for sure only if the results were the same, too. Similar calls without a model call between
 * them are none: they were asked for at once, or by a program's own loop.
 */
final class Loops {
    static final Threshold LOOP_CALLS =
            new Threshold("loop-calls", 3, "consecutive calls of a tool with the same or similar arguments");
    static final Threshold SIMILAR_ARGUMENTS = new Threshold(
            "similar-arguments", 0.80, "share of the words of two calls' arguments that both have in common");
    static final String STOP = "stop after the second call, or tell the model that nothing new will come";

    private static final Function<WorkflowScan, List<Row>> OF_AGENTS = workflow -> {
        List<Row> found = new ArrayList<>();
        workflow.callsByAgent().forEach(calls -> new Loops(workflow, found).look(calls));
        return found;
    };

    /**
     * A loop.
     *
     * @param isSame whether all arguments were the same
     * @param confidence how sure it is that nothing came of it
     * @param calls how many calls are in the row
     * @param tool the tool, with its kind
     * @param wasted its calls but the first, and the model calls between them
     */
    private record Row(boolean isSame, Confidence confidence, int calls, String tool, Set<Span> wasted) {}

    private final WorkflowScan workflow;
    private final List<Row> found;
    /** The calls of one tool that may be a loop. */
    private List<Span> run = new ArrayList<>();
    /** All calls since the first of them but those below them, and where they are among these. */
    private List<Span> since = new ArrayList<>();

    private List<Integer> places = new ArrayList<>();
    private ArgumentWords lastWords;

    private Loops(WorkflowScan workflow, List<Row> found) {
        this.workflow = workflow;
        this.found = found;
    }

    /** Notes the loops over the same arguments, or those over similar ones, and what leaving out a sure one would save. */
    static void note(WorkflowScan workflow, FindingRule rule, boolean same) {
        for (Row row : workflow.shared(OF_AGENTS)) {
            if (row.isSame() == same) {
                Aggregate seen = new Aggregate(1).most(row.calls());
                for (Span call : row.wasted()) {
                    if (call.kind() == SpanKind.LLM) {
                        seen.nanos(WorkflowScan.lengthOf(call));
                    } else {
                        seen.evidence(workflow.trace(), call, WorkflowScan.lengthOf(call));
                    }
                }
                if (row.confidence() != Confidence.WEAK) {
                    seen.saves(workflow.savedWithout(row.wasted())).saves(workflow.useOf(row.wasted()));
                }
                workflow.note(rule, row.tool(), row.confidence(), seen);
            }
        }
    }

    /** Looks at the calls of one agent in the order they began. */
    private void look(List<Span> calls) {
        calls.forEach(this::add);
        end();
    }

    private void add(Span call) {
        if (call.kind() == SpanKind.TOOL) {
            ArgumentWords words = ArgumentWords.of(call);
            if (!continues(call, words)) {
                end();
            }
            lastWords = words;
            run.add(call);
            places.add(since.size());
            since.add(call);
        } else if (!run.isEmpty() && !workflow.isBelow(call, run.get(run.size() - 1))) {
            since.add(call);
        }
    }

    private boolean continues(Span call, ArgumentWords words) {
        if (run.isEmpty()) {
            return true;
        }
        Span last = run.get(run.size() - 1);
        if (isSame(last, call)) {
            return true;
        }
        boolean modelBetween = places.get(places.size() - 1) < since.size() - 1;
        return words != null
                && lastWords != null
                && modelBetween
                && Operation.of(last).equals(Operation.of(call))
                && words.similarity(lastWords) >= workflow.of(SIMILAR_ARGUMENTS);
    }

    private static boolean isSame(Span one, Span other) {
        String key = CallKey.of(one);
        return key != null && key.equals(CallKey.of(other));
    }

    /** Takes note of loops over the same arguments; only if there is none, one over similar ones. */
    private void end() {
        boolean same = false;
        int from = 0;
        for (int i = 1; i <= run.size(); i++) {
            if (i == run.size() || !isSame(run.get(i - 1), run.get(i))) {
                if (isLong(i - from)) {
                    found(true, Confidence.STRONG, from, i - 1);
                    same = true;
                }
                from = i;
            }
        }
        if (!same && isLong(run.size())) {
            found(false, answersAreSame() ? Confidence.STRONG : Confidence.WEAK, 0, run.size() - 1);
        }
        run = new ArrayList<>();
        since = new ArrayList<>();
        places = new ArrayList<>();
        lastWords = null;
    }

    private boolean isLong(int calls) {
        return calls >= Math.max(2, workflow.of(LOOP_CALLS));
    }

    private boolean answersAreSame() {
        String answer = CallKey.answer(run.get(0));
        return answer != null && run.stream().allMatch(call -> answer.equals(CallKey.answer(call)));
    }

    private void found(boolean same, Confidence confidence, int first, int last) {
        Set<Span> wasted = new LinkedHashSet<>(since.subList(places.get(first) + 1, places.get(last) + 1));
        found.add(new Row(
                same, confidence, last - first + 1, Operation.of(run.get(last)).label(), wasted));
    }
}
