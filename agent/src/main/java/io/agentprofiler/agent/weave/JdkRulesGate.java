// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.weave;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Lets the first woven call wait until the JDK's classes are woven too, so that the first task handed to another thread
 * keeps its parent. Waits at most {@link #BOUND_MILLIS} in a JVM's life.
 *
 * <p><b>Threading:</b> any thread. One volatile read once open.
 */
final class JdkRulesGate {
    private static final long BOUND_MILLIS = 1_000;

    private final CountDownLatch open = new CountDownLatch(1);
    private volatile boolean passed;

    /** Lets everybody through. */
    void open() {
        passed = true;
        open.countDown();
    }

    /** Waits for {@link #open} within the bound. An interruption is kept for the application. */
    void await() {
        if (passed) {
            return;
        }
        boolean interrupted = false;
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(BOUND_MILLIS);
        while (true) {
            try {
                open.await(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        passed = true;
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
