// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.cost.price;

import io.agentprofiler.analyzer.cost.Cost;
import io.agentprofiler.analyzer.cost.Unpriced;

/**
 * What the price list says of one call.
 *
 * @param model the model in the list, or {@code null} when it is not there
 * @param cost what the call costs, or {@code null} when that is not known
 * @param unpriced why {@code cost} is not known, else {@code null}
 */
public record CallPrice(ListedModel model, Cost cost, Unpriced unpriced) {
    /** Answers whether the cost is known. */
    public boolean isKnown() {
        return cost != null;
    }
}
