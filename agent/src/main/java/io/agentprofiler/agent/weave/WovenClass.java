// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.weave;

import java.util.List;

/**
 * A class that rules were woven into.
 *
 * @param name fully qualified
 * @param rules the numbers of these rules, ascending
 * @param mentions fully qualified names of classes that it uses, where a rule for calls of models, tools or agents is among them;
 *     without those of the JDK and of its own top-level packages
 */
public record WovenClass(String name, List<Integer> rules, List<String> mentions) {
    public WovenClass {
        rules = List.copyOf(rules);
        mentions = List.copyOf(mentions);
    }
}
