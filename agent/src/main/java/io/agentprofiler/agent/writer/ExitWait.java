// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.writer;

import io.agentprofiler.agent.log.AgentLog;
import java.lang.management.ManagementFactory;
import java.lang.management.OperatingSystemMXBean;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;

/**
 * How long the exit of a JVM waits for something: as long as that gets on. What stands still for a while is not waited for any
 * longer; on a machine that has more to do than it has processors, the while is longer by that ratio.
 *
 * <p><b>Threading:</b> one thread.
 */
final class ExitWait {
    private static final long LOOK_NANOS = TimeUnit.MICROSECONDS.toNanos(500);

    private final long quietNanos;
    private final long mostNanos;
    private final LongSupplier progress;
    private final LongSupplier clock;
    private final DoubleSupplier busy;
    private final long began;
    private long seen;
    private long seenAt;
    /** How much longer the while is; 0 as long as nobody had to know. */
    private double stretch;

    /**
     * Begins to wait.
     *
     * @param quietMillis how long it may stand still on a machine that is not busy
     * @param mostMillis how long the wait may take, however busy the machine is and whatever gets on
     * @param progress a number that changes when it gets on
     */
    ExitWait(long quietMillis, long mostMillis, LongSupplier progress) {
        this(quietMillis, mostMillis, progress, System::nanoTime, ExitWait::loadPerProcessor);
    }

    ExitWait(long quietMillis, long mostMillis, LongSupplier progress, LongSupplier clock, DoubleSupplier busy) {
        this.quietNanos = TimeUnit.MILLISECONDS.toNanos(quietMillis);
        this.mostNanos = TimeUnit.MILLISECONDS.toNanos(mostMillis);
        this.progress = progress;
        this.clock = clock;
        this.busy = busy;
        this.began = clock.getAsLong();
        this.seen = progress.getAsLong();
        this.seenAt = began;
    }

    /** Answers whether it is worth waiting on. */
    boolean goesOn() {
        long now = clock.getAsLong();
        long reached = progress.getAsLong();
        if (reached != seen) {
            seen = reached;
            seenAt = now;
        }
        if (now - began >= mostNanos) {
            return false;
        }
        long still = now - seenAt;
        if (still < quietNanos) {
            return true;
        }
        if (stretch == 0) {
            // asked only now: the classes that know may have to be loaded
            stretch = Math.max(1, busy.getAsDouble());
        }
        return still < quietNanos * stretch;
    }

    /** Answers whether the wait has taken longer than what does not get on is waited for. */
    boolean isLong() {
        return clock.getAsLong() - began >= quietNanos;
    }

    /** Sleeps for a moment. */
    void look() {
        LockSupport.parkNanos(LOOK_NANOS);
    }

    /** Returns how many threads of the machine want each processor, averaged over the last minute; 0 when unknown. */
    private static double loadPerProcessor() {
        try {
            OperatingSystemMXBean system = ManagementFactory.getOperatingSystemMXBean();
            return system.getSystemLoadAverage() / system.getAvailableProcessors();
        } catch (LinkageError e) {
            AgentLog.debug("no load of the machine: " + e);
            return 0;
        }
    }
}
