// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.tokens.price;

import io.agentprofiler.analyzer.answer.tokens.Cost;
import io.agentprofiler.analyzer.answer.tokens.CostSum.LeftOut;
import io.agentprofiler.analyzer.answer.tokens.CostSum.Unpriced;
import java.math.BigDecimal;

/**
 * What one call costs by the price list, and what was said that it cost.
 *
 * @param model the model in the list, or {@code null} when it is not there
 * @param cost what the call costs, or {@code null} when that is not known
 * @param leftOut what of the call the list has no price for, beside its tokens
 * @param unpriced why {@code cost} is not known, else {@code null}
 * @param reported what whoever recorded the call said that it cost, in US dollars, or {@code null}; see {@code Reported}
 */
public record CallPrice(ListedModel model, Cost cost, LeftOut leftOut, Unpriced unpriced, BigDecimal reported) {
    /** Makes one of a call whose cost is not known. */
    CallPrice(ListedModel model, Unpriced unpriced, BigDecimal reported) {
        this(model, null, LeftOut.NONE, unpriced, reported);
    }

    /** Answers whether the cost at list prices is known. */
    public boolean isKnown() {
        return cost != null;
    }
}
