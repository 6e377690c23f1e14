// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.repeat;

import io.agentprofiler.analyzer.answer.finding.Confidence;
import io.agentprofiler.analyzer.answer.finding.FindingRule;
import io.agentprofiler.analyzer.answer.finding.Impact;
import io.agentprofiler.analyzer.answer.finding.Saving;
import io.agentprofiler.analyzer.answer.finding.Thresholds;
import io.agentprofiler.analyzer.answer.finding.Thresholds.Threshold;
import io.agentprofiler.analyzer.answer.finding.rule.Candidate;
import io.agentprofiler.analyzer.answer.finding.rule.WorkflowRule;
import io.agentprofiler.analyzer.answer.finding.rule.repeat.CallLoop.LoopCall;
import io.agentprofiler.analyzer.answer.finding.scan.Aggregate;
import io.agentprofiler.analyzer.answer.finding.scan.Aggregates;
import io.agentprofiler.analyzer.answer.finding.scan.WorkflowScan;
import io.agentprofiler.analyzer.answer.tokens.price.PriceList;
import io.agentprofiler.analyzer.read.event.JvmEvents;
import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.operation.EqualPayloads;
import io.agentprofiler.analyzer.trace.metric.operation.Operation;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * Calls of one tool in a row, within one agent, with the same or with similar arguments.
 *
 * <p>Where the arguments and the answers are the same, nothing new came of it. With other answers it may have waited for a change;
 * similar arguments may be the next page or the next item: such calls are a loop for sure only if the answers were the same, too.
 * Similar calls without a model call between them are none: they were asked for at once, or by a program's own loop. Calls that
 * failed are left out: their failure is the fault.
 */
public final class Loops {
    static final Threshold LOOP_CALLS =
            new Threshold("loop-calls", 3, "consecutive calls of a tool with the same or similar arguments");
    static final Threshold SIMILAR_ARGUMENTS = new Threshold(
            "similar-arguments", 0.80, "share of the words of two calls' arguments that both have in common");
    /** Number of calls from which a loop is reported even if it may read pages or wait for a change. */
    static final int MANY = 8;

    static final String STOP = "stop after the second call, or tell the model that nothing new will come";

    private static final Function<WorkflowScan, List<CallLoop>> OF_AGENTS = workflow -> {
        List<CallLoop> found = new ArrayList<>();
        workflow.callsByAgent().forEach(calls -> new Loops(workflow, found).look(calls));
        return found;
    };

    private final WorkflowScan workflow;
    private final List<CallLoop> found;
    /** Minimum number of calls in a loop. */
    private final int least;

    /** Calls of one tool in a row. */
    private List<LoopCall> row = new ArrayList<>();
    /** The other calls since the last of them, but those below it. */
    private Set<Span> between = new LinkedHashSet<>();

    private Loops(WorkflowScan workflow, List<CallLoop> found) {
        this.workflow = workflow;
        this.least = (int) Math.max(2, Math.ceil(workflow.of(LOOP_CALLS)));
        this.found = found;
    }

    /** Returns all loops of a workflow. */
    static List<CallLoop> of(WorkflowScan workflow) {
        return workflow.shared(OF_AGENTS);
    }

    /** Notes the loops over the same arguments, or those over similar ones, and what leaving it out would save. */
    static void note(WorkflowScan workflow, FindingRule rule, boolean same) {
        for (CallLoop loop : of(workflow)) {
            if (loop.isSame() == same) {
                Set<Span> wasted = loop.wasted();
                Aggregate seen = new Aggregate(1).most(loop.calls().size());
                for (Span call : wasted) {
                    if (call.kind() == SpanKind.LLM) {
                        seen.nanos(WorkflowScan.lengthOf(call));
                    } else {
                        seen.evidence(workflow.trace(), call, WorkflowScan.lengthOf(call));
                    }
                }
                String name = Operation.of(loop.calls().get(0).span()).label();
                Confidence confidence = loop.confidence();
                Saving saved = workflow.savedWithout(wasted);
                seen.saves(
                        confidence == Confidence.STRONG
                                ? saved.plus(workflow.useOf(wasted))
                                : Saving.upTo(saved.mostNanos()));
                workflow.note(rule, name, confidence, seen);
                workflow.explains(rule, name, confidence, wasted);
            }
        }
    }

    /** Looks at the calls of one agent in the order they began. */
    private void look(List<Span> calls) {
        int tools = 0;
        for (Span call : calls) {
            tools += call.kind() == SpanKind.TOOL ? 1 : 0;
        }
        if (tools >= least) {
            calls.forEach(this::add);
            end();
        }
    }

    private void add(Span call) {
        if (call.kind() != SpanKind.TOOL) {
            if (!row.isEmpty()
                    && !workflow.isBelow(call, row.get(row.size() - 1).span())) {
                between.add(call);
            }
        } else if (call.status() == SpanStatus.ERROR) {
            between = new LinkedHashSet<>();
        } else {
            LoopCall next = new LoopCall(call, between, workflow.equalPayloads());
            if (!row.isEmpty() && !continues(next)) {
                end();
            }
            row.add(next);
            between = new LinkedHashSet<>();
        }
    }

    private boolean continues(LoopCall next) {
        LoopCall last = row.get(row.size() - 1);
        return last.hasSameArguments(next)
                || !next.before().isEmpty() && Operation.of(last.span()).equals(Operation.of(next.span()));
    }

    private void end() {
        if (row.size() >= least) {
            found.addAll(CallLoop.in(row, least, workflow.of(SIMILAR_ARGUMENTS)));
        }
        row = new ArrayList<>();
        between = new LinkedHashSet<>();
    }

    /** Finds tools that are called with the same arguments over and over. */
    public static final class Loop extends WorkflowRule {
        public Loop() {
            super("loop", Loops.LOOP_CALLS);
        }

        @Override
        public void scan(WorkflowScan workflow) {
            Loops.note(workflow, this, true);
        }

        @Override
        protected void judge(Aggregate seen, Candidate finding) {
            boolean sure = finding.confidence() != Confidence.WEAK;
            if (!sure && seen.most() < Loops.MANY) {
                finding.impact(Impact.LOW);
            }
            finding.over(Loops.LOOP_CALLS, seen.most())
                    .report(
                            finding.subject() + " was called " + Math.round(seen.most())
                                    + " times in a row with the same arguments"
                                    + (sure ? "" : ", and returned something else"),
                            sure
                                    ? Loops.STOP
                                    : "if it waits for a change, let one call wait for it; otherwise find out why it asks again");
        }
    }

    /** Finds tools that are called with similar arguments over and over. */
    public static final class SimilarLoop extends WorkflowRule {
        public SimilarLoop() {
            super("similar-loop", Loops.LOOP_CALLS, Loops.SIMILAR_ARGUMENTS);
        }

        @Override
        public void scan(WorkflowScan workflow) {
            Loops.note(workflow, this, false);
        }

        @Override
        protected void judge(Aggregate seen, Candidate finding) {
            if (finding.confidence() == Confidence.WEAK && seen.most() < Loops.MANY) {
                finding.impact(Impact.LOW);
            }
            finding.over(Loops.LOOP_CALLS, seen.most())
                    .report(
                            finding.subject() + " was called " + Math.round(seen.most())
                                    + " times in a row with similar arguments" + outcome(finding.confidence()),
                            finding.confidence() == Confidence.WEAK
                                    ? "if these are pages or items, let one call return several; otherwise find out why it tries again"
                                    : Loops.STOP);
        }

        private static String outcome(Confidence confidence) {
            return switch (confidence) {
                case STRONG, CERTAIN -> ", and returned the same each time";
                case MEASURED -> ", some of them without a new word";
                case WEAK -> "";
            };
        }
    }

    /**
     * A loop of one workflow, as {@code Loop} and {@code SimilarLoop} see it, whatever time it took: for those who ask whether there is
     * any.
     *
     * @param tool kind and name of the tool
     * @param calls how many calls it consists of
     * @param isSame whether all arguments were the same; else they were similar
     * @param last its last call
     */
    public record SeenLoop(String tool, int calls, boolean isSame, Span last) {
        /** Returns the loops; calls that may have waited for a change, or were for the next page, are one only if they are many. */
        public static List<SeenLoop> in(Trace trace, Thresholds thresholds) {
            return Loops.of(new WorkflowScan(trace, thresholds, PriceList.bundled(), JvmEvents.NONE, new Aggregates()))
                    .stream()
                    .filter(loop ->
                            loop.confidence() != Confidence.WEAK || loop.calls().size() >= Loops.MANY)
                    .map(SeenLoop::of)
                    .toList();
        }

        private static SeenLoop of(CallLoop loop) {
            Span last = loop.calls().get(loop.calls().size() - 1).span();
            return new SeenLoop(Operation.of(last).label(), loop.calls().size(), loop.isSame(), last);
        }

        /**
         * Returns the tool that was called often enough for a loop without that its arguments were recorded, so that nobody can tell;
         * {@code null} where there is none.
         */
        public static String untold(Trace trace, Thresholds thresholds) {
            EqualPayloads payloads = EqualPayloads.of(trace);
            Map<String, Integer> unknown = new HashMap<>();
            for (Span span : trace.spans()) {
                if (span.kind() == SpanKind.TOOL
                        && span.status() != SpanStatus.ERROR
                        && payloads.key(span) == null
                        && ArgumentWords.of(span) == null) {
                    String tool = Operation.of(span).label();
                    if (unknown.merge(tool, 1, Integer::sum) >= thresholds.of(Loops.LOOP_CALLS)) {
                        return tool;
                    }
                }
            }
            return null;
        }
    }
}
