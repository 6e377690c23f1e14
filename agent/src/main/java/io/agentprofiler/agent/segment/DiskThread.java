// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.segment;

import io.agentprofiler.agent.log.AgentLog;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Does what waits for the disk, so that the ring's consumer does not: one daemon thread and a short queue. It is made for the
 * first job and ends when there has been none for a while.
 *
 * <p><b>Threading:</b> {@link #offer} and {@link #awaitIdle} are for one thread at a time, the ring's consumer.
 */
public final class DiskThread {
    static final String THREAD_NAME = "agent-profiler-disk";

    private static final int MOST_WAITING = 1;
    private static final long IDLE_SECONDS = 5;
    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long STACK_BYTES = 128 * 1024;

    private final ArrayBlockingQueue<Runnable> jobs = new ArrayBlockingQueue<>(MOST_WAITING);
    private final AtomicInteger unfinished = new AtomicInteger();
    private Thread thread;

    /** Has the thread do a job after those before it; {@code false} when too many wait already. */
    public boolean offer(Runnable job) {
        unfinished.incrementAndGet();
        if (!jobs.offer(job)) {
            unfinished.decrementAndGet();
            return false;
        }
        synchronized (jobs) {
            if (thread == null) {
                thread = new Thread(systemGroup(), this::run, THREAD_NAME, STACK_BYTES, false);
                thread.setDaemon(true);
                thread.setContextClassLoader(null);
                thread.start();
            }
        }
        return true;
    }

    /** Waits until all jobs are done, no longer than {@code nanos}; answers whether they are. */
    public boolean awaitIdle(long nanos) {
        long deadline = System.nanoTime() + nanos;
        while (unfinished.get() > 0) {
            if (System.nanoTime() - deadline >= 0) {
                return false;
            }
            LockSupport.parkNanos(this, POLL_NANOS);
            Thread.interrupted();
        }
        return true;
    }

    private void run() {
        while (true) {
            Runnable job = next();
            if (job == null) {
                return;
            }
            try {
                job.run();
            } catch (RuntimeException | Error e) {
                AgentLog.info("work on trace files failed: " + e);
            } finally {
                unfinished.decrementAndGet();
            }
        }
    }

    /** Returns the next job; {@code null} when the thread may end, because the next job will make another. */
    private Runnable next() {
        try {
            Runnable job = jobs.poll(IDLE_SECONDS, TimeUnit.SECONDS);
            if (job != null) {
                return job;
            }
        } catch (InterruptedException e) {
            AgentLog.debug("the disk's thread was interrupted, and goes on");
        }
        synchronized (jobs) {
            Runnable job = jobs.poll();
            if (job == null) {
                thread = null;
            }
            return job;
        }
    }

    private static ThreadGroup systemGroup() {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        while (group.getParent() != null) {
            group = group.getParent();
        }
        return group;
    }
}
