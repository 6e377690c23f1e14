// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.tool.doctor.cause;

import io.agentprofiler.agent.tool.jvm.Frameworks;
import io.agentprofiler.agent.tool.jvm.Jvm;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * What is known besides the JVM that is looked at.
 *
 * @param agentJar the jar the doctor came in
 * @param frameworks the bundled rules
 * @param jvms all JVMs that were seen
 * @param command the command that was run; empty when a running JVM is looked at
 * @param environment the environment of that command, or of the doctor
 * @param running whether the JVM still runs
 */
public record Scene(
        Path agentJar,
        Frameworks frameworks,
        List<Jvm> jvms,
        List<String> command,
        Map<String, String> environment,
        boolean running) {
    public Scene {
        jvms = List.copyOf(jvms);
        command = List.copyOf(command);
        environment = Map.copyOf(environment);
    }

    /**
     * Answers whether a JVM has told of its classes, or is over. Without that, a command line that does not name the agent says
     * little: the jar may have another name, the option may come from where this user cannot look, or from {@code jcmd}.
     */
    public boolean isAsked(Jvm jvm) {
        return !running || jvm.classes().isKnown();
    }

    /** Returns the option that attaches this jar. */
    public String option() {
        return "-javaagent:" + agentJar;
    }
}
