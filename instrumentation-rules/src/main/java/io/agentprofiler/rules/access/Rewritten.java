// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.access;

import java.util.Collections;
import java.util.Set;
import java.util.WeakHashMap;

/**
 * The classes whose code someone else changed after they were loaded. Mock libraries do so where they mock or spy on objects
 * of a class itself.
 *
 * <p><b>Threading:</b> any thread.
 */
public final class Rewritten {
    private static final Set<Class<?>> CLASSES =
            Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

    private static volatile boolean any;
    private static volatile Thread own;

    private Rewritten() {}

    /** Records a class that is changed on this thread, unless it is the agent itself that has it changed. */
    public static void add(Class<?> type) {
        if (Thread.currentThread() != own) {
            CLASSES.add(type);
            any = true;
        }
    }

    /** Runs something by which the agent itself has classes changed, on this thread; one thread at a time. */
    public static void byAgent(Runnable change) {
        own = Thread.currentThread();
        try {
            change.run();
        } finally {
            own = null;
        }
    }

    /** Answers whether a class or a superclass of it was changed. */
    static boolean isRewritten(Class<?> type) {
        for (Class<?> at = type; any && at != null; at = at.getSuperclass()) {
            if (CLASSES.contains(at)) {
                return true;
            }
        }
        return false;
    }
}
