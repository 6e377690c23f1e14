// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.diff;

import io.agentprofiler.analyzer.answer.diff.side.Side.CallCost;
import io.agentprofiler.analyzer.answer.tokens.CostSum.Unpriced;
import io.agentprofiler.analyzer.answer.tokens.price.CallPrice;
import io.agentprofiler.analyzer.answer.tokens.price.PriceList;
import io.agentprofiler.analyzer.base.stat.Unknown;

/** What calls cost by a list of prices, as comparisons count it. */
public final class ListPrices {
    private ListPrices() {}

    /** Returns the costs by a list. */
    public static CallCost of(PriceList prices) {
        return call -> cost(prices.price(call));
    }

    private static long cost(CallPrice price) {
        if (price.isKnown()) {
            return Math.round(price.cost().total().doubleValue() * CallCost.PARTS);
        }
        return price.unpriced() == Unpriced.FAILED ? CallCost.NOTHING_USED : Unknown.LONG;
    }
}
