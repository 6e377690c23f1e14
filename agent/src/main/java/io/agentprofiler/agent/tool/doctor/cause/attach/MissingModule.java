// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.tool.doctor.cause.attach;

import io.agentprofiler.agent.tool.doctor.cause.Cause;
import io.agentprofiler.agent.tool.doctor.cause.Finding;
import io.agentprofiler.agent.tool.doctor.cause.Scene;
import io.agentprofiler.agent.tool.jvm.Jvm;
import java.util.ArrayList;
import java.util.List;

/** The runtime lacks a module: without {@code java.instrument} there is no agent, without others some figures. */
public final class MissingModule implements Cause {
    private static final String REQUIRED = "java.instrument";

    @Override
    public List<Finding> look(Jvm jvm, Scene scene) {
        List<Finding> found = new ArrayList<>();
        // --limit-modules does not take it away: the option -javaagent adds it
        if (!jvm.home().modules().isEmpty() && !jvm.home().modules().contains(REQUIRED)) {
            found.add(Finding.cause(
                    "the module " + REQUIRED + " is missing",
                    "the Java runtime " + jvm.home().directory() + " has only the modules "
                            + String.join(
                                    ", ", jvm.home().modules().stream().sorted().toList()),
                    "a runtime with the module " + REQUIRED + ", without which a JVM refuses every -javaagent",
                    "add it to the image: jlink --add-modules " + REQUIRED + ",jdk.jfr,jdk.management,..."));
        }
        // the agent's own words: it knows which of the others it misses, and what that costs
        for (String line : jvm.notes().said()) {
            if (line.startsWith("this Java runtime has no module ")) {
                found.add(Finding.note(
                        "a module is missing that some figures need",
                        line,
                        "the modules jdk.jfr, java.management and jdk.management",
                        "add it to the image, or ignore this if you do not need these figures"));
            }
        }
        return found;
    }
}
