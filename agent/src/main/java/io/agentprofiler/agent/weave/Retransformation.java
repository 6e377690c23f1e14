// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.weave;

import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;

/**
 * Offers loaded classes to the transformers again while other threads may be about to use them for the first time.
 *
 * <p>Before a class runs, the JVM links it, which rewrites its byte code in place. A JVM that retransforms a class while another
 * thread links it may copy the code half rewritten: it crashes, or takes the class for invalid. OpenJDK has mended that in 25.0.2
 * (JDK-8277444). Therefore every class is linked here first; that waits for another thread that links it. It is not initialized,
 * because when that happens is the application's business.
 *
 * <p><b>Threading:</b> the agent's thread.
 *
 * <p><b>Errors:</b> those of {@link Instrumentation#retransformClasses}; a class that cannot be linked is left to it.
 */
public final class Retransformation {
    private Retransformation() {}

    /** Retransforms classes, all at once. */
    public static void of(Instrumentation instrumentation, Class<?>... types) throws UnmodifiableClassException {
        for (Class<?> type : types) {
            link(type);
        }
        instrumentation.retransformClasses(types);
    }

    /** Links a class: reflection on members is defined only on linked classes. An interface has no constructors to ask for. */
    private static void link(Class<?> type) {
        try {
            int members = type.isInterface() ? type.getDeclaredFields().length : type.getConstructors().length;
            assert members >= 0;
        } catch (LinkageError e) {
            // its code is invalid, which the JVM says again when it is retransformed; or a class that a member names is
            // missing, which is found only after it was linked
        }
    }
}
