// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.export.atif;

import io.agentprofiler.analyzer.answer.cost.price.CallPrice;
import io.agentprofiler.analyzer.answer.cost.price.PriceList;
import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.trace.Span;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What model calls cost, and who says so: the trace itself, or else the price list. A reader that adds such amounts up must be able to
 * tell them apart, so each amount that is not, or not only, what the trace reports says so in the {@code extra} beside it.
 *
 * @param usd US dollars of the calls whose cost is known
 * @param reported calls of which the trace names the cost
 * @param computed calls priced by the list
 * @param unknown calls whose cost nobody knows
 */
record StepCosts(BigDecimal usd, long reported, long computed, long unknown) {
    /** Says in {@code extra} where the amount beside it comes from, if that is not the trace alone. */
    private static final String SOURCE = "agent_profiler_cost_source";

    private static final String LIST_PRICES = "list_prices";
    /** Of no call. */
    static final StepCosts NONE = new StepCosts(BigDecimal.ZERO, 0, 0, 0);

    /** Returns the cost of a call. One that failed and tells of no tokens has none that anyone knows of, and is left out of sums. */
    static StepCosts of(Span call, PriceList prices) {
        CallPrice price = prices.price(call);
        if (price.reported() != null) {
            return new StepCosts(price.reported(), 1, 0, 0);
        }
        if (price.isKnown()) {
            return new StepCosts(price.cost().total(), 0, 1, 0);
        }
        boolean silent = call.status() == SpanStatus.ERROR && !call.tokens().isKnown();
        return silent ? NONE : new StepCosts(BigDecimal.ZERO, 0, 0, 1);
    }

    StepCosts plus(StepCosts more) {
        return new StepCosts(
                usd.add(more.usd), reported + more.reported, computed + more.computed, unknown + more.unknown);
    }

    /** Puts the cost into a step's metrics. */
    void describeStep(Map<String, Object> metrics) {
        describe("cost_usd", metrics);
    }

    /** Puts the sum into a trajectory's totals, unless it would lack calls. */
    void describeTotals(Map<String, Object> totals) {
        if (unknown == 0) {
            describe("total_cost_usd", totals);
        }
    }

    private void describe(String field, Map<String, Object> into) {
        if (reported + computed == 0) {
            return;
        }
        into.put(field, usd);
        if (computed > 0) {
            Map<String, Object> extra = new LinkedHashMap<>();
            if (into.get("extra") instanceof Map<?, ?> others) {
                others.forEach((name, value) -> extra.put(name.toString(), value));
            }
            extra.put(SOURCE, reported == 0 ? LIST_PRICES : "reported_and_list_prices");
            into.put("extra", extra);
        }
    }
}
