// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.tool.doctor.cause.attach;

import io.agentprofiler.agent.tool.doctor.cause.Cause;
import io.agentprofiler.agent.tool.doctor.cause.Finding;
import io.agentprofiler.agent.tool.doctor.cause.Scene;
import io.agentprofiler.agent.tool.jvm.CommandLine;
import io.agentprofiler.agent.tool.jvm.Jvm;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The JVM has no agent, and where it got lost. */
public final class NotAttached implements Cause {
    private static final String CAUSE = "the agent is not attached";
    private static final String TOOL_OPTIONS = "JAVA_TOOL_OPTIONS";

    @Override
    public List<Finding> look(Jvm jvm, Scene scene) {
        boolean misplaced = !CommandLine.agents(jvm.command().arguments()).isEmpty();
        if (jvm.isAttached()
                || misplaced
                || !scene.isAsked(jvm)
                || (!jvm.command().agents().isEmpty() && !jvm.ownAgents().isEmpty())) {
            return List.of();
        }
        return List.of(Optional.<Finding>empty()
                .or(() -> inAnotherJvm(jvm, scene))
                .or(() -> droppedByScript(jvm, scene))
                .or(() -> lostVariable(jvm, scene))
                .orElseGet(() -> nowhere(jvm, scene)));
    }

    private static Optional<Finding> inAnotherJvm(Jvm jvm, Scene scene) {
        return scene.jvms().stream()
                .filter(Jvm::isAttached)
                .findFirst()
                .map(other -> Finding.cause(
                        CAUSE,
                        jvm.describe() + " has no agent; " + other.describe()
                                + (other.pid() == jvm.parent() ? ", which started it," : "") + " has it",
                        "the agent in the JVM that makes the calls: build tools and launchers start JVMs of their own,"
                                + " and do not hand on their own options",
                        "give the option to that JVM: Surefire and Failsafe take it from argLine, Spring Boot's plugins"
                                + " from jvmArguments (Maven) or jvmArgs (Gradle), Gradle's test and run from jvmArgs;"
                                + " or export " + TOOL_OPTIONS + "=" + scene.option() + ", which every JVM reads"));
    }

    private static Optional<Finding> droppedByScript(Jvm jvm, Scene scene) {
        List<String> named = CommandLine.agents(scene.command());
        if (named.isEmpty() || CommandLine.isLauncher(scene.command().get(0))) {
            return Optional.empty();
        }
        return Optional.of(Finding.cause(
                CAUSE,
                scene.command().get(0) + " was given -javaagent:" + named.get(0) + " and started " + jvm.describe()
                        + " without it",
                "a script that hands options on to java",
                "look into the script for the variable it takes options from (often JAVA_OPTS), or export "
                        + TOOL_OPTIONS + "=" + scene.option() + ", which every JVM reads"));
    }

    private static Optional<Finding> lostVariable(Jvm jvm, Scene scene) {
        for (Map.Entry<String, String> variable : scene.environment().entrySet()) {
            List<String> named = CommandLine.agents(CommandLine.words(variable.getValue()));
            if (named.stream().anyMatch(Jvm::isOurs)) {
                return Optional.of(Finding.cause(
                        CAUSE,
                        "the environment variable " + variable.getKey() + " names the agent, but " + jvm.describe()
                                + " was started without it",
                        variable.getKey().equals(TOOL_OPTIONS)
                                ? TOOL_OPTIONS + " in the environment of that JVM: sudo, env -i, containers, services"
                                        + " and daemons that already run do not hand it on"
                                : "a start script that uses " + variable.getKey(),
                        variable.getKey().equals(TOOL_OPTIONS)
                                ? "set it where the JVM is started, for example in the container's or service's own"
                                        + " environment"
                                : "use the variable that the script reads, or " + TOOL_OPTIONS + "=" + scene.option()
                                        + ", which every JVM reads"));
            }
        }
        return Optional.empty();
    }

    private static Finding nowhere(Jvm jvm, Scene scene) {
        return Finding.cause(
                CAUSE,
                jvm.describe() + " was started without -javaagent:agent-profiler.jar",
                "the option before -jar or the main class",
                "start it with " + scene.option() + ", or with " + TOOL_OPTIONS + "=" + scene.option()
                        + " in its environment"
                        + (scene.running()
                                ? "; or attach the agent now: java -jar " + scene.agentJar() + " " + jvm.pid()
                                : ""));
    }
}
