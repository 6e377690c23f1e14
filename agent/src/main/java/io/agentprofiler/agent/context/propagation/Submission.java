// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.context.propagation;

import io.agentprofiler.agent.context.PropagatedSpan;
import java.util.TimerTask;
import java.util.concurrent.Delayed;
import java.util.concurrent.TimeUnit;

/**
 * When a task is handed over to be run as soon as a thread is free: how long it waits for one is counted from then.
 *
 * <p><b>Threading:</b> any thread, see {@link TaskPropagation}.
 */
final class Submission {
    private static final TimeUnit UNIT = TimeUnit.NANOSECONDS;

    private Submission() {}

    /**
     * Returns the time by {@link System#nanoTime}; {@link PropagatedSpan#UNKNOWN} for a task that is to wait, however many threads
     * are free, or of which that cannot be told without calling the application.
     */
    static long nanos(Object task) {
        if (task instanceof TimerTask || task instanceof Delayed delayed && !isDue(delayed)) {
            return PropagatedSpan.UNKNOWN;
        }
        return PropagatedSpan.time(System.nanoTime());
    }

    private static boolean isDue(Delayed task) {
        // an application may put a class of its own in place of the JDK's
        return task.getClass().getClassLoader() == null && task.getDelay(UNIT) <= 0;
    }
}
