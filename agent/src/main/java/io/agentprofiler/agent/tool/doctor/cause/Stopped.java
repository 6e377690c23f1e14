// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.tool.doctor.cause;

import io.agentprofiler.agent.tool.jvm.Jvm;
import java.util.List;

/** Somebody made the file that disables everything, or took the agent out of the JVM. */
public final class Stopped implements Cause {
    @Override
    public List<Finding> look(Jvm jvm, Scene scene) {
        if (jvm.run() != null && scene.running() && jvm.run().isClosed()) {
            return List.of(Finding.cause(
                    "the agent was taken out",
                    jvm.run().directory() + " was closed while the process goes on: nothing is recorded from then on",
                    "a recording that goes on",
                    "attach the agent again: java -jar " + scene.agentJar() + " " + jvm.pid()));
        }
        if (jvm.run() == null || !jvm.run().isStopped()) {
            return List.of();
        }
        return List.of(Finding.cause(
                "the file STOP was made",
                jvm.run().directory().resolve("STOP") + " exists: nothing is recorded from then on",
                "no file STOP in the run's directory",
                "start the program again; a run that was stopped does not begin again"));
    }
}
