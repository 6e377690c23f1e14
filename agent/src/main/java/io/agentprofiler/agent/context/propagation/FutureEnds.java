// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.context.propagation;

import io.agentprofiler.agent.context.PropagatedSpans;
import io.agentprofiler.agent.context.TaskKey;
import java.lang.ref.ReferenceQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;

/**
 * What is to be done once a future of the application is complete, before what the application itself does then.
 *
 * <p>A completed future calls the stage that was registered last first. A span that waits for the future as a stage of it is
 * therefore the last to hear, after everything the application went on to do; where the JDK's futures are woven, it hears
 * when the first of those stages begins.
 *
 * <p><b>Threading:</b> any thread. Futures are referred to weakly; where none waits a look-up is one read.
 */
public final class FutureEnds {
    private static final ConcurrentHashMap<Object, Consumer<CompletableFuture<?>>> WAITING = new ConcurrentHashMap<>();
    private static final ReferenceQueue<Object> COLLECTED = new ReferenceQueue<>();
    private static final AtomicInteger COUNT = new AtomicInteger();

    private FutureEnds() {}

    /**
     * Has {@code end} called before the first stage of {@code future} begins.
     *
     * @param end is given the future; must not refer to it
     */
    public static void expect(CompletableFuture<?> future, Consumer<CompletableFuture<?>> end) {
        if (COUNT.get() < PropagatedSpans.LIMIT) {
            COUNT.incrementAndGet();
            Both both = new Both();
            WAITING.merge(new TaskKey(future, COLLECTED), end, both);
            if (both.merged) {
                COUNT.decrementAndGet();
            }
        }
    }

    /** Forgets {@code future}. */
    public static void forget(Object future) {
        take(future);
    }

    /** Records that a stage of {@code source} may begin, if that is complete. */
    static void beforeStage(Object source) {
        if (COUNT.get() != 0 && source instanceof CompletableFuture<?> future && future.isDone()) {
            Consumer<CompletableFuture<?>> end = take(future);
            if (end != null) {
                end.accept(future);
            }
        }
    }

    /** Drops futures that were collected. Called about once a second from a thread of the agent. */
    static void sweep() {
        for (Object key = COLLECTED.poll(); key != null; key = COLLECTED.poll()) {
            if (WAITING.remove(key) != null) {
                COUNT.decrementAndGet();
            }
        }
    }

    private static Consumer<CompletableFuture<?>> take(Object future) {
        if (future == null || COUNT.get() == 0) {
            return null;
        }
        Consumer<CompletableFuture<?>> end = WAITING.remove(new TaskKey.Probe(future));
        if (end != null) {
            COUNT.decrementAndGet();
        }
        return end;
    }

    /** Several expect the end of one future: they hear in the order in which they came. */
    private static final class Both implements BinaryOperator<Consumer<CompletableFuture<?>>> {
        boolean merged;

        @Override
        public Consumer<CompletableFuture<?>> apply(
                Consumer<CompletableFuture<?>> earlier, Consumer<CompletableFuture<?>> later) {
            merged = true;
            return earlier.andThen(later);
        }
    }
}
