// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.weave;

import io.agentprofiler.agent.weave.match.WovenMethod;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/**
 * A class to weave before any other: what it takes to weave one is loaded then. It calls its methods when it is initialized, so that
 * a woven copy links its call sites.
 *
 * <p><b>Threading:</b> the agent's thread.
 */
final class WarmUpSample {
    /** How often a method handle is called before the JVM makes another form of it, and some more. */
    private static final int CALLS = 40;

    static {
        for (int i = 0; i < CALLS; i++) {
            object(null);
            number(0);
        }
    }

    private WarmUpSample() {}

    /** A result that an exit may replace. */
    static Object object(Object argument) {
        return argument;
    }

    /** A result that none replaces. */
    static int number(int argument) {
        return argument;
    }

    /** Returns both methods, to be woven by one rule. */
    static List<WovenMethod> methods(int rule) {
        return List.of(
                new WovenMethod("object", "(Ljava/lang/Object;)Ljava/lang/Object;", 1, new int[] {rule}),
                new WovenMethod("number", "(I)I", 1, new int[] {rule}));
    }

    static byte[] bytes() throws IOException {
        try (InputStream in = WarmUpSample.class.getResourceAsStream("WarmUpSample.class")) {
            return in.readAllBytes();
        }
    }
}
