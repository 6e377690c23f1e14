// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.shape;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * Elements that arrive on several threads at a time, handed on one after the other. No thread ever waits for another: one
 * that finds another at work leaves its element to it.
 *
 * <p>When all calls of {@link #take} have returned, all their elements have been handed on.
 *
 * <p><b>Threading:</b> any thread. Allocates a queue node an element.
 */
final class SerializedDelivery {
    /** Stands for {@code null} in the queue. */
    private static final Object NULL = new Object();

    private final Consumer<Object> receiver;
    private final Queue<Object> elements = new ConcurrentLinkedQueue<>();
    /** Elements not handed on yet; the thread that makes it 1 hands on until it is 0. */
    private final AtomicInteger waiting = new AtomicInteger();

    /**
     * Creates a queue.
     *
     * @param receiver gets the elements; must not throw
     */
    SerializedDelivery(Consumer<Object> receiver) {
        this.receiver = receiver;
    }

    void take(Object element) {
        elements.add(element == null ? NULL : element);
        if (waiting.getAndIncrement() == 0) {
            do {
                Object next = elements.poll();
                receiver.accept(next == NULL ? null : next);
            } while (waiting.decrementAndGet() != 0);
        }
    }
}
