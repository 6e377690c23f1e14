// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.site;

import io.agentprofiler.rules.model.Rule;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;

/**
 * The state of every rule of a run.
 *
 * <p><b>Threading:</b> any thread.
 */
public final class RuleStates {
    private final List<RuleState> states = new ArrayList<>();
    private final Map<Rule, RuleState> byRule = new IdentityHashMap<>();
    private final AtomicInteger disabledRules = new AtomicInteger();

    /**
     * Makes the states.
     *
     * @param rules the rules; their positions are the rule indexes
     * @param breaker switches a rule off at its call sites, given its index and a reason for the log
     */
    public RuleStates(List<Rule> rules, BiConsumer<Integer, String> breaker) {
        for (Rule rule : rules) {
            RuleState state = new RuleState(rule, states.size(), breaker, disabledRules);
            states.add(state);
            byRule.put(rule, state);
        }
    }

    public int size() {
        return states.size();
    }

    public RuleState get(int ruleIndex) {
        return states.get(ruleIndex);
    }

    public RuleState of(Rule rule) {
        return byRule.get(rule);
    }

    /** Returns how many rules were switched off so far; a change says that exits of open calls may have been cut off. */
    public int disabledRules() {
        return disabledRules.get();
    }

    /** Returns the figures of every rule, by rule index. */
    public List<RuleState.RuleReport> reports() {
        return states.stream().map(RuleState::report).toList();
    }
}
