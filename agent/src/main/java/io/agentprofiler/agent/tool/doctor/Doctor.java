// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.tool.doctor;

import io.agentprofiler.agent.tool.doctor.cause.Finding;
import io.agentprofiler.agent.tool.doctor.cause.Scene;
import io.agentprofiler.agent.tool.jvm.ClassPathJars;
import io.agentprofiler.agent.tool.jvm.Frameworks;
import io.agentprofiler.agent.tool.jvm.Jvm;
import io.agentprofiler.agent.tool.jvm.OtherJvm.RefusedException;
import io.agentprofiler.agent.tool.jvm.RunningJvm;
import io.agentprofiler.agent.tool.jvm.WatchedCommand;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;

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

    /**
     * One use of the doctor: gathers what is to be seen, has the causes looked for, prints.
     *
     * <p><b>Threading:</b> one thread; where a signal ends the doctor, the one that runs its shutdown hook takes over.
     */
    private static final class Visit {
        private final Path jar;
        private final Frameworks frameworks = Frameworks.bundled();

        Visit(Path jar) {
            this.jar = jar;
        }

        /** Looks at this machine and the runs in the directory that the settings name. */
        int machine(Properties settings) {
            Answer answer = new Answer(System.out);
            new Machine(jar, settings).look(answer);
            return answer.exitCode();
        }

        /** Looks at a running JVM. */
        int running(long pid) {
            if (ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isEmpty()) {
                System.err.println("agent-profiler: there is no process " + pid
                        + " that this user can see; expected the id of a running JVM, as jps prints them");
                return Doctor.USAGE;
            }
            if (!RunningJvm.isJvm(pid)) {
                System.err.println(
                        "agent-profiler: process " + pid
                                + " is no JVM that this user can look into; expected the id of a running JVM, as jps prints them");
                return Doctor.USAGE;
            }
            Answer answer = new Answer(System.out);
            List<Finding> findings = new ArrayList<>();
            Jvm jvm;
            try {
                jvm = RunningJvm.look(pid, frameworks);
            } catch (RefusedException e) {
                jvm = RunningJvm.unasked(pid, frameworks);
                findings.add(Finding.cause(
                        "the JVM refuses to be asked",
                        "process " + pid + ": " + e.getMessage(),
                        "a running HotSpot JVM of the same user in the same container, without -XX:+DisableAttachMechanism",
                        "run doctor as the user of that process, in its container, and with a JDK (not a runtime without the"
                                + " module jdk.attach); or run the program by: doctor COMMAND"));
            }
            Scene scene = new Scene(jar, frameworks, List.of(jvm), List.of(), System.getenv(), true);
            answer.describe(jvm, scene);
            ClassPathJars.of(jvm, frameworks)
                    .names()
                    .forEach((title, jars) -> answer.fact("class path", title + " in " + String.join(", ", jars)));
            if (findings.isEmpty() || jvm.command().isKnown()) {
                findings.addAll(Causes.of(jvm, scene));
            }
            answer.findings(findings, "Nothing is wrong: " + Answer.spans(jvm.spans()) + " so far.");
            return answer.exitCode();
        }

        /** Runs a command and says what became of it. */
        int command(List<String> words) throws IOException, InterruptedException {
            WatchedCommand command = new WatchedCommand(words, System.getenv(), frameworks);
            try {
                command.start();
            } catch (IOException e) {
                command.forget();
                System.err.println("agent-profiler: the command cannot be started: " + e.getMessage());
                return Doctor.USAGE;
            }
            return new Watch(command, words, jar, frameworks).untilTheEnd();
        }
    }
}
