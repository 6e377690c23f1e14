// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.replay;

import io.agentprofiler.rules.model.MethodSignature;
import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.rules.parse.TraceSpec;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which rule a recorded span is of. Own methods may have been named otherwise when they were recorded: for them any rule of their kind
 * stands.
 *
 * <p><b>Threading:</b> immutable.
 */
final class Operations {
    private static final String OWN = TraceSpec.FILE + "/";

    private final Map<String, Rule> byId = new HashMap<>();
    private Rule own;

    Operations(List<Rule> rules) {
        for (Rule rule : rules) {
            byId.put(rule.qualifiedId(), rule);
            if (rule.file().equals(TraceSpec.FILE)) {
                own = rule;
            }
        }
    }

    /** Returns the rule with an id, {@code null} where no rule of this run has it. */
    Rule rule(String id) {
        return id.startsWith(OWN) ? own : byId.get(id);
    }

    /** Answers whether a method that a rule means may be one that returns nothing. */
    static boolean mayReturnNothing(Rule rule) {
        return rule.file().equals(TraceSpec.FILE)
                || rule.match().methods().stream()
                        .map(MethodSignature::returns)
                        .anyMatch(type -> type == null || type.equals("*") || type.equals("void"));
    }

    /** Returns what spans of one operation have in common, whatever the rule. */
    static String of(Rule rule) {
        return rule.file().equals(TraceSpec.FILE) ? TraceSpec.FILE : rule.file() + "/" + rule.operation();
    }
}
