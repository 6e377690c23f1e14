// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.tool.doctor.cause.attach;

import io.agentprofiler.agent.tool.doctor.cause.Cause;
import io.agentprofiler.agent.tool.doctor.cause.Finding;
import io.agentprofiler.agent.tool.doctor.cause.Scene;
import io.agentprofiler.agent.tool.jvm.Jvm;
import java.util.List;

/** The JVM was to have the agent, which is whole, and ended before it came to it. */
public final class EndedAtStart implements Cause {
    @Override
    public List<Finding> look(Jvm jvm, Scene scene) {
        if (jvm.isAttached() || jvm.ownAgents().isEmpty() || !jvm.classes().isKnown()) {
            return List.of();
        }
        return List.of(Finding.cause(
                "the JVM ended before it came to the agent",
                jvm.describe() + " was to load " + String.join(", ", jvm.ownAgents()) + ", and did not",
                "a JVM that starts",
                "read what it printed: another option or another agent keeps it from starting"));
    }
}
