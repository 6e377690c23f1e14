// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.view.cell;

import io.agentprofiler.analyzer.base.stat.Distribution;
import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.trace.Tokens;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The raw form of something with several figures, for programs: names to values, in order. What is not known has no field, except
 * where a format of others wants a {@code null}.
 *
 * <p>Values are {@link Long}, {@link Integer}, {@link Double}, {@link java.math.BigDecimal}, {@link Boolean}, {@link String},
 * {@link List} of such, or {@link Fields}.
 */
public final class Fields {
    private static final int[] PERCENTS = {50, 90, 95, 99};

    private final Map<String, Object> values = new LinkedHashMap<>();

    /** Adds a value; {@code null}, {@link Unknown#LONG} and a number that is none have no field. */
    public Fields put(String name, Object value) {
        if (isKnown(value)) {
            values.put(name, value);
        }
        return this;
    }

    /** Adds a value; one that is not known, or infinite, is {@code null}. */
    public Fields orNull(String name, Object value) {
        boolean infinite = value instanceof Double number && number.isInfinite();
        values.put(name, isKnown(value) && !infinite ? value : null);
        return this;
    }

    /** Answers whether a raw value says anything. */
    static boolean isKnown(Object value) {
        return value != null
                && !(value instanceof Long number && number == Unknown.LONG)
                && !(value instanceof Double number && number.isNaN());
    }

    /** Returns names and values, in the order they were added. */
    public Map<String, Object> values() {
        return values;
    }

    /** Returns sums of tokens. */
    public static Fields of(Tokens tokens) {
        return new Fields()
                .put("input", tokens.input())
                .put("output", tokens.output())
                .put("cache_read", tokens.cacheRead())
                .put("cache_creation", tokens.cacheWrite())
                .put("reasoning", tokens.reasoning());
    }

    /** Returns a distribution's figures; an empty one has its count only. */
    public static Fields of(Distribution values) {
        Fields fields = new Fields().put("n", values.count());
        if (values.count() > 0) {
            fields.put("sum", values.sum()).put("min", values.min()).put("mean", values.mean());
            List<Object> unsupported = new ArrayList<>();
            for (int percent : PERCENTS) {
                fields.put("p" + percent, values.percentile(percent));
                if (!values.supports(percent)) {
                    unsupported.add("p" + percent);
                }
            }
            fields.put("max", values.max()).put("exact", values.isExact()).put("unsupported", unsupported);
        }
        return fields;
    }
}
