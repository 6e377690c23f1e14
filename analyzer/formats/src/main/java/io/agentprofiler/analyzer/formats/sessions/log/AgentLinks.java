// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.sessions.log;

import java.util.HashMap;
import java.util.Map;

/**
 * What logs say of which tool started which agent, by the agents' ids.
 *
 * <p><b>Threading:</b> one thread.
 */
public final class AgentLinks {
    /** What Claude Code writes into a file beside an agent's: each may be {@code null}. */
    public record Sidecar(String agentType, String toolUseId, String parentAgentId) {}

    private final Map<String, Sidecar> beside = new HashMap<>();
    private final Map<String, String> tools = new HashMap<>();

    void beside(String agent, Sidecar sidecar) {
        beside.putIfAbsent(agent, sidecar);
    }

    /** Takes note that a tool's call started an agent; does nothing where one of both is not known. */
    void starts(String agent, String tool) {
        if (agent != null && tool != null) {
            tools.putIfAbsent(agent, tool);
        }
    }

    /** Returns the id of the tool's call that started an agent, or {@code null}. */
    String tool(String agent) {
        Sidecar sidecar = beside.get(agent);
        return sidecar != null && sidecar.toolUseId() != null ? sidecar.toolUseId() : tools.get(agent);
    }

    /** Returns the sort of an agent, or {@code null}. */
    String type(String agent) {
        Sidecar sidecar = beside.get(agent);
        return sidecar == null ? null : sidecar.agentType();
    }

    /** Returns the agent that started an agent where it is not the session's own, or {@code null}. */
    String parent(String agent) {
        Sidecar sidecar = beside.get(agent);
        return sidecar == null ? null : sidecar.parentAgentId();
    }
}
