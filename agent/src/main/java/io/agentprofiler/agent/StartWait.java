// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * How long the application waits for the agent's start: as long as it gets on, and no longer.
 *
 * <p>A start mostly loads classes, so that is what getting on means: on a machine that is merely busy classes come slowly,
 * but they come. The wait is over, once and for all, when the starting thread has been blocked for {@link #BLOCKED_MILLIS}
 * without loading one (what a deadlock looks like), when it has been at work for {@link #IDLE_MILLIS} without loading one
 * (reading from a disk that hangs), and {@link #BOUND_MILLIS} after a thread first waited for a step, whatever the start
 * does; all threads together. While nobody waits, no time counts: the first traced call may come minutes after the start.
 * Nor does time in which the waiting thread itself did not run: a paused container, a machine that slept.
 *
 * <p><b>Threading:</b> any thread. An interruption while waiting is kept for the application.
 */
class StartWait {
    private static final long BLOCKED_MILLIS = 2_000;
    private static final long IDLE_MILLIS = 8_000;
    private static final long BOUND_MILLIS = 30_000;
    private static final long CHECK_MILLIS = 100;
    /** A look that comes later than this has not been kept up by the start. */
    private static final long LATE_LOOK_MILLIS = 1_000;

    private final Thread starter;
    private final AtomicInteger classesLoaded;
    private final long boundNanos;
    private final long begun = nanoTime();

    private volatile boolean over;
    /** Written before {@link #over}. */
    private long overSince;

    /** The step waited for last, and when a thread first waited for it; under the lock of this. */
    private CountDownLatch awaited;

    private long awaitedSince;

    /**
     * Creates the wait for a start that begins now.
     *
     * @param starter the thread that starts the agent
     * @param classesLoaded how many classes the start has loaded so far
     */
    StartWait(Thread starter, AtomicInteger classesLoaded) {
        this(starter, classesLoaded, BOUND_MILLIS);
    }

    StartWait(Thread starter, AtomicInteger classesLoaded, long boundMillis) {
        this.starter = starter;
        this.classesLoaded = classesLoaded;
        this.boundNanos = TimeUnit.MILLISECONDS.toNanos(boundMillis);
    }

    /** Returns the milliseconds since the start began. */
    long sinceBeginMillis() {
        return TimeUnit.NANOSECONDS.toMillis(nanoTime() - begun);
    }

    /** Returns how many milliseconds ago the application stopped waiting; 0 when it never did. */
    long lateMillis() {
        return over ? Math.max(1, TimeUnit.NANOSECONDS.toMillis(nanoTime() - overSince)) : 0;
    }

    /** Waits for a step; {@code false} when it was not taken before the wait was over. */
    boolean await(CountDownLatch step) {
        boolean interrupted = false;
        int classes = classesLoaded.get();
        long began = firstAwaited(step);
        long looked = nanoTime();
        long atWork = looked;
        long classLoaded = looked;
        while (step.getCount() > 0 && !over) {
            try {
                if (step.await(CHECK_MILLIS, TimeUnit.MILLISECONDS)) {
                    break;
                }
            } catch (InterruptedException e) {
                // the interruption is meant for the application, which will see it
                interrupted = true;
            }
            long now = nanoTime();
            long stoodStill = Math.max(0, now - looked - TimeUnit.MILLISECONDS.toNanos(LATE_LOOK_MILLIS));
            looked = now;
            atWork += stoodStill;
            classLoaded += stoodStill;
            began += stoodStill;
            if (starter.getState() == Thread.State.RUNNABLE) {
                atWork = now;
            }
            if (classesLoaded.get() != classes) {
                classes = classesLoaded.get();
                classLoaded = now;
                atWork = now;
            }
            if (now - atWork >= TimeUnit.MILLISECONDS.toNanos(BLOCKED_MILLIS)
                    || now - classLoaded >= TimeUnit.MILLISECONDS.toNanos(IDLE_MILLIS)
                    || now - began >= boundNanos) {
                giveUp(now);
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return step.getCount() == 0;
    }

    private synchronized long firstAwaited(CountDownLatch step) {
        if (awaited != step) {
            awaited = step;
            awaitedSince = nanoTime();
        }
        return awaitedSince;
    }

    /** A method, so that a test can let the machine sleep. */
    long nanoTime() {
        return System.nanoTime();
    }

    private synchronized void giveUp(long now) {
        if (!over) {
            overSince = now;
            over = true;
        }
    }
}
