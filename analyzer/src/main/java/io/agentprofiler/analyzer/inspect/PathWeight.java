// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.inspect;

import io.agentprofiler.analyzer.cost.price.CallPrice;
import io.agentprofiler.analyzer.cost.price.PriceList;
import io.agentprofiler.analyzer.input.event.SpanEvent;
import io.agentprofiler.analyzer.metric.operation.Calls;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Tokens;
import io.agentprofiler.analyzer.view.cell.Cell;
import io.agentprofiler.analyzer.view.cell.Units;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;

/** What a path is measured by. */
enum PathWeight {
    TIME,
    TOKENS,
    COST,
    CALLS;

    private static final int PICO = 12;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }

    long of(Span span, PriceList prices) {
        return switch (this) {
            case TIME -> span.selfNanos();
            case TOKENS -> tokens(Calls.usage(span));
            case COST -> Calls.usesTokens(span) ? picos(prices.price(span)) : SpanEvent.ABSENT;
            case CALLS -> 1;
        };
    }

    /** Returns a sum in its unit. */
    Cell cell(long sum) {
        return switch (this) {
            case TIME -> Cell.duration(sum);
            case TOKENS -> Cell.words(Units.count(sum, "token")).as(sum);
            case COST -> Cell.money(BigDecimal.valueOf(sum, PICO));
            case CALLS -> Cell.words(Units.count(sum, "span")).as(sum);
        };
    }

    /** Returns the unit of sums for programs. */
    String unit() {
        return switch (this) {
            case TIME -> "ns";
            case TOKENS -> "tokens";
            case COST -> "usd";
            case CALLS -> "spans";
        };
    }

    private static long tokens(Tokens usage) {
        return usage.isKnown() ? known(usage.input()) + known(usage.output()) : SpanEvent.ABSENT;
    }

    private static long known(long number) {
        return number == SpanEvent.ABSENT ? 0 : number;
    }

    private static long picos(CallPrice price) {
        return price.isKnown()
                ? price.cost()
                        .total()
                        .movePointRight(PICO)
                        .setScale(0, RoundingMode.HALF_UP)
                        .min(BigDecimal.valueOf(Long.MAX_VALUE))
                        .longValue()
                : SpanEvent.ABSENT;
    }
}
