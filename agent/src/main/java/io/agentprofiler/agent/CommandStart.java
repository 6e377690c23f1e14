// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent;

import java.io.File;
import java.lang.reflect.InvocationTargetException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Starts the commands of the jar on a runtime that can run them. No traced application ever loads this
 * class; the commands themselves lie with the core.
 *
 * <p><b>Threading:</b> main thread.
 */
final class CommandStart {
    private static final String COMMANDS_CLASS = "io.agentprofiler.agent.tool.Commands";

    private CommandStart() {}

    /** Runs the command, and exits with its code. */
    static void run(String[] arguments) throws Exception {
        int code;
        try {
            code = (int) Class.forName(COMMANDS_CLASS, true, new CoreLoader(Premain.ownJar(), new AtomicInteger()))
                    .getMethod("run", File.class, String[].class)
                    .invoke(null, Premain.ownJar(), arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause() instanceof Exception cause ? cause : e;
        }
        // JAVA_TOOL_OPTIONS may have put the agent into this JVM as well, which has nothing to say of it
        System.setProperty("agentprofiler.log", "off");
        System.exit(code);
    }
}
