// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.fingerprint.shape;

import io.agentprofiler.analyzer.trace.Span;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The settings of a request to a model: numbers and switches, which are recorded at every level of content. */
final class Parameters {
    private static final String PREFIX = "gen_ai.request.";
    /** A number of each run is no setting. */
    private static final Set<String> OF_ONE_RUN = Set.of("seed");
    /** A float written as a double differs after so many digits. */
    private static final MathContext DIGITS = new MathContext(6);

    /** Of a call that sets none. */
    private static final String NONE = "none";
    /** Of a call read from a format that does not say. */
    private static final String UNKNOWN = "";

    private Parameters() {}

    /** Returns names and values, by name: {@code max_tokens=500 temperature=0.2}. */
    static String of(Span call) {
        SortedMap<String, String> settings = new TreeMap<>();
        for (Map.Entry<String, Object> attribute : call.attributes()) {
            String name = attribute.getKey();
            if (name.startsWith(PREFIX) && !OF_ONE_RUN.contains(name.substring(PREFIX.length()))) {
                String value = value(attribute.getValue());
                if (value != null) {
                    settings.put(name.substring(PREFIX.length()), value);
                }
            }
        }
        if (settings.isEmpty()) {
            // only what the agent's rules have recorded is complete
            return call.rule() == null ? UNKNOWN : NONE;
        }
        return settings.entrySet().stream()
                .map(setting -> setting.getKey() + "=" + setting.getValue())
                .collect(Collectors.joining(" "));
    }

    private static String value(Object value) {
        if (value instanceof Number number && Double.isFinite(number.doubleValue())) {
            BigDecimal exact = new BigDecimal(number.toString());
            return (number instanceof Double ? exact.round(DIGITS) : exact)
                    .stripTrailingZeros()
                    .toPlainString();
        }
        return value instanceof Boolean ? value.toString() : null;
    }
}
