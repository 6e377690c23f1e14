// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.tool;

import java.util.Set;

/** How this JVM's own properties read to another one. */
public final class AgentStateAccess {
    private AgentStateAccess() {}

    /** Returns the state in words. */
    public static String words() {
        return AgentState.of(
                        System.getProperties(),
                        Set.of(Long.toString(ProcessHandle.current().pid())))
                .describe();
    }
}
