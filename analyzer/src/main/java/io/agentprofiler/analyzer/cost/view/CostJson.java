// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.cost.view;

import io.agentprofiler.analyzer.cost.CostSum;
import io.agentprofiler.analyzer.cost.price.PriceList;
import io.agentprofiler.analyzer.view.json.StatsJson;
import java.math.BigDecimal;
import tools.jackson.core.JsonGenerator;

/** Money in JSON files: exact decimal numbers, and no number where nothing is known. */
public final class CostJson {
    private CostJson() {}

    /** Writes which prices were used. */
    public static void prices(JsonGenerator json, PriceList prices) {
        json.writeObjectPropertyStart("prices");
        json.writeStringProperty("list", prices.name());
        StatsJson.text(
                json, "date", prices.date() == null ? null : prices.date().toString());
        StatsJson.text(json, "source", prices.source());
        json.writeEndObject();
    }

    /** Writes an object of what calls cost; {@code null} is no call. */
    public static void sum(JsonGenerator json, CostSum sum) {
        CostSum cost = sum == null ? CostSum.NONE : sum;
        json.writeObjectPropertyStart("cost");
        if (cost.isKnown()) {
            dollars(json, "usd", cost.amount());
            dollars(json, "input_usd", cost.cost().input());
            dollars(json, "cache_read_usd", cost.cost().cacheRead());
            dollars(json, "cache_write_usd", cost.cost().cacheWrite());
            dollars(json, "output_usd", cost.cost().output());
            dollars(json, "request_usd", cost.cost().request());
        }
        json.writeNumberProperty("priced_calls", cost.pricedCalls());
        json.writeNumberProperty("unpriced_calls", cost.unpricedCalls());
        json.writeArrayPropertyStart("not_priced");
        cost.unpriced().forEach((reason, calls) -> {
            json.writeStartObject();
            json.writeStringProperty("reason", reason.word());
            json.writeNumberProperty("calls", calls);
            json.writeEndObject();
        });
        json.writeEndArray();
        json.writeEndObject();
    }

    /** Writes an amount without an exponent. */
    public static void dollars(JsonGenerator json, String name, BigDecimal amount) {
        json.writeName(name);
        json.writeNumber(plain(amount));
    }

    /** Returns an amount without trailing zeros and exponent. */
    public static String plain(BigDecimal amount) {
        return amount.signum() == 0 ? "0" : amount.stripTrailingZeros().toPlainString();
    }
}
