// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.context.jdk;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.context.Spans;
import io.agentprofiler.agent.context.propagation.TaskPropagation;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.awaitility.Awaitility;

/** Many steps at a time, and what they leave behind; run by {@link PropagationProgram}. */
final class StormScenarios {
    private static final int HOPS = 1_000_000;
    /** Few enough that a thread each finds room in a container: that is what the common pool starts where it is small. */
    private static final int IN_FLIGHT = 400;

    private final LongAdder wrong = new LongAdder();

    void shouldNeverMixWorkflowsInPools() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(3);
        ScheduledExecutorService scheduled = Executors.newScheduledThreadPool(2);
        ForkJoinPool forkJoin = new ForkJoinPool(3);
        interleave(
                HOPS,
                task -> pool.execute(task),
                task -> pool.submit(task),
                task -> scheduled.schedule(task, 0, TimeUnit.NANOSECONDS),
                task -> forkJoin.execute(task),
                task -> forkJoin.submit(task),
                task -> ForkJoinPool.commonPool().execute(task),
                task -> CompletableFuture.runAsync(task, pool),
                task -> CompletableFuture.runAsync(task).thenRunAsync(() -> {}, forkJoin));
        assertThat(wrong.sum()).isZero();
        pool.shutdown();
        scheduled.shutdown();
        forkJoin.shutdown();
    }

    void shouldNeverMixWorkflowsInSharedObjects() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        CountDownLatch free = new CountDownLatch(1);
        pool.execute(() -> await(free));
        Span[] spans = {Spans.open(), Spans.open()};
        List<Span> seen = new ArrayList<>();
        Runnable shared = () -> seen.add(Under.current());
        for (int i = 0; i < HOPS / 10; i++) {
            Under.span(spans[i & 1], () -> {
                pool.execute(shared);
                return null;
            });
        }
        free.countDown();
        pool.shutdown();
        assertThat(pool.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
        assertThat(seen).hasSize(HOPS / 10);
        for (int i = 0; i < seen.size(); i++) {
            assertThat(seen.get(i)).isSameAs(spans[i & 1]);
        }
    }

    void shouldNeverMixWorkflowsOnVirtualThreads() throws Exception {
        ExecutorService perTask = Virtual.executor();
        ExecutorService pool = Executors.newFixedThreadPool(2);
        interleave(
                HOPS / 5,
                task -> perTask.execute(task),
                task -> perTask.execute(() -> pool.execute(task)),
                task -> pool.execute(() -> perTask.execute(task)),
                task -> perTask.execute(() -> {
                    Thread.yield();
                    ForkJoinPool.commonPool().execute(task);
                }));
        assertThat(wrong.sum()).isZero();
        pool.shutdown();
    }

    private interface Executing {
        void execute(Runnable task);
    }

    /** Two threads and one without a workflow hand tasks to all executors in turn; each task hands over one more. */
    private void interleave(int steps, Executing... executors) throws Exception {
        Span[] workflows = {Spans.open(), Spans.open(), null};
        Semaphore inFlight = new Semaphore(IN_FLIGHT);
        List<Thread> threads = new ArrayList<>();
        for (Span workflow : workflows) {
            Thread thread = new Thread(() -> {
                try {
                    Under.span(workflow, () -> {
                        for (int i = 0; i < steps / workflows.length / 2; i++) {
                            Executing next = executors[(i + 1) % executors.length];
                            inFlight.acquire();
                            executors[i % executors.length].execute(() -> {
                                check(workflow);
                                next.execute(() -> {
                                    check(workflow);
                                    inFlight.release();
                                });
                                check(workflow);
                            });
                        }
                        return null;
                    });
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            });
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        inFlight.acquire(IN_FLIGHT);
    }

    private void check(Span expected) {
        if (Under.current() != expected) {
            wrong.increment();
        }
    }

    void shouldKeepNeitherTasksNorTheirLoadersAlive() throws Exception {
        Span span = Spans.open();
        WeakReference<ClassLoader> loader = dropATaskOfAnotherLoader(span);

        Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> {
            System.gc();
            TaskPropagation.sweep();
            return loader.get() == null;
        });
        assertThat(span.isOpen()).isTrue();
    }

    private static WeakReference<ClassLoader> dropATaskOfAnotherLoader(Span span) throws Exception {
        URL classes = StormScenarios.class.getProtectionDomain().getCodeSource().getLocation();
        ClassLoader loader = new URLClassLoader(new URL[] {classes}, null);
        Runnable task = (Runnable)
                loader.loadClass(Task.class.getName()).getDeclaredConstructor().newInstance();
        CountDownLatch free = new CountDownLatch(1);
        ThreadPoolExecutor pool = new ThreadPoolExecutor(1, 1, 1, TimeUnit.MINUTES, new LinkedBlockingQueue<>());
        Under.span(span, () -> {
            pool.execute(() -> await(free));
            pool.execute(task);
            return CompletableFuture.runAsync(() -> await(free)).thenRun(task);
        });
        pool.shutdownNow();
        free.countDown();
        return new WeakReference<>(loader);
    }

    /** Loaded once more, by a loader that is dropped. */
    public static final class Task implements Runnable {
        @Override
        public void run() {}
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
