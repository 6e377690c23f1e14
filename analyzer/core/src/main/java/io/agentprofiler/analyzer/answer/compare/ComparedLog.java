// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.compare;

import io.agentprofiler.analyzer.answer.diff.side.Side.CallCost;
import io.agentprofiler.analyzer.answer.score.Quality.Judged;
import io.agentprofiler.analyzer.answer.score.QualityLog;
import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.base.stat.bounded.BoundedList;
import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Tokens;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import io.agentprofiler.analyzer.trace.metric.AttributeKey;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import io.agentprofiler.analyzer.trace.metric.workflow.WorkflowEnd;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.Comparator;
import java.util.List;

/**
 * What each workflow used and how it ended, without the calls of evaluators, which judge it and are no part of it. What only filled a
 * store is no workflow here.
 *
 * <p>Up to {@value QualityLog#MAX_WORKFLOWS} workflows; of more, those that began first.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
final class ComparedLog {
    private static final Comparator<ComparedWorkflow> BY_START =
            Comparator.comparingLong(ComparedWorkflow::start).thenComparing(ComparedWorkflow::trace);

    private final BoundedList<ComparedWorkflow> workflows = new BoundedList<>(QualityLog.MAX_WORKFLOWS, BY_START);

    private ComparedLog() {}

    /**
     * A workflow.
     *
     * @param trace its id
     * @param name of its first span
     * @param group the value of the attribute that tells the alternatives apart; empty for none
     * @param start nanoseconds since 1970
     * @param end how it ended
     * @param tokens of language models, prompts and answers; absent if an answer came without them
     * @param cost as {@link CallCost} has it, absent if the price of a call is not known
     * @param calls its calls
     */
    record ComparedWorkflow(
            TraceId trace,
            String name,
            String group,
            long start,
            WorkflowEnd end,
            long tokens,
            long cost,
            CallCounts calls) {}

    /**
     * Numbers of calls.
     *
     * @param models calls of language models
     * @param offering those of them that offered tools, absent if no call says whether it did
     * @param cut answers that ended at their greatest length
     * @param tools runs of tools
     * @param failedTools those of them that failed
     */
    record CallCounts(long models, long offering, long cut, long tools, long failedTools) {
        static final CallCounts NONE = new CallCounts(0, Unknown.LONG, 0, 0, 0);

        CallCounts plus(CallCounts more) {
            return new CallCounts(
                    models + more.models,
                    offering < 0 ? more.offering : offering + Math.max(0, more.offering),
                    cut + more.cut,
                    tools + more.tools,
                    failedTools + more.failedTools);
        }

        private static CallCounts of(Span call) {
            if (call.kind() == SpanKind.TOOL) {
                return new CallCounts(0, Unknown.LONG, 0, 1, call.status() == SpanStatus.ERROR ? 1 : 0);
            }
            long offered = Calls.offeredTools(call);
            return new CallCounts(1, offered < 0 ? Unknown.LONG : offered > 0 ? 1 : 0, Calls.isCut(call) ? 1 : 0, 0, 0);
        }
    }

    /**
     * Returns the analysis.
     *
     * @param prices what model calls cost
     * @param key the attribute that tells the alternatives apart, {@code null} for none
     */
    static Analysis<ComparedLog> analysis(CallCost prices, AttributeKey key) {
        return Analysis.direct(
                "compared workflows",
                ComparedLog::new,
                (log, trace) -> log.add(trace, prices, key),
                (log, more) -> log.workflows.add(more.workflows));
    }

    private void add(Trace trace, CallCost prices, AttributeKey key) {
        if (trace.isFragment() || trace.root().kind() == SpanKind.EVALUATION || Calls.isIngestion(trace)) {
            return;
        }
        boolean[] judged = Judged.of(trace);
        CallCounts calls = CallCounts.NONE;
        long tokens = 0;
        long cost = 0;
        for (Span span : trace.spans()) {
            if (judged[span.index()]) {
                continue;
            }
            if (Calls.isCall(span)) {
                calls = calls.plus(CallCounts.of(span));
            }
            if (Calls.usesTokens(span)) {
                tokens = plus(tokens, Calls.isModelCall(span) ? tokens(span) : 0);
                long price = prices.of(span);
                boolean matters = price >= 0 || price == Unknown.LONG && Calls.isModelCall(span);
                cost = plus(cost, matters ? price : 0);
            }
        }
        Span root = trace.root();
        workflows.add(new ComparedWorkflow(
                trace.id(),
                root.name(),
                key == null ? "" : key.of(trace),
                trace.startNanos(),
                WorkflowEnd.of(trace),
                tokens,
                cost,
                calls));
    }

    /** A failed call that tells nothing used nothing, as far as anyone knows. */
    private static long tokens(Span call) {
        Tokens tokens = call.tokens();
        return tokens.isKnown()
                ? Math.max(0, tokens.input()) + Math.max(0, tokens.output())
                : Calls.lacksUsage(call) ? Unknown.LONG : 0;
    }

    private static long plus(long sum, long more) {
        return sum == Unknown.LONG || more == Unknown.LONG ? Unknown.LONG : sum + more;
    }

    /** Returns the workflows by start. */
    List<ComparedWorkflow> workflows() {
        return workflows.inOrder();
    }

    /** Returns how many workflows there were more. */
    long dropped() {
        return workflows.dropped();
    }
}
