// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.view.json;

import io.agentprofiler.analyzer.input.event.SpanEvent;
import io.agentprofiler.analyzer.stat.Distribution;
import io.agentprofiler.analyzer.trace.Tokens;
import tools.jackson.core.JsonGenerator;

/** Pieces that several JSON files have. What is not known has no field. */
public final class StatsJson {
    private static final int[] PERCENTS = {50, 90, 95, 99};

    private StatsJson() {}

    public static void number(JsonGenerator json, String name, long number) {
        if (number != SpanEvent.ABSENT) {
            json.writeNumberProperty(name, number);
        }
    }

    /** Writes an object of token sums. */
    public static void tokens(JsonGenerator json, String name, Tokens tokens) {
        json.writeObjectPropertyStart(name);
        number(json, "input", tokens.input());
        number(json, "output", tokens.output());
        number(json, "cache_read", tokens.cacheRead());
        number(json, "cache_creation", tokens.cacheWrite());
        number(json, "reasoning", tokens.reasoning());
        json.writeEndObject();
    }

    /** Writes an object of a distribution's figures; an empty distribution has its count only. */
    public static void distribution(JsonGenerator json, String name, Distribution values) {
        json.writeObjectPropertyStart(name);
        json.writeNumberProperty("n", values.count());
        if (values.count() > 0) {
            json.writeNumberProperty("sum", values.sum());
            json.writeNumberProperty("min", values.min());
            json.writeNumberProperty("mean", values.mean());
            for (int percent : PERCENTS) {
                json.writeNumberProperty("p" + percent, values.percentile(percent));
            }
            json.writeNumberProperty("max", values.max());
            json.writeBooleanProperty("exact", values.isExact());
            json.writeArrayPropertyStart("unsupported");
            for (int percent : PERCENTS) {
                if (!values.supports(percent)) {
                    json.writeString("p" + percent);
                }
            }
            json.writeEndArray();
        }
        json.writeEndObject();
    }
}
