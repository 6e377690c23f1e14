// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.weave;

import io.agentprofiler.agent.weave.match.WovenMethod;
import java.io.IOException;
import java.io.InputStream;

/**
 * A class to weave before any other: what it takes to weave one is loaded then.
 *
 * <p><b>Threading:</b> the agent's thread.
 */
final class WarmUpSample {
    private WarmUpSample() {}

    /** The method that is woven; the woven class is thrown away. */
    Object sample(Object argument) {
        return argument;
    }

    static WovenMethod method() {
        return new WovenMethod("sample", "(Ljava/lang/Object;)Ljava/lang/Object;", new int[] {0});
    }

    static byte[] bytes() throws IOException {
        try (InputStream in = WarmUpSample.class.getResourceAsStream("WarmUpSample.class")) {
            return in.readAllBytes();
        }
    }
}
