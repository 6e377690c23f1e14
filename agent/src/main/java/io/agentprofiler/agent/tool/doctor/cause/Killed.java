// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.tool.doctor.cause;

import io.agentprofiler.agent.tool.jvm.Jvm;
import java.util.List;
import java.util.regex.Pattern;

/** The JVM ended without its shutdown hooks, so that what was not flushed yet is lost. */
public final class Killed implements Cause {
    private static final Pattern LAST_LINE =
            Pattern.compile("(\\d+ spans?, |nothing was recorded|records nothing|not started: ).*");

    @Override
    public List<Finding> look(Jvm jvm, Scene scene) {
        if (scene.running() || SwitchedOff.isOff(jvm) || !endedWithoutAWord(jvm)) {
            return List.of();
        }
        return List.of(new Finding(
                "the JVM was killed",
                jvm.describe()
                        + " ended without a last line of the agent: it was killed (kill -9, out of memory), crashed,"
                        + " called Runtime.halt, or another agent kept it from starting"
                        + (jvm.spans() == 0 ? "; no span had been written by then" : ""),
                "an end by the last thread, System.exit, Ctrl-C or SIGTERM",
                "end it with SIGTERM and give it a second; containers: raise the grace period. Up to"
                        + " agentprofiler.flush (200 ms) is lost in a kill",
                jvm.spans() == 0));
    }

    private static boolean endedWithoutAWord(Jvm jvm) {
        if (jvm.notes().directory() != null) {
            return jvm.notes().said().stream()
                    .noneMatch(line -> LAST_LINE.matcher(line).matches());
        }
        return jvm.classes().hasCore() && jvm.run() != null && !jvm.run().isClosed();
    }
}
