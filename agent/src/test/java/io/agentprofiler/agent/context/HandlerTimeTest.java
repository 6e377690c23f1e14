// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.context;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** What of a streamed result's time is the application's. */
class HandlerTimeTest {
    private static final long WORK = 2_000_000;

    private final Span span = new Span(null, null, null, 1, 2, 3, System.nanoTime(), false);

    /** Works for at least {@link #WORK}; answers for how long it did. */
    private static long work() {
        long start = System.nanoTime();
        while (System.nanoTime() - start < WORK) {
            LockSupport.parkNanos(WORK / 4);
        }
        return System.nanoTime() - start;
    }

    private void chunk() {
        if (span.chunks == null) {
            span.chunks = new Span.ChunkStats();
        }
        span.chunks.lastNanos = System.nanoTime();
        if (span.handler != null) {
            span.handler.chunk(span.chunks.count == 0);
        }
        span.chunks.count++;
    }

    @Test
    void shouldSumWhatLiesBeforeBetweenAndAfterTheChunks() {
        long start = System.nanoTime();
        Object thread = Thread.currentThread();
        span.enterHandler(thread);
        long before = work();
        span.leaveHandler(thread);
        chunk();
        span.enterHandler(thread);
        long between = work();
        span.leaveHandler(thread);
        chunk();
        span.enterHandler(thread);
        long after = work();
        span.leaveHandler(thread);
        long whole = System.nanoTime() - start;

        HandlerTime time = span.handler;
        assertThat(time.nanos()).isBetween(before + between + after, whole);
        assertThat(time.beforeFirst()).isBetween(before, whole - between - after);
        assertThat(time.sinceLast()).isBetween(after, whole - before - between);
        assertThat(time.isKnown()).isTrue();
    }

    @Test
    void shouldCountAHandlerThatHandsItsElementOnOnce() {
        Object thread = Thread.currentThread();
        long start = System.nanoTime();
        chunk();
        span.enterHandler(thread);
        span.enterHandler(HandlerTime.FETCHING);
        long worked = work();
        span.leaveHandler(HandlerTime.FETCHING);
        worked += work();
        span.leaveHandler(thread);
        span.leaveHandler(thread);

        assertThat(span.handler.nanos()).isBetween(worked, System.nanoTime() - start);
    }

    @Test
    void shouldCountAHandlerFromWhichTheSpanEndsUpToTheEnd() {
        chunk();
        span.enterHandler(Thread.currentThread());
        long worked = work();
        span.end();
        span.handler.end(System.nanoTime());
        long counted = span.handler.nanos();
        work();
        span.leaveHandler(Thread.currentThread());
        span.enterHandler(Thread.currentThread());

        assertThat(span.handler.nanos()).isEqualTo(counted).isGreaterThanOrEqualTo(worked);
    }

    @Test
    void shouldLeaveOutAHandlerThatStillRunsWhenAnotherThreadEndsTheSpan() throws InterruptedException {
        chunk();
        span.enterHandler(Thread.currentThread());
        work();
        Thread other = new Thread(() -> {
            span.end();
            span.handler.end(System.nanoTime());
        });
        other.start();
        other.join();
        span.leaveHandler(Thread.currentThread());

        assertThat(span.handler.nanos()).isZero();
    }

    @Test
    void shouldCountWhatWasFetchedUpToTheEndWhoeverEndsIt() throws InterruptedException {
        chunk();
        span.enterHandler(HandlerTime.FETCHING);
        long worked = work();
        Thread other = new Thread(() -> span.handler.end(System.nanoTime()));
        other.start();
        other.join();

        assertThat(span.handler.nanos()).isGreaterThanOrEqualTo(worked);
    }

    @Test
    void shouldNotKnowTheTimeOfElementsOnSeveralThreads() {
        span.giveUpHandler();
        span.enterHandler(Thread.currentThread());
        span.leaveHandler(Thread.currentThread());

        assertThat(span.handler.isKnown()).isFalse();
    }
}
