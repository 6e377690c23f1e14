// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.jfr.event.call;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;

/** One run of an agent or of a workflow of agents, see the kind. */
@Name("agentprofiler.Agent")
@Label("Agent Run")
@Description("One run of an agent or of a workflow of agents, see the kind")
public final class AgentRun extends CallEvent {
    @Label("Name")
    @Description("The span's name")
    public String name;

    @Label("Kind")
    @Description("agent or workflow")
    public String kind;
}
