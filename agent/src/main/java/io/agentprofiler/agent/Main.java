// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent;

/**
 * Entry point of {@code java -jar agent-profiler.jar}. This one class is compiled for Java 8, so that an older runtime gets an
 * answer instead of an {@code UnsupportedClassVersionError}. No traced application ever loads it.
 *
 * <p><b>Threading:</b> main thread.
 */
public final class Main {
    private static final int OLDEST = 17;
    private static final int USAGE = 2;

    private Main() {}

    /** Runs the command and exits with its code; on a runtime that is too old, says so and exits with 2. */
    public static void main(String[] arguments) throws Exception {
        String refusal = refusal(System.getProperty("java.specification.version"), System.getProperty("java.home"));
        if (refusal != null) {
            System.err.println(refusal);
            System.exit(USAGE);
        }
        CommandStart.run(arguments);
    }

    /** Returns what to say to a runtime of this version, {@code null} when it is new enough. */
    static String refusal(String version, String home) {
        int feature = Integer.parseInt(version.startsWith("1.") ? version.substring(2) : version);
        return feature >= OLDEST
                ? null
                : "agent-profiler: needs Java " + OLDEST + " or newer; this is Java " + feature + " in " + home
                        + ". Run it, and the program that is to be traced, with a newer java";
    }
}
