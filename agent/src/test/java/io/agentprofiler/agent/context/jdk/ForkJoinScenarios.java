// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.context.jdk;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.context.Spans;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CountedCompleter;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Tasks of fork-join pools; run by {@link PropagationProgram}. */
final class ForkJoinScenarios {
    private static final Object NONE = new Object();

    private final Span a = Spans.open();
    private final Span b = Spans.open();

    void shouldRunSubmittedTasksUnderTheirSpan() throws Exception {
        for (ForkJoinPool pool : List.of(ForkJoinPool.commonPool(), Early.FORK_JOIN, new ForkJoinPool(2))) {
            Callable<Span> task = Under::current;
            assertThat(Under.get(Under.span(a, () -> pool.submit(task)))).isSameAs(a);
            assertThat(Under.get(Under.span(a, () -> pool.submit(new Recursive(0)))))
                    .containsExactly(a);
            assertThat(Under.span(a, () -> pool.invoke(new Recursive(0)))).containsExactly(a);
            CompletableFuture<Span> seen = new CompletableFuture<>();
            Under.span(a, () -> {
                pool.execute(() -> seen.complete(Under.current()));
                return null;
            });
            assertThat(Under.get(seen)).isSameAs(a);
            for (Future<Span> one : Under.span(b, () -> pool.invokeAll(List.of(task, task)))) {
                assertThat(Under.get(one)).isSameAs(b);
            }
            assertThat(Under.span(b, () -> pool.invokeAny(List.of(task)))).isSameAs(b);
            assertThat(Under.get(pool.submit(task))).isNull();
        }
    }

    void shouldRunForkedTasksUnderTheSpan() throws Exception {
        ForkJoinPool pool = new ForkJoinPool(3);
        assertThat(Under.span(a, () -> pool.invoke(new Recursive(8)))).containsExactly(a);
        assertThat(Under.span(b, () -> new Recursive(6).invoke())).containsExactly(b);
        assertThat(pool.invoke(new Recursive(6))).containsExactly(NONE);
        pool.shutdown();
    }

    void shouldRunParallelStreamsUnderTheSpan() throws Exception {
        Set<Object> seen = Under.span(
                a,
                () -> IntStream.range(0, 10_000)
                        .parallel()
                        .mapToObj(i -> seen())
                        .collect(Collectors.toCollection(() -> Collections.newSetFromMap(new IdentityHashMap<>()))));
        assertThat(seen).containsExactly(a);
        assertThat(IntStream.range(0, 10_000).parallel().mapToObj(i -> seen()).distinct())
                .containsExactly(NONE);
    }

    void shouldRunParallelSortsUnderTheSpan() throws Exception {
        Set<Object> seen = identitySet();
        Integer[] numbers = IntStream.range(0, 100_000).map(i -> -i).boxed().toArray(Integer[]::new);
        Under.span(a, () -> {
            Arrays.parallelSort(numbers, (x, y) -> {
                seen.add(seen());
                return x.compareTo(y);
            });
            return null;
        });
        assertThat(seen).containsExactly(a);
    }

    void shouldRunCountedCompletersUnderTheSpan() throws Exception {
        Set<Object> seen = identitySet();
        ForkJoinPool pool = new ForkJoinPool(2);
        Under.span(a, () -> pool.invoke(new Counted(null, 5, seen)));

        assertThat(seen).containsExactly(a);
        pool.shutdown();
    }

    void shouldKeepTheSpanOfATaskThatIsCalledDirectly() throws Exception {
        ForkJoinPool pool = new ForkJoinPool(1);
        ForkJoinTask<Span> made = ForkJoinTask.adapt((Callable<Span>) Under::current);
        Future<Span> seen = pool.submit(() -> Under.span(b, made::invoke));
        assertThat(Under.get(seen)).isSameAs(b);

        ForkJoinTask<Span> first = ForkJoinTask.adapt((Callable<Span>) Under::current);
        ForkJoinTask<Span> second = ForkJoinTask.adapt((Callable<Span>) Under::current);
        Under.get(pool.submit(() -> Under.span(b, () -> {
            ForkJoinTask.invokeAll(first, second);
            return null;
        })));
        assertThat(first.join()).isSameAs(b);
        assertThat(second.join()).isSameAs(b);
        pool.shutdown();
    }

    /** Who waits for its own task helps others along; their workflows must not become parts of its own. */
    void shouldNotTakeATaskForItsOwnThatItOnlyHelpsAlong() throws Exception {
        ForkJoinPool pool = new ForkJoinPool(1);
        CountDownLatch queued = new CountDownLatch(1);
        List<Object> seen = new ArrayList<>();
        Future<Span> helping = pool.submit(() -> {
            queued.await();
            return Under.span(a, () -> {
                ForkJoinTask.helpQuiesce();
                return Under.current();
            });
        });
        pool.execute(() -> seen.add(seen()));
        Under.span(b, () -> {
            pool.execute(() -> seen.add(seen()));
            return null;
        });
        queued.countDown();

        assertThat(Under.get(helping)).isSameAs(a);
        assertThat(seen).containsExactlyInAnyOrder(NONE, b);
        pool.shutdown();
    }

    void shouldTakeTheSpanOffWhenATaskThrows() throws Exception {
        ForkJoinPool pool = new ForkJoinPool(1);
        Callable<Span> failing = () -> {
            throw new IllegalStateException("expected");
        };
        ForkJoinTask<Span> failed = Under.span(a, () -> pool.submit(failing));
        failed.quietlyJoin();
        assertThat(failed.isCompletedAbnormally()).isTrue();
        assertThat(Under.get(pool.submit((Callable<Span>) Under::current))).isNull();
        pool.shutdown();
    }

    void shouldRunScheduledTasksUnderTheirSpan() throws Exception {
        if (!(ForkJoinPool.commonPool() instanceof ScheduledExecutorService pool)) {
            throw new PropagationProgram.Skipped("this JDK's fork-join pools schedule nothing");
        }
        Callable<Span> task = Under::current;
        assertThat(Under.get(Under.span(a, () -> pool.schedule(task, 1, TimeUnit.MILLISECONDS))))
                .isSameAs(a);
        assertThat(Under.get(pool.schedule(task, 1, TimeUnit.MILLISECONDS))).isNull();

        Span span = Spans.open();
        BlockingQueue<Object> seen = new LinkedBlockingQueue<>();
        Future<?> periodic =
                Under.span(span, () -> pool.scheduleAtFixedRate(() -> seen.add(seen()), 0, 1, TimeUnit.MILLISECONDS));
        assertThat(seen.poll(Under.SECONDS, TimeUnit.SECONDS)).isSameAs(span);
        assertThat(seen.poll(Under.SECONDS, TimeUnit.SECONDS)).isSameAs(span);
        span.end();
        Object next = span;
        while (next == span) {
            next = seen.poll(Under.SECONDS, TimeUnit.SECONDS);
        }
        assertThat(next).isSameAs(NONE);
        periodic.cancel(false);
    }

    private static Set<Object> identitySet() {
        return Collections.synchronizedSet(Collections.newSetFromMap(new IdentityHashMap<>()));
    }

    private static Object seen() {
        Span current = Under.current();
        return current == null ? NONE : current;
    }

    /** Collects the spans its parts saw. */
    private static final class Recursive extends RecursiveTask<Set<Object>> {
        private static final long serialVersionUID = 1;

        private final int depth;

        Recursive(int depth) {
            this.depth = depth;
        }

        @Override
        protected Set<Object> compute() {
            Set<Object> all = identitySet();
            if (depth > 0) {
                Recursive left = new Recursive(depth - 1);
                Recursive right = new Recursive(depth - 1);
                right.fork();
                all.addAll(left.compute());
                all.addAll(right.join());
            }
            all.add(seen());
            return all;
        }
    }

    private static final class Counted extends CountedCompleter<Void> {
        private static final long serialVersionUID = 1;

        private final int depth;
        private final transient Set<Object> seen;

        Counted(CountedCompleter<?> parent, int depth, Set<Object> seen) {
            super(parent);
            this.depth = depth;
            this.seen = seen;
        }

        @Override
        public void compute() {
            seen.add(seen());
            if (depth > 0) {
                setPendingCount(2);
                new Counted(this, depth - 1, seen).fork();
                new Counted(this, depth - 1, seen).fork();
            }
            tryComplete();
        }

        @Override
        public void onCompletion(CountedCompleter<?> caller) {
            seen.add(seen());
        }
    }
}
