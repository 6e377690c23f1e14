// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.replay.http;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Waits as long as the recorded server took, divided by the speed.
 *
 * <p><b>Threading:</b> any thread.
 */
public final class Pace {
    private final double speed;
    private final CountDownLatch stop = new CountDownLatch(1);

    /**
     * Sets the pace.
     *
     * @param speed 1 as recorded, 2 twice as fast, 0 without waiting
     */
    public Pace(double speed) {
        this.speed = speed;
    }

    /**
     * Waits until something is due.
     *
     * @param fromNanos of {@link System#nanoTime} when the request came
     * @param dueNanos how long after that it is due, as recorded
     */
    void await(long fromNanos, long dueNanos) throws InterruptedException {
        if (speed > 0 && dueNanos > 0) {
            long left = fromNanos + Math.round(dueNanos / speed) - System.nanoTime();
            if (left > 0) {
                stop.await(left, TimeUnit.NANOSECONDS);
            }
        }
    }

    /** Ends all waiting. */
    void end() {
        stop.countDown();
    }
}
