// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.replay;

import io.agentprofiler.shared.schema.ReplaySpeed;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Waits as long as the recorded server took, divided by the speed.
 *
 * <p><b>Threading:</b> any thread.
 */
public final class Pace {
    private final ReplaySpeed speed;
    private final CountDownLatch stop = new CountDownLatch(1);

    /** Sets the pace. */
    public Pace(ReplaySpeed speed) {
        this.speed = speed;
    }

    /**
     * Waits until something is due.
     *
     * @param fromNanos of {@link System#nanoTime} when the request came
     * @param dueNanos how long after that it is due, as recorded
     */
    void await(long fromNanos, long dueNanos) throws InterruptedException {
        if (!speed.isInstant() && dueNanos > 0) {
            long left = fromNanos + speed.nanos(dueNanos) - System.nanoTime();
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
