// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.context.jdk;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.context.Spans;
import java.lang.reflect.Method;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Threads, platform and virtual; run by {@link PropagationProgram}. */
final class ThreadScenarios {
    private final Span a = Spans.open();
    private final Span b = Spans.open();

    void shouldRunAThreadUnderTheSpanItWasStartedUnder() throws Exception {
        FutureTask<Span> task = new FutureTask<>(Under::current);
        Thread thread = Under.span(b, () -> new Thread(task));
        Under.span(a, () -> {
            thread.start();
            return null;
        });
        assertThat(Under.get(task)).isSameAs(a);
    }

    void shouldRunThreadsOfTheApplicationsOwnClassUnderTheirSpan() throws Exception {
        CompletableFuture<Span> seen = new CompletableFuture<>();
        Under.span(a, () -> {
            new Thread() {
                @Override
                public void run() {
                    seen.complete(Under.current());
                }
            }.start();
            return null;
        });
        assertThat(Under.get(seen)).isSameAs(a);
    }

    void shouldSeeWhoStartsAThreadThroughCollectionsAndReflection() throws Exception {
        List<FutureTask<Span>> tasks = List.of(new FutureTask<>(Under::current), new FutureTask<>(Under::current));
        List<Thread> threads = new ArrayList<>(tasks.stream().map(Thread::new).toList());
        Under.span(a, () -> {
            threads.forEach(Thread::start);
            return null;
        });
        for (FutureTask<Span> task : tasks) {
            assertThat(Under.get(task)).isSameAs(a);
        }
        FutureTask<Span> reflected = new FutureTask<>(Under::current);
        Method start = Thread.class.getMethod("start");
        Under.span(a, () -> start.invoke(new Thread(reflected)));
        assertThat(Under.get(reflected)).isSameAs(a);
    }

    void shouldLeaveAThreadCleanThatWasOnlyMadeUnderASpan() throws Exception {
        FutureTask<Span> task = new FutureTask<>(Under::current);
        Thread thread = Under.span(a, () -> new Thread(task));
        thread.start();

        assertThat(Under.get(task)).isNull();
    }

    void shouldCountAThreadAsPartOfTheWorkflowOnlyWhileItsSpanIsOpen() throws Exception {
        Span span = Spans.open();
        CountDownLatch lookedAround = new CountDownLatch(1);
        CountDownLatch ended = new CountDownLatch(1);
        FutureTask<List<Span>> task = new FutureTask<>(() -> {
            List<Span> seen = new ArrayList<>();
            seen.add(Under.current());
            seen.add(Under.span(b, Under::current));
            lookedAround.countDown();
            ended.await();
            seen.add(Under.current());
            seen.add(Under.span(b, Under::current));
            seen.add(Under.current());
            return seen;
        });
        Under.span(span, () -> {
            new Thread(task).start();
            return null;
        });
        lookedAround.await();
        span.end();
        ended.countDown();
        List<Span> seen = Under.get(task);

        assertThat(seen).containsExactly(span, b, null, b, null);
    }

    void shouldNotPutBackTheSpanOfAThreadThatEndedMeanwhile() throws Exception {
        Span span = Spans.open();
        FutureTask<List<Span>> task = new FutureTask<>(() -> {
            List<Span> seen = new ArrayList<>();
            Under.span(span, () -> {
                span.end();
                return Under.current();
            });
            seen.add(Under.current());
            seen.add(Under.span(b, Under::current));
            seen.add(Under.current());
            return seen;
        });
        Under.span(span, () -> {
            new Thread(task).start();
            return null;
        });

        assertThat(Under.get(task)).containsExactly(null, b, null);
    }

    void shouldCountAThreadAsPartOfTheWorkflowWhileThatGoesOn() throws Exception {
        Span root = Spans.open();
        Span part = Spans.open(root);
        CountDownLatch ended = new CountDownLatch(1);
        CountDownLatch over = new CountDownLatch(1);
        CompletableFuture<Span> meanwhile = new CompletableFuture<>();
        FutureTask<Span> task = new FutureTask<>(() -> {
            ended.await();
            meanwhile.complete(Under.current());
            over.await();
            return Under.current();
        });
        Under.span(part, () -> {
            new Thread(task).start();
            return null;
        });
        part.end();
        ended.countDown();
        assertThat(Under.get(meanwhile)).isSameAs(part);
        root.end();
        over.countDown();
        assertThat(Under.get(task)).isNull();
    }

    void shouldLetGoOfAVirtualThreadThatOutlivesTheWorkflow() throws Exception {
        ThreadFactory factory = Virtual.factory();
        Span span = Spans.open();
        CountDownLatch ended = new CountDownLatch(1);
        CompletableFuture<Span> begun = new CompletableFuture<>();
        FutureTask<Span> task = new FutureTask<>(() -> {
            begun.complete(Under.current());
            ended.await();
            return Under.current();
        });
        Under.span(span, () -> {
            factory.newThread(task).start();
            return null;
        });
        assertThat(Under.get(begun)).isSameAs(span);
        span.end();
        ended.countDown();
        assertThat(Under.get(task)).isNull();
    }

    void shouldStartWorkersOfAnyExecutorServiceWithoutASpan() throws Exception {
        Handmade pool = new Handmade();
        CompletableFuture<Span> first = new CompletableFuture<>();
        Under.span(a, () -> {
            pool.execute(() -> first.complete(Under.current()));
            return null;
        });
        assertThat(Under.get(first)).isNull();
    }

    /** A pool whose queue is none of the JDK's, as those of frameworks are. */
    private static final class Handmade extends AbstractExecutorService {
        private final ArrayDeque<Runnable> tasks = new ArrayDeque<>();

        @Override
        public void execute(Runnable task) {
            synchronized (tasks) {
                tasks.add(task);
            }
            Thread worker = new Thread(this::runAll);
            worker.setDaemon(true);
            worker.start();
        }

        private void runAll() {
            synchronized (tasks) {
                tasks.remove().run();
            }
        }

        @Override
        public void shutdown() {}

        @Override
        public List<Runnable> shutdownNow() {
            return List.of();
        }

        @Override
        public boolean isShutdown() {
            return false;
        }

        @Override
        public boolean isTerminated() {
            return false;
        }

        @Override
        public boolean awaitTermination(long timeout, TimeUnit unit) {
            return false;
        }
    }

    void shouldNotCarryTheMarkOfAnUnsampledWorkflowToAThreadThatMayLast() throws Exception {
        FutureTask<Span> task = new FutureTask<>(Under::current);
        Under.span(Span.UNSAMPLED, () -> {
            new Thread(task).start();
            return null;
        });
        assertThat(Under.get(task)).isNull();
    }

    void shouldRunVirtualThreadsUnderTheSpanTheyWereMadeUnder() throws Exception {
        ExecutorService perTask = Virtual.executor();
        assertThat(Under.get(Under.span(a, () -> perTask.submit(Under::current))))
                .isSameAs(a);
        Future<Future<Span>> nested = Under.span(a, () -> perTask.submit(() -> perTask.submit(Under::current)));
        assertThat(Under.get(Under.get(nested))).isSameAs(a);
        assertThat(Under.get(Under.span(a, () -> CompletableFuture.supplyAsync(Under::current, perTask))))
                .isSameAs(a);
        assertThat(Under.get(Under.span(Span.UNSAMPLED, () -> perTask.submit(Under::current))))
                .isSameAs(Span.UNSAMPLED);
        assertThat(Under.get(perTask.submit(Under::current))).isNull();
    }

    void shouldKeepAVirtualThreadsSpanWhileItIsParkedAndMoved() throws Exception {
        ExecutorService perTask = Virtual.executor();
        List<Future<Boolean>> all = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            Span span = Spans.open();
            all.add(Under.span(
                    span,
                    () -> perTask.submit(() -> {
                        for (int step = 0; step < 20; step++) {
                            Thread.sleep(1);
                            if (Under.current() != span) {
                                return false;
                            }
                            Thread.yield();
                        }
                        return true;
                    })));
        }
        for (Future<Boolean> one : all) {
            assertThat(Under.get(one)).isTrue();
        }
    }

    void shouldLeaveAVirtualThreadCleanThatWorksForAPool() throws Exception {
        ThreadFactory factory = Virtual.factory();
        ThreadPoolExecutor pool =
                new ThreadPoolExecutor(1, 1, 1, TimeUnit.MINUTES, new LinkedBlockingQueue<>(), factory);
        Callable<Span> task = Under::current;
        assertThat(Under.get(Under.span(a, () -> pool.submit(task)))).isSameAs(a);
        assertThat(Under.get(pool.submit(task))).isNull();
        assertThat(Under.get(Under.span(b, () -> pool.submit(task)))).isSameAs(b);
        pool.shutdown();
    }

    void shouldRunPlatformThreadsOfAPerTaskExecutorUnderTheirSpan() throws Exception {
        ExecutorService perTask = Virtual.perTask(Executors.defaultThreadFactory());
        Span span = Spans.open();
        CountDownLatch ended = new CountDownLatch(1);
        Future<Span> seen = Under.span(
                span,
                () -> perTask.submit(() -> {
                    ended.await();
                    return Under.current();
                }));
        span.end();
        ended.countDown();

        assertThat(Under.get(seen)).isSameAs(span);
        assertThat(Under.get(perTask.submit(Under::current))).isNull();
    }

    void shouldRunForksOfAStructuredScopeUnderItsSpan() throws Exception {
        assertThat(Under.span(a, () -> Virtual.inScope(Under::current))).isSameAs(a);
        assertThat(Virtual.<Span>inScope(Under::current)).isNull();
    }

    void shouldLoseTheSpanOfAThreadThatAsksNotToInherit() throws Exception {
        FutureTask<Span> task = new FutureTask<>(Under::current);
        Under.span(a, () -> {
            Virtual.startWithoutInheritance(task);
            return null;
        });
        assertThat(Under.get(task)).isNull();
    }
}
