// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.calls;

import io.agentprofiler.analyzer.answer.tokens.price.CallPrice;
import io.agentprofiler.analyzer.answer.tokens.price.PriceList;
import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.command.input.ListOrder;
import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.SpanFlag;
import io.agentprofiler.analyzer.trace.SpanLabel;
import io.agentprofiler.analyzer.trace.Tokens;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import io.agentprofiler.analyzer.trace.metric.operation.CodePlace;
import io.agentprofiler.shared.schema.SpanKind;
import java.math.BigDecimal;
import java.util.Comparator;

/**
 * A call, without the spans around it.
 *
 * @param where the workflow and the span
 * @param kind what sort of work it was
 * @param name what it is called
 * @param ending how it ended
 * @param startNanos when it began, in nanoseconds since 1970, or {@link Unknown#LONG}
 * @param nanos how long it took, or {@link Unknown#LONG}
 * @param tokens what it reported
 * @param usd what it cost; {@code null} where it cost nothing by itself, or that is not known
 */
record ListedCall(
        ListedPlace where,
        SpanKind kind,
        String name,
        ListedEnding ending,
        long startNanos,
        long nanos,
        Tokens tokens,
        BigDecimal usd) {
    /**
     * Where a call is found.
     *
     * @param trace the workflow
     * @param span its id
     * @param workflow the workflow's name
     * @param agent the closest agent around it; {@code null} for none
     * @param code where in the application's code it was made; {@code null} where that was not recorded
     */
    record ListedPlace(TraceId trace, long span, String workflow, String agent, CodePlace code) {}

    /**
     * How a call ended.
     *
     * @param status {@code null} where the format does not say
     * @param errorType the class of the failure; {@code null} for none
     */
    record ListedEnding(SpanStatus status, String errorType) {}

    /** Returns a span as a call. */
    static ListedCall of(Trace trace, Span span, PriceList prices) {
        Span agent = span.agent();
        return new ListedCall(
                new ListedPlace(
                        trace.id(),
                        span.id(),
                        trace.root().name(),
                        agent == null ? null : Calls.agent(agent),
                        CodePlace.of(span)),
                span.kind(),
                SpanLabel.of(span),
                new ListedEnding(span.tellsStatus() ? span.status() : null, span.errorType()),
                span.hasMoment() && !span.has(SpanFlag.START_MISSING) ? span.startNanos() : Unknown.LONG,
                span.hasLength() && !span.has(SpanFlag.START_MISSING) ? span.durationNanos() : Unknown.LONG,
                Calls.usage(span),
                costOf(span, prices));
    }

    private static BigDecimal costOf(Span span, PriceList prices) {
        if (!Calls.usesTokens(span)) {
            return null;
        }
        CallPrice price = prices.price(span);
        return price.isKnown() ? price.cost().total() : null;
    }

    /** Returns the tokens in and out together, or {@link Unknown#LONG}. */
    long allTokens() {
        if (!tokens.isKnown()) {
            return Unknown.LONG;
        }
        return Math.max(0, tokens.input()) + Math.max(0, tokens.output());
    }

    /** Returns an order of calls; equal ones are in that of their starts. */
    static Comparator<ListedCall> inOrder(ListOrder order) {
        Comparator<ListedCall> start = Comparator.comparingLong(
                        (ListedCall call) -> call.startNanos == Unknown.LONG ? Long.MAX_VALUE : call.startNanos)
                .thenComparing(call -> call.where.trace)
                .thenComparingLong(call -> call.where.span);
        return switch (order) {
            case START -> start;
            case DURATION ->
                Comparator.comparingLong((ListedCall call) -> -1 - call.nanos).thenComparing(start);
            case TOKENS ->
                Comparator.comparingLong((ListedCall call) -> -1 - call.allTokens())
                        .thenComparing(start);
            case COST ->
                Comparator.comparing(
                                (ListedCall call) -> call.usd,
                                Comparator.nullsLast(Comparator.<BigDecimal>reverseOrder()))
                        .thenComparing(start);
        };
    }
}
