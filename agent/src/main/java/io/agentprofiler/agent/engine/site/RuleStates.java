// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.site;

import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.rules.model.RunRules;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.BiConsumer;

/**
 * The state of every rule of a run. It is made when it is first asked for, which is when a call site of the rule is linked.
 *
 * <p><b>Threading:</b> any thread.
 */
public final class RuleStates {
    private final RunRules rules;
    private final BiConsumer<Integer, String> breaker;
    private final AtomicReferenceArray<RuleState> states;
    /** Replaced, and not changed, when a state is made. */
    private volatile Map<Rule, RuleState> byRule = Map.of();

    private final AtomicInteger disabledRules = new AtomicInteger();

    /** Makes the states of rules that were all read; see below. */
    public RuleStates(List<Rule> rules, BiConsumer<Integer, String> breaker) {
        this(RunRules.of(rules), breaker);
    }

    /**
     * Makes the states.
     *
     * @param rules the rules; their numbers are the rule indexes
     * @param breaker switches a rule off at its call sites, given its index and a reason for the log
     */
    public RuleStates(RunRules rules, BiConsumer<Integer, String> breaker) {
        this.rules = rules;
        this.breaker = breaker;
        this.states = new AtomicReferenceArray<>(rules.size());
    }

    /** Returns the rules. */
    public RunRules rules() {
        return rules;
    }

    /** Returns the state of the rule with an index. */
    public RuleState get(int ruleIndex) {
        RuleState state = states.get(ruleIndex);
        return state == null ? make(ruleIndex) : state;
    }

    private synchronized RuleState make(int ruleIndex) {
        RuleState state = states.get(ruleIndex);
        if (state == null) {
            Rule rule = rules.get(ruleIndex);
            state = new RuleState(rule, ruleIndex, breaker, disabledRules);
            states.set(ruleIndex, state);
            Map<Rule, RuleState> more = new IdentityHashMap<>();
            for (int i = 0; i < states.length(); i++) {
                RuleState each = states.get(i);
                if (each != null) {
                    more.put(each.rule(), each);
                }
            }
            byRule = more;
        }
        return state;
    }

    /** Returns the state of one of the rules. */
    public RuleState of(Rule rule) {
        RuleState state = byRule.get(rule);
        return state == null ? make(rule) : state;
    }

    private RuleState make(Rule rule) {
        for (int i = rules.nextRead(0); i >= 0; i = rules.nextRead(i + 1)) {
            if (rules.get(i) == rule) {
                return make(i);
            }
        }
        throw new IllegalArgumentException("no rule of this run: " + rule.qualifiedId());
    }

    /** Returns how many rules were switched off so far; a change says that exits of open calls may have been cut off. */
    public int disabledRules() {
        return disabledRules.get();
    }

    /** Returns how many spans of the rule with an index were written so far. */
    public long spans(int ruleIndex) {
        RuleState state = states.get(ruleIndex);
        return state == null ? 0 : state.spans();
    }
}
