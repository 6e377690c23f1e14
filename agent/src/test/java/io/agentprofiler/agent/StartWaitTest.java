// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class StartWaitTest {
    private static final long NEVER = Long.MAX_VALUE / 1_000_000;

    private final CountDownLatch step = new CountDownLatch(1);
    private final AtomicInteger classes = new AtomicInteger();
    private volatile boolean stop;
    private Thread starter;

    @AfterEach
    void stopStarter() throws InterruptedException {
        stop = true;
        LockSupport.unpark(starter);
        starter.join();
    }

    @Test
    void shouldWaitForAStep() {
        StartWait wait = begin(NEVER, step::countDown);

        assertThat(wait.await(step)).isTrue();
        assertThat(wait.lateMillis()).isZero();
    }

    @Test
    void shouldKeepAnInterruptionForTheApplication() {
        StartWait wait = begin(NEVER, step::countDown);
        Thread.currentThread().interrupt();

        assertThat(wait.await(step)).isTrue();

        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void shouldGiveUpAStartThatIsBlocked() {
        StartWait wait = begin(NEVER, () -> {});

        assertThat(wait.await(step)).isFalse();
        assertThat(wait.lateMillis()).isPositive();
    }

    @Test
    void shouldWaitForABlockedStartAsLongAsItLoadsClasses() {
        StartWait wait = begin(NEVER, () -> {
            // two and a half times as long as a start may be blocked
            long end = System.nanoTime() + 5_000_000_000L;
            while (System.nanoTime() - end < 0) {
                classes.incrementAndGet();
                LockSupport.parkNanos(50_000_000);
            }
            step.countDown();
        });

        assertThat(wait.await(step)).isTrue();
    }

    @Test
    void shouldNotWaitBeyondTheBound() {
        StartWait wait = begin(1, this::loadForever);

        assertThat(wait.await(step)).isFalse();
    }

    @Test
    void shouldNotCountTheTimeInWhichNobodyWaits() {
        CountDownLatch called = new CountDownLatch(1);
        StartWait wait = begin(5_000, () -> {
            awaitUninterrupted(called);
            long end = System.nanoTime() + 300_000_000L;
            while (System.nanoTime() - end < 0) {
                classes.incrementAndGet();
            }
            step.countDown();
        });
        Awaitility.await().until(() -> wait.sinceBeginMillis() > 5_000);

        called.countDown();

        assertThat(wait.await(step)).isTrue();
    }

    private static void awaitUninterrupted(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void shouldNotCountTheTimeInWhichTheMachineSlept() {
        begin(NEVER, () -> {
            LockSupport.parkNanos(500_000_000);
            step.countDown();
        });
        StartWait wait = new StartWait(starter, classes, 30_000) {
            private int readings;

            @Override
            long nanoTime() {
                return System.nanoTime() + (++readings > 4 ? 3_600_000_000_000L : 0);
            }
        };

        assertThat(wait.await(step)).isTrue();
    }

    @Test
    void shouldNotWaitASecondTime() {
        StartWait wait = begin(1, this::loadForever);
        wait.await(step);

        CountDownLatch next = new CountDownLatch(1);
        assertThat(wait.await(next)).isFalse();
        next.countDown();
        assertThat(wait.await(next)).isTrue();
    }

    private void loadForever() {
        while (!stop) {
            classes.incrementAndGet();
        }
    }

    /** Begins a start that does this, and then nothing. */
    private StartWait begin(long boundMillis, Runnable start) {
        starter = new Thread(
                () -> {
                    start.run();
                    while (!stop) {
                        LockSupport.park();
                    }
                },
                "starter");
        starter.start();
        StartWait wait = new StartWait(starter, classes, boundMillis);
        return wait;
    }
}
