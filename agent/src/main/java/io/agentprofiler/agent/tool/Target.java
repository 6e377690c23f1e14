// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.tool;

import io.agentprofiler.agent.tool.jvm.CommandLine;
import io.agentprofiler.agent.tool.jvm.Jvm;
import io.agentprofiler.agent.tool.jvm.OtherJvm;
import io.agentprofiler.agent.tool.jvm.OtherJvm.RefusedException;
import io.agentprofiler.agent.tool.jvm.ProcessView;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.Set;

/**
 * A JVM that an agent is to be attached to, or taken out of. Whatever can be known to be in the way is found before the JVM is
 * asked, because the question does something to processes that do not expect it: a JVM without the attach mechanism
 * prints all its stacks, and a process that is no JVM ends.
 *
 * <p><b>Threading:</b> one use, one thread.
 */
final class Target {
    private static final int OLDEST = 17;
    private static final int WARNS_SINCE = 21;
    private static final String NO_ATTACH = "DisableAttachMechanism";
    private static final String DYNAMIC = "EnableDynamicAgentLoading";

    private final long pid;
    private final CommandLine command;

    private Target(long pid, CommandLine command) {
        this.pid = pid;
        this.command = command;
    }

    /**
     * Finds a process.
     *
     * @throws RefusedException when it is known beforehand that nothing can be attached to it
     */
    static Target of(long pid, Path jar) throws RefusedException {
        CommandLine command =
                CommandLine.of(ProcessView.words(pid)).with(ProcessView.inheritedOptions(ProcessView.environment(pid)));
        Target target = new Target(pid, command);
        target.checkUser(jar);
        if (!ProcessView.hasJvm(pid)) {
            throw new RefusedException("process " + pid
                    + " is no JVM that this user can look into; java -jar agent-profiler.jar lists those it can");
        }
        if (isOn(command.options(), NO_ATTACH, false)) {
            throw new RefusedException("process " + pid + " was started with -XX:+" + NO_ATTACH
                    + ", so nothing can be attached to it: start it with -javaagent:" + jar);
        }
        if (ProcessView.isElsewhere(pid, jar)) {
            throw new RefusedException("process " + pid + " runs in another container, where there is no " + jar
                    + ": run this command there (docker exec, kubectl exec), with the jar copied into that container");
        }
        return target;
    }

    /** Answers whether the agent may be loaded, as far as options tell. */
    void checkDynamicLoading(Path jar) throws RefusedException {
        if (!isOn(command.options(), DYNAMIC, true)) {
            throw new RefusedException("process " + pid + " was started with -XX:-" + DYNAMIC
                    + ", so no agent can be loaded into it: start it with -javaagent:" + jar);
        }
    }

    private void checkUser(Path jar) throws RefusedException {
        ProcessHandle process = ProcessHandle.of(pid)
                .filter(ProcessHandle::isAlive)
                .orElseThrow(() -> new RefusedException("there is no process " + pid
                        + " that this user can see; java -jar agent-profiler.jar lists the JVMs it can attach to"));
        String owner = process.info().user().orElse(null);
        String user = ProcessHandle.current().info().user().orElse(null);
        if (owner != null && user != null && !owner.equals(user) && !user.equals("root")) {
            throw new RefusedException(
                    "process " + pid + " belongs to the user " + owner + ", and this command runs as " + user
                            + ": run it as that user, for example: sudo -u " + owner + " java -jar " + jar + " " + pid);
        }
    }

    /** Answers whether a flag of the JVM is on: the last one counts. */
    static boolean isOn(List<String> options, String flag, boolean otherwise) {
        boolean on = otherwise;
        for (String option : options) {
            if (option.equals("-XX:+" + flag)) {
                on = true;
            } else if (option.equals("-XX:-" + flag)) {
                on = false;
            }
        }
        return on;
    }

    OtherJvm connect() throws RefusedException {
        try {
            return OtherJvm.connect(pid);
        } catch (RefusedException e) {
            throw new RefusedException(
                    "process " + pid + " does not answer: " + e.getMessage()
                            + ". It must be a running HotSpot JVM of the same user; one that is stopped or swapped out does not answer");
        }
    }

    long pid() {
        return pid;
    }

    /** Returns how far an agent in the JVM has come. */
    AgentState state(Properties properties) {
        return AgentState.of(properties, processes());
    }

    /** Answers whether the JVM was started with the agent. */
    boolean hasOption() {
        return command.agents().stream().anyMatch(Jvm::isOurs);
    }

    /** Returns the ids of the process, here and in its container. */
    Set<String> processes() {
        return ProcessView.ids(pid);
    }

    /**
     * Returns what keeps the JVM from running the agent, {@code null} when nothing does.
     *
     * @param properties the JVM's
     */
    String unfit(Properties properties) {
        int feature = feature(properties);
        return feature == 0 || feature >= OLDEST
                ? null
                : "process " + pid + " runs on Java " + feature + "; the agent needs Java " + OLDEST + " or newer";
    }

    /** Answers whether the JVM warned of the agent on its stderr. */
    boolean warned(Properties properties) {
        return feature(properties) >= WARNS_SINCE && !isOn(command.options(), DYNAMIC, false);
    }

    static int feature(Properties properties) {
        String version = properties.getProperty("java.specification.version", "0");
        return Integer.parseInt(version.startsWith("1.") ? version.substring(2) : version);
    }

    @Override
    public String toString() {
        return command.main() == null ? String.valueOf(pid) : pid + " (" + command.main() + ")";
    }
}
