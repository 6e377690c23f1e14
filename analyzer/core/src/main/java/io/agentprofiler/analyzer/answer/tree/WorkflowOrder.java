// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.tree;

import io.agentprofiler.analyzer.answer.tokens.CostSum;
import io.agentprofiler.analyzer.answer.tokens.price.PriceList;
import io.agentprofiler.analyzer.command.input.ListOrder;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Tokens;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import io.agentprofiler.analyzer.trace.metric.workflow.SlowestWorkflows;
import java.math.BigDecimal;
import java.util.Comparator;

/** Orders of workflows; equal ones are in that of their length. */
final class WorkflowOrder {
    private WorkflowOrder() {}

    static Comparator<Trace> of(ListOrder order, PriceList prices) {
        return switch (order) {
            case START ->
                Comparator.comparing((Trace trace) -> !trace.root().hasMoment())
                        .thenComparingLong(Trace::startNanos)
                        .thenComparing(SlowestWorkflows.SLOWEST_FIRST);
            case DURATION -> SlowestWorkflows.SLOWEST_FIRST;
            case TOKENS ->
                Comparator.comparingLong((Trace trace) -> -tokens(trace)).thenComparing(SlowestWorkflows.SLOWEST_FIRST);
            case COST ->
                Comparator.comparing(
                                (Trace trace) -> cost(trace, prices),
                                Comparator.nullsLast(Comparator.<BigDecimal>reverseOrder()))
                        .thenComparing(SlowestWorkflows.SLOWEST_FIRST);
        };
    }

    /** Returns the tokens in and out together, -1 where none are known. */
    private static long tokens(Trace trace) {
        Tokens sum = Tokens.NONE;
        for (Span span : trace.spans()) {
            sum = sum.plus(Calls.usage(span));
        }
        return sum.isKnown() ? Math.max(0, sum.input()) + Math.max(0, sum.output()) : -1;
    }

    /** Returns what the calls that have a price cost together; {@code null} where none has. */
    private static BigDecimal cost(Trace trace, PriceList prices) {
        CostSum sum = CostSum.NONE;
        for (Span span : trace.spans()) {
            if (Calls.usesTokens(span)) {
                sum = sum.plus(prices.price(span));
            }
        }
        return sum.isKnown() ? sum.amount() : null;
    }
}
