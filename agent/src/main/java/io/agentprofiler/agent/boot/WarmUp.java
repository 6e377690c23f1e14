// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.boot;

import io.agentprofiler.agent.weave.RuleWeaver;
import java.io.IOException;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Loads ahead of time what weaving would otherwise load from within class loading, where the JVM takes it for a class that
 * needs itself ({@code ClassCircularityError}, seen on JDK 17).
 *
 * <p><b>Threading:</b> the agent's thread.
 */
final class WarmUp {
    private WarmUp() {}

    /** Weaves a class of the agent's own, for nothing. */
    static void run(RuleWeaver weaver) throws IOException {
        ThreadLocalRandom.current();
        try {
            Class.forName("java.lang.invoke.MethodHandle$1", false, null);
        } catch (ClassNotFoundException e) {
            // a JDK without this class does not need it ahead of time
        }
        weaver.warmUp();
    }
}
