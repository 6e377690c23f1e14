// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent;

/**
 * Recognises the JDK's own tools (javac, jcmd, keytool, jar, ...), which meet the agent when it is set for every JVM by
 * {@code JAVA_TOOL_OPTIONS}. They are left alone, silently: other programs read what they print.
 *
 * <p><b>Threading:</b> any.
 */
final class JdkTools {
    private JdkTools() {}

    /** Answers whether this JVM runs a JDK tool. */
    static boolean runsHere() {
        return isTool(System.getProperty("jdk.module.main"), System.getProperty("sun.java.command"));
    }

    /**
     * Answers whether a JVM runs a JDK tool.
     *
     * @param mainModule value of {@code jdk.module.main}, or {@code null}
     * @param command value of {@code sun.java.command}, or {@code null}
     */
    static boolean isTool(String mainModule, String command) {
        if (mainModule != null && (mainModule.startsWith("jdk.") || mainModule.startsWith("java."))) {
            // "java Prog.java" compiles in jdk.compiler, but then runs a program of the user's
            return !(mainModule.equals("jdk.compiler") && isSourceLauncher(command));
        }
        return command != null
                && (command.startsWith("sun.tools.") || command.startsWith("com.sun.tools."))
                && !isSourceLauncher(command);
    }

    private static boolean isSourceLauncher(String command) {
        return command != null && command.contains("com.sun.tools.javac.launcher.");
    }
}
