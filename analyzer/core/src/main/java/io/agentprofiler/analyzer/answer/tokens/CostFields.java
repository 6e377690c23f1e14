// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.tokens;

import io.agentprofiler.analyzer.answer.tokens.price.PriceList;
import io.agentprofiler.analyzer.answer.tokens.spending.Spent.Worst;
import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.analyzer.view.cell.Fields;

/** Money for programs: exact decimal numbers, and no number where nothing is known. */
public final class CostFields {
    private CostFields() {}

    /** Returns which prices were used. */
    public static Fields of(PriceList prices) {
        return new Fields()
                .put("list", prices.name())
                .put("date", prices.date() == null ? null : prices.date().toString())
                .put("source", prices.source());
    }

    /** Returns what calls cost; {@code null} is no call. */
    public static Fields of(CostSum sum) {
        CostSum cost = sum == null ? CostSum.NONE : sum;
        Fields fields = new Fields();
        if (cost.isKnown()) {
            fields.put("usd", cost.amount())
                    .put("input_usd", cost.cost().input())
                    .put("cache_read_usd", cost.cost().cacheRead())
                    .put("cache_write_usd", cost.cost().cacheWrite())
                    .put("output_usd", cost.cost().output())
                    .put("request_usd", cost.cost().request());
        }
        fields.put("priced_calls", cost.pricedCalls())
                .put("unpriced_calls", cost.unpricedCalls())
                .put(
                        "not_priced",
                        cost.unpriced().entrySet().stream()
                                .map(reason -> new Fields()
                                        .put("reason", reason.getKey().word())
                                        .put("calls", reason.getValue()))
                                .toList());
        if (cost.leftOut().webSearches() > 0) {
            fields.put("left_out_web_searches", cost.leftOut().webSearches());
        }
        if (cost.leftOut().batchCalls() > 0) {
            fields.put("undiscounted_batch_calls", cost.leftOut().batchCalls());
        }
        return cost.reported().isKnown() ? fields.put("reported", of(cost.reported())) : fields;
    }

    private static Fields of(Reported reported) {
        Fields fields = new Fields().put("calls", reported.calls());
        if (reported.calls() > 0) {
            fields.put("usd", reported.usd());
        }
        fields.put("listed_calls", reported.listedCalls());
        if (reported.listedCalls() > 0) {
            fields.put("listed_calls_usd", reported.listedUsd()).put("listed_calls_list_usd", reported.listUsd());
        }
        return reported.unattributed().signum() > 0 ? fields.put("of_no_call_usd", reported.unattributed()) : fields;
    }

    /** Returns the most that one run took, and where. */
    static Fields of(Worst worst) {
        return new Fields()
                .put("value", worst.value())
                .put("trace_id", worst.trace().toString())
                .put("span_id", TraceId.spanText(worst.span()));
    }
}
