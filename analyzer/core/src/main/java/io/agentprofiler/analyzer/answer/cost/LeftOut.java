// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.cost;

/**
 * What a price list does not say of calls that it has a price for: their cost is without it.
 *
 * @param webSearches searches that the provider ran for answers, without a price
 * @param batchCalls calls in a batch, without a discount
 */
public record LeftOut(long webSearches, long batchCalls) {
    /** Nothing is left out. */
    public static final LeftOut NONE = new LeftOut(0, 0);

    /** Returns both together. */
    LeftOut plus(LeftOut more) {
        return more.isNothing()
                ? this
                : isNothing() ? more : new LeftOut(webSearches + more.webSearches, batchCalls + more.batchCalls);
    }

    private boolean isNothing() {
        return webSearches == 0 && batchCalls == 0;
    }
}
