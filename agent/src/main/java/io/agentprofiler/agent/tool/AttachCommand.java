// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.tool;

import io.agentprofiler.agent.tool.jvm.RefusedException;
import java.nio.file.Path;
import java.util.List;

/**
 * The commands that attach the agent to running JVMs, list those, and take it out.
 *
 * <p><b>Threading:</b> main thread.
 */
public final class AttachCommand {
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
