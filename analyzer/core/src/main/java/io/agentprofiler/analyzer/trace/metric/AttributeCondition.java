// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.metric;

import io.agentprofiler.analyzer.read.ShortId;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import java.util.List;
import java.util.function.Predicate;

/**
 * A filter on workflows and spans: a span has an attribute with a matching value, or none has.
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
     * @throws IllegalArgumentException when no attribute is named, or a value that cannot be
     */
    public static AttributeCondition of(String text) {
        int equals = text.indexOf('=');
        if (equals < 0) {
            return new AttributeCondition(AttributeKey.of(text), NamePattern.ANY, true);
        }
        boolean not = equals > 0 && text.charAt(equals - 1) == '!';
        AttributeKey key = AttributeKey.of(text.substring(0, not ? equals - 1 : equals));
        String written = text.substring(equals + 1);
        // as a table cuts it off
        String value = ShortId.isCut(written) ? ShortId.of(written) + NamePattern.ANY.text() : written;
        if (key.property() != null) {
            key.property().requirePossible(value);
        }
        return new AttributeCondition(key, NamePattern.of(value), !not);
    }

    /**
     * Returns the workflows of which all of several conditions hold. What must be so of a kind, name, status, model and the like must be
     * so of one span: {@code tool=refund} and {@code status=failed} are a refund that failed.
     */
    public static Predicate<Trace> all(List<AttributeCondition> conditions) {
        List<AttributeCondition> joint =
                conditions.stream().filter(AttributeCondition::isJoint).toList();
        List<AttributeCondition> single =
                conditions.stream().filter(condition -> !condition.isJoint()).toList();
        return trace -> single.stream().allMatch(condition -> condition.test(trace))
                && (joint.isEmpty()
                        || trace.spans().stream()
                                .anyMatch(span -> joint.stream().allMatch(condition -> condition.holds(span))));
    }

    private boolean isJoint() {
        return wanted && key.property() != null && key.property().isJoint();
    }

    @Override
    public boolean test(Trace trace) {
        return trace.spans().stream().anyMatch(span -> matchesAny(key.own(span))) == wanted;
    }

    /** Answers whether it holds of a span, by what that says or the closest span around it. */
    public boolean holds(Span span) {
        return matchesAny(key.around(span)) == wanted;
    }

    private boolean matchesAny(List<String> values) {
        return values.stream().anyMatch(this::matches);
    }

    private boolean matches(String value) {
        if (pattern.matches(value)) {
            return true;
        }
        String other = key.property() == null ? null : key.property().otherwise(value);
        return other != null && pattern.matches(other);
    }

    @Override
    public String toString() {
        String any = NamePattern.ANY.text();
        return key.word() + (wanted && pattern.text().equals(any) ? "" : (wanted ? "=" : "!=") + pattern.text());
    }
}
