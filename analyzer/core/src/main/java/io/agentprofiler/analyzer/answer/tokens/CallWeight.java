// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.tokens;

import io.agentprofiler.analyzer.answer.tokens.price.CallPrice;
import io.agentprofiler.analyzer.answer.tokens.price.PriceList;
import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Tokens;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import java.math.BigDecimal;
import java.math.RoundingMode;

/** What a call adds to sums of whole numbers, such as those of call paths. */
public final class CallWeight {
    /** Dollars are counted in units of 10 to the minus this. */
    public static final int PICO = 12;

    private CallWeight() {}

    /** Returns the tokens that a span itself used, input and output together, or {@link Unknown#LONG}. */
    public static long tokens(Span span) {
        Tokens usage = Calls.usage(span);
        return usage.isKnown() ? known(usage.input()) + known(usage.output()) : Unknown.LONG;
    }

    private static long known(long number) {
        return number == Unknown.LONG ? 0 : number;
    }

    /** Returns what a span itself cost, in millionths of a millionth of a dollar, or {@link Unknown#LONG}. */
    public static long picoDollars(Span span, PriceList prices) {
        if (!Calls.usesTokens(span)) {
            return Unknown.LONG;
        }
        CallPrice price = prices.price(span);
        return price.isKnown()
                ? price.cost()
                        .total()
                        .movePointRight(PICO)
                        .setScale(0, RoundingMode.HALF_UP)
                        .min(BigDecimal.valueOf(Long.MAX_VALUE))
                        .longValue()
                : Unknown.LONG;
    }
}
