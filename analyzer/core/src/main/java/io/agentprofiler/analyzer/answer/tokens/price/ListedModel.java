// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.tokens.price;

import io.agentprofiler.analyzer.answer.tokens.price.Rates.DatedRates;
import java.util.List;
import java.util.function.Predicate;

/**
 * A model of a price list.
 *
 * <p><b>Threading:</b> immutable.
 */
public final class ListedModel {
    private final String provider;
    private final String id;
    private final long contextWindow;
    private final Predicate<String> match;
    private final List<DatedRates> rates;

    ListedModel(String provider, String id, long contextWindow, Predicate<String> match, List<DatedRates> rates) {
        this.provider = provider;
        this.id = id;
        this.contextWindow = contextWindow;
        this.match = match;
        this.rates = List.copyOf(rates);
    }

    /** Returns the id of the provider in the list. */
    public String provider() {
        return provider;
    }

    /** Returns the id of the model in the list. */
    public String id() {
        return id;
    }

    /** Returns how many tokens prompt and answer together may have, or {@link io.agentprofiler.analyzer.base.stat.Unknown#LONG}. */
    public long contextWindow() {
        return contextWindow;
    }

    boolean isNamed(String name) {
        return match.test(name);
    }

    /** Returns the prices that hold at a moment, in nanoseconds since 1970: the last in the list that do, else its first. */
    public Rates at(long epochNanos) {
        for (int i = rates.size() - 1; i >= 0; i--) {
            if (rates.get(i).holdAt(epochNanos)) {
                return rates.get(i).rates();
            }
        }
        return rates.get(0).rates();
    }

    @Override
    public String toString() {
        return provider + "/" + id;
    }
}
