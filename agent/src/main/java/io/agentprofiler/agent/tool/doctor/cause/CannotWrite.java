// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.tool.doctor.cause;

import io.agentprofiler.agent.tool.jvm.Jvm;
import java.nio.file.InvalidPathException;
import java.util.ArrayList;
import java.util.List;

/** The directory or the disk takes no trace: in the agent's words, or by a look at the directory. */
public final class CannotWrite implements Cause {
    private static final List<String> BEGINNINGS = List.of("no traces are written: ", "traces cannot be written to ");

    @Override
    public List<Finding> look(Jvm jvm, Scene scene) {
        List<Finding> found = new ArrayList<>();
        for (String beginning : BEGINNINGS) {
            String line = jvm.notes().lineThatBegins(beginning);
            if (line != null) {
                found.add(finding(line));
            }
        }
        long lost = jvm.run() == null ? 0 : jvm.run().dropped().getOrDefault("io", 0L);
        if (found.isEmpty() && lost > 0) {
            found.add(finding(
                    lost + " events could not be written to " + jvm.run().directory()));
        }
        if (found.isEmpty() && jvm.run() == null && jvm.classes().hasCore()) {
            String problem = problem(jvm);
            if (problem != null) {
                found.add(finding(problem));
            }
        }
        return found;
    }

    private static String problem(Jvm jvm) {
        String dir = jvm.properties().getOrDefault("agentprofiler.dir", "agent-profile");
        try {
            return jvm.directory() == null
                    ? null
                    : TraceDirectory.problem(jvm.directory().resolve(dir));
        } catch (InvalidPathException e) {
            return dir + " is not a name for a directory: " + e.getReason();
        }
    }

    private static Finding finding(String what) {
        return Finding.cause(
                "the trace files cannot be written",
                what,
                "a directory of the user that runs the JVM (or of root), with room on its disk",
                "set -Dagentprofiler.dir to such a directory, give the user rights on this one, or make room");
    }
}
