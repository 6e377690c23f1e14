// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.read;

import io.agentprofiler.agent.content.ContentPolicy;
import io.agentprofiler.agent.engine.site.CapturePlan;
import io.agentprofiler.agent.engine.site.RuleState;
import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.rules.model.Value;
import io.agentprofiler.rules.path.root.Roots;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What a rule reads at which moment, worked out once and not once a call.
 *
 * <p><b>Threading:</b> immutable; nobody writes to the arrays.
 */
final class RuleReading {
    /**
     * A value and the attribute it becomes.
     *
     * @param kind what kind of attribute the content policy takes it for
     * @param fromRule whether the rule file says the value itself, so that it is no text of the application
     */
    record Attribute(String name, int kind, Value value, boolean fromRule) {}

    final RuleState state;
    /** The name of spans as it may be written; {@code null} for none. */
    final Value spanName;

    final Attribute[] start;
    final Attribute[] end;
    final Attribute[] contentAtStart;
    final Attribute[] contentAtEnd;

    RuleReading(Rule rule, RuleState state, Value spanName, ContentPolicy policy) {
        this.state = state;
        this.spanName = spanName;
        this.start = attributes(rule.start(), policy);
        this.end = attributes(rule.end(), policy);
        List<Attribute> first = new ArrayList<>();
        List<Attribute> last = new ArrayList<>();
        for (Map.Entry<String, Value> content : rule.content().entrySet()) {
            Roots roots = content.getValue().roots();
            (CapturePlan.readAtEnd(rule, roots) ? last : first)
                    .add(new Attribute(
                            content.getKey(),
                            policy.kindOf(content.getKey()),
                            content.getValue(),
                            roots.equals(Roots.NONE)));
        }
        this.contentAtStart = first.toArray(Attribute[]::new);
        this.contentAtEnd = last.toArray(Attribute[]::new);
    }

    private static Attribute[] attributes(Map<String, Value> values, ContentPolicy policy) {
        List<Attribute> attributes = new ArrayList<>(values.size());
        for (Map.Entry<String, Value> each : values.entrySet()) {
            boolean fromRule = each.getValue().roots().equals(Roots.NONE);
            attributes.add(new Attribute(each.getKey(), policy.kindOf(each.getKey()), each.getValue(), fromRule));
        }
        return attributes.toArray(Attribute[]::new);
    }
}
