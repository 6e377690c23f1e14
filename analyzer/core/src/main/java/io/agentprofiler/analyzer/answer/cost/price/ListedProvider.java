// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.cost.price;

import java.math.BigDecimal;
import java.util.List;
import java.util.function.Predicate;

/**
 * A provider of a price list.
 *
 * @param id its id
 * @param aliases other names it is recorded under, in lower case
 * @param providerMatch whether another name means it
 * @param modelMatch whether a model is its own where no provider was recorded
 * @param fallbacks ids of providers whose models it serves at their prices
 * @param batchFactor what calls in a batch cost of the usual price, or {@code null}
 * @param webSearches what a thousand searches cost that it runs for answers, in US dollars, or {@code null}
 * @param models its models, in the order they are tried
 */
record ListedProvider(
        String id,
        List<String> aliases,
        Predicate<String> providerMatch,
        Predicate<String> modelMatch,
        List<String> fallbacks,
        BigDecimal batchFactor,
        BigDecimal webSearches,
        List<ListedModel> models) {
    /** Returns the first model that goes by a name, or {@code null}. */
    ListedModel model(String name) {
        for (ListedModel model : models) {
            if (model.isNamed(name)) {
                return model;
            }
        }
        return null;
    }
}
