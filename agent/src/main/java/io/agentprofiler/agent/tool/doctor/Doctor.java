// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.tool.doctor;

import java.io.File;
import java.io.IOException;
import java.util.List;

/**
 * The command {@code java -jar agent-profiler.jar doctor}: says why there are no spans.
 *
 * <p><b>Threading:</b> main thread.
 */
public final class Doctor {
    /** Nothing wrong was found. */
    static final int NOTHING_WRONG = 0;
    /** A cause of missing spans was found. */
    static final int CAUSE_FOUND = 1;
    /** The command line was wrong, or what it names cannot be looked at or started. */
    static final int USAGE = 2;

    private Doctor() {}

    /**
     * Runs the command.
     *
     * @param jar the jar it is in
     * @param words what follows the command's name
     * @return the exit code
     */
    public static int run(File jar, List<String> words) throws IOException, InterruptedException {
        List<String> target = words;
        if (!target.isEmpty() && target.get(0).equals("--")) {
            target = target.subList(1, target.size());
        } else if (!target.isEmpty() && target.get(0).startsWith("-")) {
            return wrong("'" + target.get(0) + "' is no option of doctor; expected a process id or a command. Settings"
                    + " (-Dagentprofiler.*) of doctor itself stand before -jar");
        }
        Visit visit = new Visit(jar.toPath());
        if (target.isEmpty()) {
            return visit.machine(System.getProperties());
        }
        if (target.size() == 1 && target.get(0).matches("\\d{1,18}")) {
            return visit.running(Long.parseLong(target.get(0)));
        }
        return visit.command(target);
    }

    private static int wrong(String what) {
        System.err.println("agent-profiler: " + what + "; --help says more");
        return USAGE;
    }
}
