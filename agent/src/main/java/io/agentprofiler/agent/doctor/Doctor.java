// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.doctor;

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

    private static final String HELP = """
            usage: java -jar agent-profiler.jar doctor                says what is wrong with this machine and the runs here
                   java -jar agent-profiler.jar doctor PID            looks at a running JVM, from outside
                   java -jar agent-profiler.jar doctor COMMAND...     runs a command, then says why there are no spans

            This jar is a Java agent: java -javaagent:agent-profiler.jar -jar myagent.jar traces an AI agent.
            doctor says why there are no spans: what it found, what it expected, and what to do.

              doctor             reads the settings (-Dagentprofiler.*) of its own JVM; put them before -jar
              doctor PID         reads properties, command line and names of classes; loads nothing into the JVM
              doctor COMMAND...  gives the command its own input and output, adds options to JDK_JAVA_OPTIONS by
                                 which JVMs log their classes, and prints its answer on stderr when it is over

            exit codes: 0 nothing wrong found, 1 a cause was found, 2 wrong usage
            options:    --help, --version; -Dagentprofiler.help=true with -javaagent lists the agent's settings
            """;

    private Doctor() {}

    /**
     * Runs the command.
     *
     * @param jar the jar it is in
     * @param arguments what follows the jar on the command line
     * @return the exit code
     */
    public static int run(File jar, String[] arguments) throws IOException, InterruptedException {
        List<String> words = List.of(arguments);
        if (words.isEmpty() || words.get(0).matches("-h|--help|help")) {
            System.out.print(HELP);
            return NOTHING_WRONG;
        }
        if (words.get(0).matches("-V|--version|version")) {
            String version = Doctor.class.getPackage().getImplementationVersion();
            System.out.println("agent-profiler " + (version == null ? "unpackaged" : version));
            return NOTHING_WRONG;
        }
        if (!words.get(0).equals("doctor")) {
            return wrong("'" + words.get(0) + "' is no command; expected doctor, --help or --version");
        }
        List<String> target = words.subList(1, words.size());
        if (!target.isEmpty() && target.get(0).matches("-h|--help")) {
            System.out.print(HELP);
            return NOTHING_WRONG;
        }
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
