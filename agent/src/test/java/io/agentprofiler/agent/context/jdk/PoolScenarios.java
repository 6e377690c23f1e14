// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.context.jdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.context.Spans;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;

/** Tasks of {@link ThreadPoolExecutor}; run by {@link PropagationProgram}. */
final class PoolScenarios {
    private final Span a = Spans.open();
    private final Span b = Spans.open();

    void shouldRunATaskUnderTheSpanItWasHandedOverUnder() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        Future<Span> seen = Under.span(a, () -> pool.submit(Under::current));

        assertThat(Under.get(seen)).isSameAs(a);
        assertThat(Under.get(pool.submit(Under::current))).isNull();
        pool.shutdown();
    }

    void shouldServeWorkersThatRanBeforeTheJdkWasWoven() throws Exception {
        Future<Span> seen = Under.span(a, () -> Early.POOL.submit(Under::current));

        assertThat(Under.get(seen)).isSameAs(a);
        assertThat(Under.get(Early.POOL.submit(Under::current))).isNull();
    }

    void shouldRunPlainRunnablesUnderTheirSpan() throws Exception {
        ExecutorService pool = Executors.newCachedThreadPool();
        List<Span> seen = Collections.synchronizedList(new ArrayList<>());
        CountDownLatch done = new CountDownLatch(1);
        Under.openSpan(() -> Under.span(a, () -> {
            pool.execute(() -> {
                seen.add(Under.current());
                done.countDown();
            });
            return null;
        }));
        done.await();

        assertThat(seen).containsExactly(a);
        pool.shutdown();
    }

    void shouldRunEveryTaskOfInvokeAllUnderTheSpan() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        List<Callable<Span>> tasks = List.of(Under::current, Under::current, Under::current);
        for (Future<Span> seen : Under.span(a, () -> pool.invokeAll(tasks))) {
            assertThat(Under.get(seen)).isSameAs(a);
        }
        assertThat(Under.span(b, () -> pool.invokeAny(tasks))).isSameAs(b);
        pool.shutdown();
    }

    void shouldRunTasksOfACompletionServiceUnderTheirSpan() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        ExecutorCompletionService<Span> service = new ExecutorCompletionService<>(pool);
        Future<Span> submitted = Under.span(a, () -> service.submit(Under::current));
        Future<Span> taken = service.take();

        assertThat(taken).isSameAs(submitted);
        assertThat(Under.get(taken)).isSameAs(a);
        pool.shutdown();
    }

    void shouldCarryOnFromATaskToTheTasksItHandsOver() throws Exception {
        ExecutorService outer = Executors.newFixedThreadPool(1);
        ExecutorService inner = Executors.newFixedThreadPool(1);
        Future<Future<Span>> seen = Under.span(a, () -> outer.submit(() -> inner.submit(Under::current)));

        assertThat(Under.get(Under.get(seen))).isSameAs(a);
        outer.shutdown();
        inner.shutdown();
    }

    void shouldKeepATaskUnderASpanThatEndedMeanwhile() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        CountDownLatch ended = new CountDownLatch(1);
        Span span = Spans.open();
        Future<Span> seen = Under.span(
                span,
                () -> pool.submit(() -> {
                    ended.await();
                    return Under.current();
                }));
        span.end();
        ended.countDown();

        assertThat(Under.get(seen)).isSameAs(span);
        pool.shutdown();
    }

    void shouldCarryTheMarkOfAnUnsampledWorkflow() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        Future<Span> seen = Under.span(Span.UNSAMPLED, () -> pool.submit(Under::current));

        assertThat(Under.get(seen)).isSameAs(Span.UNSAMPLED);
        assertThat(Under.get(pool.submit(Under::current))).isNull();
        pool.shutdown();
    }

    void shouldLeaveAWorkerCleanThatWasMadeUnderASpan() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        Under.get(Under.span(a, () -> pool.submit(() -> null)));

        assertThat(Under.get(pool.submit(Under::current))).isNull();
        assertThat(Under.get(Under.span(b, () -> pool.submit(Under::current)))).isSameAs(b);
        pool.shutdown();
    }

    void shouldLeaveAPrestartedWorkerClean() throws Exception {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(1, 1, 1, TimeUnit.MINUTES, new LinkedBlockingQueue<>());
        Under.span(a, pool::prestartAllCoreThreads);

        assertThat(Under.get(pool.submit(Under::current))).isNull();
        pool.shutdown();
    }

    void shouldTakeTheSpanOffWhenATaskThrows() throws Exception {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                1, 1, 1, TimeUnit.MINUTES, new LinkedBlockingQueue<>(), PoolScenarios::quietThread);
        Under.span(a, () -> {
            pool.execute(() -> {
                throw new IllegalStateException("expected");
            });
            return null;
        });
        assertThat(Under.get(pool.submit(Under::current))).isNull();

        Future<Span> failed = Under.span(
                a,
                () -> pool.submit(() -> {
                    throw new IllegalStateException("expected");
                }));
        assertThatThrownBy(() -> Under.get(failed)).hasCauseInstanceOf(IllegalStateException.class);
        assertThat(Under.get(pool.submit(Under::current))).isNull();
        pool.shutdown();
    }

    void shouldShowHooksAndQueuesTheApplicationsOwnObjects() throws Exception {
        List<Object> seen = Collections.synchronizedList(new ArrayList<>());
        BlockingQueue<Runnable> queue = new LinkedBlockingQueue<>();
        ThreadPoolExecutor pool = new ThreadPoolExecutor(1, 1, 1, TimeUnit.MINUTES, queue) {
            @Override
            protected void beforeExecute(Thread thread, Runnable task) {
                seen.add(task);
            }

            @Override
            protected void afterExecute(Runnable task, Throwable thrown) {
                seen.add(task);
            }
        };
        CountDownLatch free = new CountDownLatch(1);
        Runnable first = () -> await(free);
        Runnable second = () -> {};
        Under.span(a, () -> {
            pool.execute(first);
            pool.execute(second);
            return null;
        });
        assertThat(queue).containsExactly(second);
        assertThat(pool.remove(second)).isTrue();
        assertThat(pool.remove(second)).isFalse();
        Future<?> third = Under.span(a, () -> pool.submit(second));
        assertThat(queue).containsExactly((Runnable) third);
        third.cancel(false);
        pool.purge();
        assertThat(queue).isEmpty();
        Under.span(a, () -> {
            pool.execute(second);
            return null;
        });
        assertThat(pool.shutdownNow()).containsExactly(second);
        free.countDown();
        assertThat(pool.awaitTermination(Under.SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(seen).containsExactly(first, first);
    }

    void shouldLetQueuesCompareTheApplicationsOwnTasks() throws Exception {
        letQueueCompare(new PriorityBlockingQueue<>());
        letQueueCompare(new PriorityBlockingQueue<>(8, Comparator.comparingInt(task -> ((Ranked) task).rank())));
    }

    private void letQueueCompare(BlockingQueue<Runnable> queue) throws Exception {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(1, 1, 1, TimeUnit.MINUTES, queue);
        CountDownLatch free = new CountDownLatch(1);
        List<String> seen = Collections.synchronizedList(new ArrayList<>());
        pool.execute(new Ranked(0, () -> await(free)));
        Under.span(a, () -> {
            pool.execute(new Ranked(3, () -> seen.add("3 " + (Under.current() == a))));
            return null;
        });
        Under.span(b, () -> {
            pool.execute(new Ranked(1, () -> seen.add("1 " + (Under.current() == b))));
            return null;
        });
        pool.execute(new Ranked(2, () -> seen.add("2 " + (Under.current() == null))));
        free.countDown();
        pool.shutdown();
        assertThat(pool.awaitTermination(Under.SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(seen).containsExactly("1 true", "2 true", "3 true");
    }

    private record Ranked(int rank, Runnable body) implements Runnable, Comparable<Ranked> {
        @Override
        public void run() {
            body.run();
        }

        @Override
        public int compareTo(Ranked other) {
            return Integer.compare(rank, other.rank);
        }
    }

    void shouldKeepRunsOfOneSharedObjectApart() throws Exception {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(1, 1, 1, TimeUnit.MINUTES, new LinkedBlockingQueue<>());
        ThreadPoolExecutor other = new ThreadPoolExecutor(1, 1, 1, TimeUnit.MINUTES, new LinkedBlockingQueue<>());
        CountDownLatch free = new CountDownLatch(1);
        List<Span> seen = Collections.synchronizedList(new ArrayList<>());
        List<Span> seenByOther = Collections.synchronizedList(new ArrayList<>());
        Runnable shared =
                () -> (Thread.currentThread().getName().equals("other") ? seenByOther : seen).add(Under.current());
        other.setThreadFactory(task -> new Thread(task, "other"));
        pool.execute(() -> await(free));
        for (Span span : List.of(a, b, a)) {
            Under.span(span, () -> {
                pool.execute(shared);
                return null;
            });
        }
        Under.span(b, () -> {
            other.execute(shared);
            return null;
        });
        other.shutdown();
        assertThat(other.awaitTermination(Under.SECONDS, TimeUnit.SECONDS)).isTrue();
        free.countDown();
        pool.shutdown();
        assertThat(pool.awaitTermination(Under.SECONDS, TimeUnit.SECONDS)).isTrue();

        assertThat(seen).containsExactly(a, b, a);
        assertThat(seenByOther).containsExactly(b);
    }

    void shouldTellTheRejectionHandlerTheApplicationsOwnTask() throws Exception {
        List<Runnable> refused = new ArrayList<>();
        ThreadPoolExecutor pool = blocked((task, executor) -> refused.add(task));
        Runnable task = () -> {};
        Under.span(a, () -> {
            pool.execute(task);
            return null;
        });
        assertThat(refused).containsExactly(task);
        pool.shutdownNow();
    }

    void shouldRunARejectedTaskWhereItsCallerRunsIt() throws Exception {
        ThreadPoolExecutor pool = blocked(new ThreadPoolExecutor.CallerRunsPolicy());
        Future<Span> seen = Under.span(a, () -> pool.submit(Under::current));

        assertThat(Under.get(seen)).isSameAs(a);
        pool.shutdownNow();
    }

    void shouldForgetWhatWasRejectedOnceItsSpanEnded() throws Exception {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                1, 1, 1, TimeUnit.MINUTES, new ArrayBlockingQueue<>(1), new ThreadPoolExecutor.AbortPolicy());
        CountDownLatch free = new CountDownLatch(1);
        pool.execute(() -> await(free));
        pool.execute(() -> {});
        List<Span> seen = Collections.synchronizedList(new ArrayList<>());
        Runnable task = () -> seen.add(Under.current());
        Under.openSpan(
                () -> assertThatThrownBy(() -> pool.execute(task)).isInstanceOf(RejectedExecutionException.class));
        free.countDown();
        Awaitility.await().until(() -> pool.getQueue().isEmpty());
        pool.execute(task);
        pool.shutdown();

        assertThat(pool.awaitTermination(Under.SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(seen).containsExactly((Span) null);
    }

    void shouldKeepTheSpanOfATaskThatARejectionHandlerPutsIntoTheQueue() throws Exception {
        ThreadPoolExecutor pool =
                new ThreadPoolExecutor(1, 1, 1, TimeUnit.MINUTES, new ArrayBlockingQueue<>(1), (task, executor) -> {
                    try {
                        executor.getQueue().put(task);
                    } catch (InterruptedException e) {
                        throw new RejectedExecutionException(e);
                    }
                });
        List<Future<Span>> seen = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            seen.add(Under.span(a, () -> pool.submit(Under::current)));
        }
        for (Future<Span> one : seen) {
            assertThat(Under.get(one)).isSameAs(a);
        }
        pool.shutdown();
    }

    void shouldLeaveTheFutureToItsCaller() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        FutureTask<Span> own = new FutureTask<>(Under::current);
        Under.span(a, () -> {
            pool.execute(own);
            return null;
        });
        assertThat(Under.get(own)).isSameAs(a);
        assertThat(Under.span(a, () -> pool.submit(Under::current))).isExactlyInstanceOf(FutureTask.class);
        pool.shutdown();
    }

    private static ThreadPoolExecutor blocked(RejectedExecutionHandler handler) {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(1, 1, 1, TimeUnit.MINUTES, new SynchronousQueue<>(), handler);
        pool.execute(() -> await(new CountDownLatch(1)));
        return pool;
    }

    private static Thread quietThread(Runnable task) {
        Thread thread = new Thread(task);
        thread.setUncaughtExceptionHandler((t, e) -> {});
        return thread;
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
