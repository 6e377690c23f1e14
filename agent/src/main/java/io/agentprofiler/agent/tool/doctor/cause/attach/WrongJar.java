// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.tool.doctor.cause.attach;

import io.agentprofiler.agent.tool.doctor.cause.Cause;
import io.agentprofiler.agent.tool.doctor.cause.Finding;
import io.agentprofiler.agent.tool.doctor.cause.Scene;
import io.agentprofiler.agent.tool.jvm.Jvm;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What the option names is not there, not the agent, or not whole. */
public final class WrongJar implements Cause {
    @Override
    public List<Finding> look(Jvm jvm, Scene scene) {
        List<Finding> found = new ArrayList<>();
        for (String agent : jvm.isAttached() ? List.<String>of() : jvm.command().agents()) {
            String problem = problem(jvm, agent);
            // another agent is none of our business as long as it is whole
            if (problem != null && (Jvm.isOurs(agent) || !problem.contains("is not the agent"))) {
                found.add(Finding.cause(
                        "the option names no agent",
                        "-javaagent:" + agent + ": " + problem,
                        "the file agent-profiler.jar, whole",
                        "name the right file: " + scene.option()
                                + (problem.contains("damaged") ? "; if it is the right one, get it anew" : "")));
            }
        }
        return found;
    }

    private static String problem(Jvm jvm, String agent) {
        try {
            Path file =
                    jvm.directory() == null ? Path.of(agent) : jvm.directory().resolve(agent);
            return jvm.directory() == null && !file.isAbsolute() ? null : AgentJar.problem(file);
        } catch (InvalidPathException e) {
            return "is not a file name: " + e.getReason();
        }
    }
}
