// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.metric;

import io.agentprofiler.analyzer.trace.Trace;
import java.util.function.Predicate;

/**
 * A filter on workflows: one span has an attribute with a matching value, or none has.
 *
 * @param key the attribute
 * @param pattern the values that fit
 * @param wanted whether a span must have it; {@code false}: none may
 */
public record AttributeCondition(AttributeKey key, NamePattern pattern, boolean wanted) implements Predicate<Trace> {
    /**
     * Reads a condition: {@code KEY=VALUE}, {@code KEY!=VALUE}, or {@code KEY} for any value. In a value {@code *} stands for any
     * characters, {@code ?} for one.
     *
     * @throws IllegalArgumentException when no attribute is named
     */
    public static AttributeCondition of(String text) {
        int equals = text.indexOf('=');
        if (equals < 0) {
            return new AttributeCondition(AttributeKey.of(text), NamePattern.ANY, true);
        }
        boolean not = equals > 0 && text.charAt(equals - 1) == '!';
        return new AttributeCondition(
                AttributeKey.of(text.substring(0, not ? equals - 1 : equals)),
                NamePattern.of(text.substring(equals + 1)),
                !not);
    }

    @Override
    public boolean test(Trace trace) {
        return trace.spans().stream().anyMatch(span -> key.own(span).stream().anyMatch(pattern::matches)) == wanted;
    }

    @Override
    public String toString() {
        String any = NamePattern.ANY.text();
        return key.word() + (wanted && pattern.text().equals(any) ? "" : (wanted ? "=" : "!=") + pattern.text());
    }
}
