// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.tool.doctor.cause.attach;

import io.agentprofiler.agent.tool.doctor.cause.Cause;
import io.agentprofiler.agent.tool.doctor.cause.Finding;
import io.agentprofiler.agent.tool.doctor.cause.Scene;
import io.agentprofiler.agent.tool.jvm.Jvm;
import java.util.List;

/** The runtime is older than the agent's class files. */
public final class OldJava implements Cause {
    private static final int OLDEST = 17;

    @Override
    public List<Finding> look(Jvm jvm, Scene scene) {
        int feature = jvm.home().feature();
        if (feature == 0 || feature >= OLDEST) {
            return List.of();
        }
        return List.of(Finding.cause(
                "the JDK is too old",
                "Java " + feature + " in " + jvm.home().directory()
                        + "; with the agent it ends at once with an UnsupportedClassVersionError",
                "Java " + OLDEST + " or newer",
                "run the program with a newer java: set JAVA_HOME or the path of java that its start script uses"));
    }
}
