// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.boot;

/**
 * Tells whether the JVM is on its way out.
 *
 * <p><b>Threading:</b> any thread; takes the JVM's lock of shutdown hooks for a moment.
 */
final class JvmExit {
    private static final Thread NEVER_REGISTERED = new Thread(() -> {}, "agent-profiler-none");

    private JvmExit() {}

    /** Answers whether shutdown hooks run, or have run. */
    static boolean isUnderWay() {
        try {
            Runtime.getRuntime().removeShutdownHook(NEVER_REGISTERED);
            return false;
        } catch (IllegalStateException e) {
            // the documented answer while the JVM is exiting
            return true;
        }
    }
}
