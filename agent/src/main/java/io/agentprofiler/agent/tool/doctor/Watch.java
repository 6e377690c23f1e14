// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.tool.doctor;

import io.agentprofiler.agent.tool.doctor.cause.Finding;
import io.agentprofiler.agent.tool.doctor.cause.Scene;
import io.agentprofiler.agent.tool.jvm.Frameworks;
import io.agentprofiler.agent.tool.jvm.Jvm;
import io.agentprofiler.agent.tool.jvm.WatchedCommand;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Waits for the end of a command that was started, and answers then. A signal that ends the doctor, such as Ctrl-C, ends the
 * command first, so that a server can be looked at as well.
 *
 * <p><b>Threading:</b> the main thread, or that of the shutdown hook, whichever comes first.
 */
final class Watch {
    private final WatchedCommand command;
    private final List<String> words;
    private final Path jar;
    private final Frameworks frameworks;
    private Integer code;

    Watch(WatchedCommand command, List<String> words, Path jar, Frameworks frameworks) {
        this.command = command;
        this.words = words;
        this.jar = jar;
        this.frameworks = frameworks;
    }

    /** Waits and answers; returns the exit code. */
    int untilTheEnd() throws IOException, InterruptedException {
        Thread hook = new Thread(this::ended, "doctor-exit");
        Runtime.getRuntime().addShutdownHook(hook);
        command.await();
        int answered = answer();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // the doctor is ending, and the answer is out
        }
        return answered;
    }

    private void ended() {
        try {
            command.end();
            command.await();
            answer();
        } catch (IOException | InterruptedException e) {
            System.err.println("agent-profiler: no answer: " + e);
        }
    }

    private synchronized int answer() throws IOException, InterruptedException {
        if (code != null) {
            return code;
        }
        Answer answer = new Answer(System.err);
        List<Jvm> jvms = command.jvms();
        command.forget();
        Scene scene = new Scene(jar, frameworks, jvms, words, System.getenv(), false);
        answer.say("");
        answer.say("doctor: the command ended with exit code " + command.await());
        List<Jvm> subjects = subjects(jvms);
        if (subjects.isEmpty()) {
            answer.findings(List.of(noJvm()), "");
        }
        for (Jvm jvm : subjects) {
            answer.describe(jvm, scene);
            answer.findings(
                    Causes.of(jvm, scene),
                    "Nothing is wrong: " + Answer.spans(jvm.spans()) + " in "
                            + (jvm.run() == null ? "no run" : jvm.run().directory()));
        }
        code = answer.exitCode();
        return code;
    }

    /** The JVMs that are meant: those with a framework, else those with the agent, else the last of all. */
    private static List<Jvm> subjects(List<Jvm> jvms) {
        List<Jvm> withFramework = jvms.stream()
                .filter(jvm -> !jvm.classes().frameworks().isEmpty()
                        || !jvm.classes().moved().isEmpty()
                        || !jvm.classes().untraced().isEmpty())
                .toList();
        if (!withFramework.isEmpty()) {
            return withFramework;
        }
        List<Jvm> withAgent = jvms.stream()
                .filter(jvm -> jvm.isAttached() || !jvm.ownAgents().isEmpty())
                .toList();
        return !withAgent.isEmpty() || jvms.isEmpty() ? withAgent : List.of(jvms.get(jvms.size() - 1));
    }

    private Finding noJvm() {
        return Finding.cause(
                "the command started no JVM that could be seen",
                command.toString(),
                "a JVM of Java 9 or newer that is started with the environment of the command",
                "name the command that starts java itself: sudo, env -i, containers, services and daemons that already run"
                        + " (Gradle's, Maven's mvnd) start it with another environment");
    }
}
