// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.tool.doctor.cause.framework;

import io.agentprofiler.agent.tool.doctor.cause.Cause;
import io.agentprofiler.agent.tool.doctor.cause.Finding;
import io.agentprofiler.agent.tool.doctor.cause.Scene;
import io.agentprofiler.agent.tool.jvm.Jvm;
import java.util.List;
import java.util.stream.Collectors;

/** The framework is there, the agent knows it, and nothing that is traced was called. */
public final class NoTracedCall implements Cause {
    @Override
    public List<Finding> look(Jvm jvm, Scene scene) {
        if (!jvm.isAttached() || jvm.classes().frameworks().isEmpty() || jvm.spans() > 0) {
            return List.of();
        }
        String used = jvm.classes().frameworks().stream()
                .map(framework -> framework.describe())
                .collect(Collectors.joining("; "));
        return List.of(Finding.cause(
                "nothing that is traced was called",
                jvm.describe() + " loaded classes of " + used + ", and called none of the methods that are traced"
                        + (scene.running() ? " so far" : ""),
                "a call of a model, a tool, an agent or a retriever",
                scene.running()
                        ? "make it do some work, then ask again"
                        : "let it make a call before it ends; if it did, report this with the agent's last line"));
    }
}
