// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.tool.doctor.cause.framework;

import io.agentprofiler.agent.tool.doctor.cause.Cause;
import io.agentprofiler.agent.tool.doctor.cause.Finding;
import io.agentprofiler.agent.tool.doctor.cause.Scene;
import io.agentprofiler.agent.tool.jvm.Jvm;
import io.agentprofiler.agent.tool.jvm.RunFiles.LooseCalls;
import java.util.List;

/** Tools and model calls are traced, and the agent around them is not: each of them is a workflow. */
public final class AgentInPieces implements Cause {
    @Override
    public List<Finding> look(Jvm jvm, Scene scene) {
        LooseCalls loose = jvm.run() == null ? null : jvm.run().looseCalls();
        if (loose == null || !loose.lackAgent()) {
            return List.of();
        }
        return List.of(Finding.note(
                "an agent is traced in pieces",
                loose.tools() + " tool calls and " + loose.models()
                        + " workflows of model calls stand as workflows of their own in "
                        + jvm.run().directory(),
                "one workflow for each run of an agent",
                "name the agent's method: -Dagentprofiler.trace='com.acme.Agent#run'"));
    }
}
