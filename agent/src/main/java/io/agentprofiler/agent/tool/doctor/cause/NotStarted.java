// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.tool.doctor.cause;

import io.agentprofiler.agent.tool.jvm.Jvm;
import java.util.ArrayList;
import java.util.List;

/** The agent did not start, or too late: in its own words. */
public final class NotStarted implements Cause {
    @Override
    public List<Finding> look(Jvm jvm, Scene scene) {
        List<Finding> found = new ArrayList<>();
        if (isForbidden(jvm, scene)) {
            found.add(Finding.cause(
                    "the agent could not start",
                    "a security manager (-Djava.security.manager), and the agent was not even allowed to leave a line for doctor",
                    "a policy that grants the agent's jar everything",
                    "grant codeBase \"file:" + scene.agentJar() + "\" { permission java.security.AllPermission; };"));
        }
        for (String line : jvm.notes().said()) {
            if (line.startsWith("not started: ")) {
                found.add(Finding.cause(
                        "the agent could not start",
                        line,
                        "a line \"looks for calls of ...\"",
                        "get the jar anew; if that does not help, report this with -Dagentprofiler.log=debug"));
            } else if (line.contains("before the agent had started") || line.matches("started \\d+ ms late.*")) {
                found.add(new Finding(
                        "the agent started too late",
                        line,
                        "a program that lives longer than the agent takes to start, a second or so",
                        "give the program more time, or the machine less other work",
                        jvm.spans() == 0));
            }
        }
        return found;
    }

    /** Answers whether the agent's premain was called, and a security manager kept it from noting that. */
    private static boolean isForbidden(Jvm jvm, Scene scene) {
        String manager = jvm.command().properties().get("java.security.manager");
        return manager != null
                && !manager.equals("allow")
                && !manager.equals("disallow")
                && !scene.running()
                && jvm.classes().hasPremain()
                && jvm.notes().directory() == null;
    }
}
