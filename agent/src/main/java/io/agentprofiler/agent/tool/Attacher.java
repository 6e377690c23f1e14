// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.tool;

import io.agentprofiler.agent.tool.jvm.OtherJvm;
import io.agentprofiler.agent.tool.jvm.OtherJvm.RefusedException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * The commands {@code PID} and {@code stop PID}: attach the agent to a JVM, and take it out again.
 *
 * <p><b>Threading:</b> one thread; where a signal ends the command, its shutdown hook takes the agent out.
 */
final class Attacher {
    /** A machine that is busy starts the agent slowly; how it goes is told by the process itself after that. */
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(90);

    private static final long LOOK_MILLIS = 100;

    private final Path jar;
    private final PrintStream out;

    Attacher(Path jar, PrintStream out) {
        this.jar = jar;
        this.out = out;
    }

    /** Attaches, and with a time detaches when it is over. */
    void attach(long pid, AttachArguments arguments) throws RefusedException, InterruptedException {
        Target target = Target.of(pid, jar);
        target.checkDynamicLoading(jar);
        AgentState state;
        boolean warned;
        try (OtherJvm jvm = target.connect()) {
            Properties properties = jvm.properties();
            String unfit = target.unfit(properties);
            if (unfit != null) {
                throw new RefusedException(unfit);
            }
            AgentState before = target.state(properties);
            if (before.isActive() || (target.hasOption() && !before.isStopped())) {
                throw new RefusedException("process " + target + " has the agent already"
                        + (before.isActive() ? ": " + before.describe() : "")
                        + ". Its settings stay as they are; to change"
                        + " them, take it out first: java -jar " + jar + " stop " + pid);
            }
            load(target, jvm, arguments.settings());
            state = await(target, jvm, AgentState::isStarting);
            warned = target.warned(properties);
        }
        told(target, state);
        if (warned) {
            out.println(
                    "The JDK has printed a warning on the stderr of that process: it announces that loading agents into a"
                            + " running JVM will need -XX:+EnableDynamicAgentLoading, which also hides the warning.");
        }
        if (arguments.millis() > 0) {
            recordFor(target, arguments.millis());
        } else {
            out.println("It records until the process ends, or: java -jar " + jar + " stop " + pid);
        }
    }

    private void told(Target target, AgentState state) throws RefusedException {
        if (state.isFailed()) {
            throw new RefusedException("process " + target + ": " + state.text());
        }
        if (!state.isActive()) {
            throw new RefusedException(
                    "process " + target + " took the agent and does not say what became of it; its stderr"
                            + " does. Another version of the agent was in it before, or it forbids to set system properties");
        }
        if (state.isStarting()) {
            throw new RefusedException("process " + target + " has not started the agent within "
                    + TimeUnit.NANOSECONDS.toSeconds(PATIENCE_NANOS)
                    + " s; it goes on trying, and says on its stderr how that"
                    + " ends");
        }
        out.println("process " + target + ": " + state.describe());
    }

    private void recordFor(Target target, long millis) throws RefusedException, InterruptedException {
        out.println("It stops in " + (millis % 1000 == 0 ? millis / 1000 + " s" : millis + " ms")
                + "; Ctrl-C stops it now.");
        Thread interrupted = new Thread(() -> stopAtExit(target), "agent-profiler-stop");
        Runtime.getRuntime().addShutdownHook(interrupted);
        ProcessHandle process = ProcessHandle.of(target.pid()).orElse(null);
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        while (System.nanoTime() - end < 0 && process != null && process.isAlive()) {
            TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
        }
        Runtime.getRuntime().removeShutdownHook(interrupted);
        if (process == null || !process.isAlive()) {
            out.println("process " + target + " has ended; its stderr has the last line of the recording");
        } else {
            stop(target);
        }
    }

    private void stopAtExit(Target target) {
        try {
            stop(target);
        } catch (RefusedException e) {
            System.err.println("agent-profiler: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Takes the agent out of a JVM. */
    void stop(long pid) throws RefusedException, InterruptedException {
        stop(Target.of(pid, jar));
    }

    private void stop(Target target) throws RefusedException, InterruptedException {
        AgentState state;
        try (OtherJvm jvm = target.connect()) {
            AgentState before = target.state(jvm.properties());
            boolean unknown = before.equals(AgentState.NONE) && (target.hasOption() || hasAgent(jvm));
            if (!before.isActive() && !unknown) {
                throw new RefusedException(
                        "process " + target + " has no agent" + (before.isStopped() ? ": it was stopped before" : ""));
            }
            if (!before.isStopping()) {
                load(target, jvm, "stop");
            }
            state = await(target, jvm, AgentState::isStopping);
        }
        if (!state.isStopped()) {
            throw new RefusedException("process " + target + " has not stopped the agent"
                    + (state.isStopping()
                            ? " within " + TimeUnit.NANOSECONDS.toSeconds(PATIENCE_NANOS) + " s; it goes on doing so"
                            : ": " + state.describe()));
        }
        out.println("process " + target + ": stopped; " + state.text());
    }

    /** An agent of which neither a property nor an option tells: {@code JAVA_TOOL_OPTIONS} on systems that do not show it. */
    private static boolean hasAgent(OtherJvm jvm) throws RefusedException {
        return jvm.command("VM.class_hierarchy io.agentprofiler.agent.Premain").contains("agent.Premain/");
    }

    private void load(Target target, OtherJvm jvm, String options) throws RefusedException {
        try {
            jvm.load(jar.toString(), options);
        } catch (RefusedException e) {
            throw new RefusedException(
                    "process " + target + " does not load " + jar + ": " + e.getMessage()
                            + ". The user of that process must be able to read the jar, and the JVM must allow agents to be loaded");
        }
    }

    private static AgentState await(Target target, OtherJvm jvm, Predicate<AgentState> underWay)
            throws RefusedException, InterruptedException {
        long end = System.nanoTime() + PATIENCE_NANOS;
        AgentState state = target.state(jvm.properties());
        while (underWay.test(state) && System.nanoTime() - end < 0) {
            TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
            state = target.state(jvm.properties());
        }
        return state;
    }
}
