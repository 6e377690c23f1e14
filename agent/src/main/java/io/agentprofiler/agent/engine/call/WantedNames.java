// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.call;

import io.agentprofiler.agent.engine.site.RuleStates;
import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.rules.model.Value;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * What is worth keeping of a stream's elements, and of calls that note something: what some rule of the operation reads when the
 * span has ended, or when the start of a lazy one is told. What only content is made of is not kept where no content is.
 *
 * <p><b>Threading:</b> any thread. Each rule's names are worked out once: every call site of the rule asks for them.
 */
public final class WantedNames {
    private final RuleStates states;
    private final boolean content;
    private final AtomicReferenceArray<Set<String>> known;

    public WantedNames(RuleStates states, boolean content) {
        this.states = states;
        this.content = content;
        this.known = new AtomicReferenceArray<>(states.rules().size());
    }

    /** Returns the names that the rules of the operation of one rule read. */
    public Set<String> of(int ruleIndex) {
        Set<String> names = known.get(ruleIndex);
        if (names == null) {
            names = read(states.rules().get(ruleIndex), states.rules().besides(ruleIndex));
            known.set(ruleIndex, names);
        }
        return names;
    }

    private Set<String> read(Rule rule, List<Rule> besides) {
        if (rule.keep().isEmpty()) {
            return Set.of();
        }
        Set<String> names = new HashSet<>();
        for (Rule other : besides) {
            if (other.file().equals(rule.file()) && other.operation().equals(rule.operation())) {
                other.start()
                        .values()
                        .forEach(value -> names.addAll(value.roots().kept()));
                add(names, other.name());
                other.end().values().forEach(value -> names.addAll(value.roots().kept()));
                if (content) {
                    other.content()
                            .values()
                            .forEach(value -> names.addAll(value.roots().kept()));
                }
                if (other.failed() != null) {
                    names.addAll(other.failed().when().roots().kept());
                    add(names, other.failed().type());
                    add(names, other.failed().message());
                }
            }
        }
        return names;
    }

    private static void add(Set<String> names, Value value) {
        if (value != null) {
            names.addAll(value.roots().kept());
        }
    }
}
