// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.replay;

import io.agentprofiler.shared.schema.ReplaySpeed;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Lets answers take as long as the recorded calls did, divided by the speed.
 *
 * <p><b>Threading:</b> immutable; application threads.
 */
public final class Pace {
    private final ReplaySpeed speed;

    Pace(ReplaySpeed speed) {
        this.speed = speed;
    }

    /** Returns the moment at which a call begins; 0 where nothing is made of it. */
    public long begin() {
        return speed.isInstant() ? 0 : System.nanoTime();
    }

    /**
     * Waits until an answer is due. Like a sleep it ends when the thread is interrupted, or was before; the thread is interrupted
     * afterwards, and the call is answered all the same: not every method may throw what a sleep throws.
     *
     * @param began what {@link #begin} returned
     * @param recordedNanos how long the recorded call took
     */
    public void await(long began, long recordedNanos) {
        long left = left(began, recordedNanos);
        if (left > 0) {
            try {
                TimeUnit.NANOSECONDS.sleep(left);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Returns a future of an answer, complete when it is due; parameters as above. */
    public CompletableFuture<Object> later(Object answer, long began, long recordedNanos) {
        long left = left(began, recordedNanos);
        return left <= 0
                ? CompletableFuture.completedFuture(answer)
                : CompletableFuture.supplyAsync(
                        () -> answer, CompletableFuture.delayedExecutor(left, TimeUnit.NANOSECONDS));
    }

    private long left(long began, long recordedNanos) {
        return speed.isInstant() ? 0 : began + speed.nanos(recordedNanos) - System.nanoTime();
    }
}
