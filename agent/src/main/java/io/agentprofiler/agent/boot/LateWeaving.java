// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.boot;

import io.agentprofiler.agent.log.AgentLog;
import io.agentprofiler.agent.weave.Retransformation;
import io.agentprofiler.rules.access.Rewritten;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.util.List;

/**
 * Weaves classes that were loaded before the weaver was there.
 *
 * <p><b>Threading:</b> the agent's thread.
 */
final class LateWeaving {
    private LateWeaving() {}

    /** Offers loaded classes to the transformers again; one the JVM refuses stays as it is. */
    static void retransform(Instrumentation instrumentation, List<Class<?>> classes) {
        Rewritten.byAgent(() -> retransformEach(instrumentation, classes));
    }

    private static void retransformEach(Instrumentation instrumentation, List<Class<?>> classes) {
        for (Class<?> type : classes) {
            try {
                Retransformation.of(instrumentation, type);
            } catch (UnmodifiableClassException | LinkageError e) {
                AgentLog.debug("cannot weave " + type.getName() + " after it was loaded: " + e);
            }
        }
    }
}
