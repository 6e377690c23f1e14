// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.ring;

import com.lmax.disruptor.AlertException;
import com.lmax.disruptor.Sequence;
import com.lmax.disruptor.SequenceBarrier;
import com.lmax.disruptor.WaitStrategy;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Lets the consumer sleep when there is nothing to do, without producers ever waking it: waking a thread costs a producer
 * ten times what publishing does. The consumer looks again after two milliseconds, and after twice as long each time it
 * finds nothing. Each time it wakes, its code and data come back into the processor's caches: what it finds then had better be
 * the work of many calls. A small ring would be full by then, and is looked at after half a millisecond.
 *
 * <p>Waiting sleeps at most once, and may answer a sequence below the one that was asked for: the consumer has other things
 * to do than events.
 *
 * <p><b>Threading:</b> the consumer waits; producers call the signal, which does nothing.
 */
final class ParkingWaitStrategy implements WaitStrategy {
    private static final long SHORTEST = TimeUnit.MICROSECONDS.toNanos(2000);
    private static final long SHORTEST_OF_SMALL = TimeUnit.MICROSECONDS.toNanos(500);
    /** Slots of a ring that holds what comes in the meantime, however busy the application is. */
    private static final int LARGE = 8192;

    private static final long LONGEST = TimeUnit.MILLISECONDS.toNanos(10);

    private final long shortest;
    private final long longest;
    private long next;

    /**
     * Creates a strategy.
     *
     * @param flushMillis it never sleeps longer than this
     * @param slots of the ring
     */
    ParkingWaitStrategy(long flushMillis, int slots) {
        longest = Math.min(LONGEST, TimeUnit.MILLISECONDS.toNanos(flushMillis));
        shortest = Math.min(longest, slots < LARGE ? SHORTEST_OF_SMALL : SHORTEST);
        next = shortest;
    }

    @Override
    public long waitFor(long sequence, Sequence cursor, Sequence dependentSequence, SequenceBarrier barrier)
            throws AlertException {
        long available = dependentSequence.get();
        if (available >= sequence) {
            next = shortest;
            return available;
        }
        barrier.checkAlert();
        LockSupport.parkNanos(this, next);
        // An interrupt meant for somebody else must not turn the next sleep into a busy loop.
        Thread.interrupted();
        next = Math.min(longest, next * 2);
        return dependentSequence.get();
    }

    @Override
    public void signalAllWhenBlocking() {}
}
