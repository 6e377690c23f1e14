// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.site;

/** Switches a rule off at its call sites. */
@FunctionalInterface
public interface RuleBreaker {
    /**
     * Switches off.
     *
     * @param ruleIndex position of the rule in the list the engine was made with
     * @param reason for the log
     */
    void disable(int ruleIndex, String reason);
}
