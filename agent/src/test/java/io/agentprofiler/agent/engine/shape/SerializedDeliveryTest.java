// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.shape;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.agent.engine.shape.Streamed.SerializedDelivery;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SerializedDeliveryTest {
    private final List<Object> received = new ArrayList<>();

    @Test
    void shouldHandOnNullToo() {
        SerializedDelivery elements = new SerializedDelivery(received::add);

        elements.take("a");
        elements.take(null);

        assertThat(received).containsExactly("a", null);
    }

    @Test
    void shouldHandOnEveryElementOnceAndOneAtATime() throws InterruptedException {
        AtomicBoolean atWork = new AtomicBoolean();
        AtomicBoolean met = new AtomicBoolean();
        SerializedDelivery elements = new SerializedDelivery(element -> {
            met.compareAndSet(false, !atWork.compareAndSet(false, true));
            received.add(element);
            atWork.set(false);
        });
        List<Thread> threads = IntStream.range(0, 4)
                .mapToObj(thread ->
                        new Thread(() -> IntStream.range(0, 20_000).forEach(i -> elements.take(thread * 20_000 + i))))
                .toList();

        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }

        assertThat(met).isFalse();
        assertThat(received).hasSize(80_000).doesNotHaveDuplicates();
    }

    @Test
    void shouldNotMakeAThreadWaitForAnotherAtWork() throws InterruptedException {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch leave = new CountDownLatch(1);
        SerializedDelivery elements = new SerializedDelivery(element -> {
            received.add(element);
            if (element.equals("slow")) {
                entered.countDown();
                awaitUninterrupted(leave);
            }
        });
        Thread slow = new Thread(() -> elements.take("slow"));
        slow.start();
        entered.await();

        elements.take("left to the other");

        leave.countDown();
        slow.join();
        assertThat(received).containsExactly("slow", "left to the other");
    }

    private static void awaitUninterrupted(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
