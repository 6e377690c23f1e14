// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.tool.doctor.cause.attach;

import io.agentprofiler.agent.tool.doctor.cause.Cause;
import io.agentprofiler.agent.tool.doctor.cause.Finding;
import io.agentprofiler.agent.tool.doctor.cause.Scene;
import io.agentprofiler.agent.tool.jvm.CommandLine;
import io.agentprofiler.agent.tool.jvm.Jvm;
import java.util.ArrayList;
import java.util.List;

/** Options behind {@code -jar X} or the main class are arguments of the program. */
public final class Misplaced implements Cause {
    @Override
    public List<Finding> look(Jvm jvm, Scene scene) {
        List<Finding> found = new ArrayList<>();
        List<String> arguments = jvm.command().arguments();
        if (!jvm.isAttached()) {
            for (String agent : CommandLine.agents(arguments)) {
                found.add(misplaced(jvm, "-javaagent:" + agent, true));
            }
        }
        for (String argument : arguments) {
            if (argument.startsWith("-Dagentprofiler.")) {
                found.add(misplaced(jvm, argument, jvm.spans() == 0 && isSwitch(argument)));
            }
        }
        return found;
    }

    /** Answers whether a setting decides what is traced at all, or where it goes. */
    private static boolean isSwitch(String argument) {
        return argument.matches("-Dagentprofiler\\.(dir|enabled|frameworks|rules|trace|sample.*)(=.*)?");
    }

    private static Finding misplaced(Jvm jvm, String option, boolean serious) {
        String main = jvm.command().main();
        return new Finding(
                "an option stands behind " + main,
                option + " behind " + main + ", where it is an argument of the program",
                "options of the JVM before -jar or the main class",
                "java " + option + " -jar X instead of java -jar X " + option,
                serious);
    }
}
