// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.agents;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Executors that this source level does not know yet. */
public final class Threads {
    private Threads() {}

    /** Returns an executor with a virtual thread a task; only on JDK 21 and later. */
    public static ExecutorService virtualThreadPerTask() {
        try {
            return (ExecutorService)
                    Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("needs JDK 21 or later", e);
        }
    }
}
