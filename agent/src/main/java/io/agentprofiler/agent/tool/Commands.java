// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.tool;

import io.agentprofiler.agent.tool.doctor.Doctor;
import io.agentprofiler.agent.tool.jvm.OtherJvm.RefusedException;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * What follows the jar on the command line.
 *
 * <p><b>Threading:</b> main thread.
 */
public final class Commands {
    private static final int DONE = 0;
    private static final int USAGE = 2;
    private static final String PROCESS = "\\d{1,18}";

    private static final String HELP = """
            usage: java -jar agent-profiler.jar                       lists the JVMs that the agent can be attached to
                   java -jar agent-profiler.jar PID [OPTIONS]         attaches the agent to a running JVM
                   java -jar agent-profiler.jar stop PID              takes it out again
                   java -jar agent-profiler.jar doctor                says what is wrong with this machine and the runs here
                   java -jar agent-profiler.jar doctor PID            looks at a running JVM, from outside
                   java -jar agent-profiler.jar doctor COMMAND...     runs a command, then says why there are no spans

            This jar is a Java agent: java -javaagent:agent-profiler.jar -jar myagent.jar traces an AI agent.

              PID                asks the JVM to load the agent; calls that begin from then on are traced. Options:
                                 -Dagentprofiler.NAME=VALUE  a setting, as on a command line; a relative path is relative
                                                             to the directory of the process
                                 --for 60s                   takes the agent out after this time (ms, s, m, h)
              stop PID           ends the recording, gives all classes the code they had, and closes the files;
                                 the agent can be attached again
              doctor             reads the settings (-Dagentprofiler.*) of its own JVM; put them before -jar
              doctor PID         reads properties, command line and names of classes; loads nothing into the JVM
              doctor COMMAND...  gives the command its own input and output, adds options to JDK_JAVA_OPTIONS by
                                 which JVMs log their classes, and prints its answer on stderr when it is over

            exit codes: 0 done, nothing wrong found; 1 the JVM refused, doctor found a cause; 2 wrong usage
            options:    --help, --version; -Dagentprofiler.help=true with -javaagent lists the agent's settings
            read more:  https://agentprofiler.github.io/agent-profiler/attach/
            """;

    private Commands() {}

    /**
     * Runs a command.
     *
     * @param jar the jar it is in
     * @param arguments what follows the jar on the command line
     * @return the exit code
     */
    public static int run(File jar, String[] arguments) throws IOException, InterruptedException {
        List<String> words = List.of(arguments);
        AttachCommand attach = new AttachCommand(jar.toPath());
        if (words.isEmpty()) {
            return attach.list();
        }
        String command = words.get(0);
        List<String> rest = words.subList(1, words.size());
        if (command.matches("-h|--help|help") || (!rest.isEmpty() && rest.get(0).matches("-h|--help"))) {
            System.out.print(HELP);
            return DONE;
        }
        if (command.matches("-V|--version|version")) {
            String version = Commands.class.getPackage().getImplementationVersion();
            System.out.println("agent-profiler " + (version == null ? "unpackaged" : version));
            return DONE;
        }
        if (command.matches(PROCESS)) {
            return attach.attach(Long.parseLong(command), rest);
        }
        if (command.equals("stop")) {
            return rest.size() == 1 && rest.get(0).matches(PROCESS)
                    ? attach.stop(Long.parseLong(rest.get(0)))
                    : wrong("stop needs one process id; found '" + String.join(" ", rest) + "'");
        }
        return command.equals("doctor")
                ? Doctor.run(jar, rest)
                : wrong("'" + command + "' is no command; expected a process id, stop, doctor, --help or --version");
    }

    private static int wrong(String what) {
        System.err.println("agent-profiler: " + what + "; --help says more");
        return USAGE;
    }

    /**
     * The commands that attach the agent to running JVMs, list those, and take it out.
     *
     * <p><b>Threading:</b> main thread.
     */
    private static final class AttachCommand {
        /** What was asked for was done. */
        public static final int DONE = 0;
        /** The JVM refused, or the agent did not start in it. */
        public static final int REFUSED = 1;
        /** The command line was wrong. */
        public static final int USAGE = 2;

        private final Path jar;

        /** Commands of the jar they are in. */
        public AttachCommand(Path jar) {
            this.jar = jar.toAbsolutePath();
        }

        @FunctionalInterface
        private interface Work {
            void run() throws RefusedException, InterruptedException;
        }

        /** Lists the JVMs of this user. */
        public int list() throws InterruptedException {
            return run(() -> new JvmList(jar, System.out).print());
        }

        /** Attaches the agent; {@code words} are what follows the process id. */
        public int attach(long pid, List<String> words) throws InterruptedException {
            AttachArguments arguments = AttachArguments.parse(words);
            if (!arguments.problems().isEmpty()) {
                arguments.problems().forEach(problem -> System.err.println("agent-profiler: " + problem));
                return USAGE;
            }
            return run(() -> new Attacher(jar, System.out).attach(pid, arguments));
        }

        /** Takes the agent out. */
        public int stop(long pid) throws InterruptedException {
            return run(() -> new Attacher(jar, System.out).stop(pid));
        }

        private static int run(Work work) throws InterruptedException {
            try {
                work.run();
                return DONE;
            } catch (RefusedException e) {
                System.err.println("agent-profiler: " + e.getMessage());
                return REFUSED;
            }
        }
    }
}
