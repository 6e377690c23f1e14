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
 * ten times what publishing does. The consumer looks again after half a millisecond, and after twice as long each time it
 * finds nothing.
 *
 * <p>Waiting sleeps at most once, and may answer a sequence below the one that was asked for: the consumer has other things
 * to do than events.
 *
 * <p><b>Threading:</b> the consumer waits; producers call the signal, which does nothing.
 */
final class ParkingWaitStrategy implements WaitStrategy {
    private static final long SHORTEST = TimeUnit.MICROSECONDS.toNanos(500);
    private static final long LONGEST = TimeUnit.MILLISECONDS.toNanos(10);

    private final long longest;
    private long next = SHORTEST;

    /** Creates a strategy that never sleeps longer than {@code flushMillis}. */
    ParkingWaitStrategy(long flushMillis) {
        longest = Math.min(LONGEST, TimeUnit.MILLISECONDS.toNanos(flushMillis));
    }

    @Override
    public long waitFor(long sequence, Sequence cursor, Sequence dependentSequence, SequenceBarrier barrier)
            throws AlertException {
        long available = dependentSequence.get();
        if (available >= sequence) {
            next = SHORTEST;
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
