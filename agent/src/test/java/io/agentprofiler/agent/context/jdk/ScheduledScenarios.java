// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.context.jdk;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.context.Spans;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.Delayed;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RunnableScheduledFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Tasks of schedulers and timers; run by {@link PropagationProgram}. */
final class ScheduledScenarios {
    private final Span a = Spans.open();
    private final Object none = new Object();

    void shouldRunDelayedTasksUnderTheirSpan() throws Exception {
        ScheduledExecutorService pool = new ScheduledThreadPoolExecutor(1);
        Callable<Span> task = Under::current;
        BlockingQueue<Object> seen = new LinkedBlockingQueue<>();
        Future<Span> callable = Under.span(a, () -> pool.schedule(task, 1, TimeUnit.MILLISECONDS));
        Under.span(a, () -> pool.schedule(() -> seen.add(seen()), 1, TimeUnit.MILLISECONDS));
        Future<Span> submitted = Under.span(a, () -> pool.submit(task));

        assertThat(Under.get(callable)).isSameAs(a);
        assertThat(seen.poll(Under.SECONDS, TimeUnit.SECONDS)).isSameAs(a);
        assertThat(Under.get(submitted)).isSameAs(a);
        assertThat(Under.get(pool.schedule(task, 0, TimeUnit.MILLISECONDS))).isNull();
        pool.shutdown();
    }

    void shouldServeASchedulerThatRanBeforeTheJdkWasWoven() throws Exception {
        Callable<Span> task = Under::current;
        assertThat(Under.get(Under.span(a, () -> Early.SCHEDULED.schedule(task, 1, TimeUnit.MILLISECONDS))))
                .isSameAs(a);
        assertThat(Under.get(Early.SCHEDULED.submit(task))).isNull();
    }

    void shouldRunAPeriodicTaskUnderItsSpanUntilThatEnds() throws Exception {
        ScheduledThreadPoolExecutor pool = new ScheduledThreadPoolExecutor(1);
        BlockingQueue<Object> fixedRate = new LinkedBlockingQueue<>();
        BlockingQueue<Object> fixedDelay = new LinkedBlockingQueue<>();
        Span span = Spans.open();
        Under.span(span, () -> pool.scheduleAtFixedRate(() -> fixedRate.add(seen()), 0, 1, TimeUnit.MILLISECONDS));
        Under.span(span, () -> pool.scheduleWithFixedDelay(() -> fixedDelay.add(seen()), 0, 1, TimeUnit.MILLISECONDS));
        assertUnderItsSpanUntilThatEnds(fixedRate, fixedDelay, span);
        pool.shutdownNow();
    }

    private void assertUnderItsSpanUntilThatEnds(BlockingQueue<Object> first, BlockingQueue<Object> second, Span span)
            throws InterruptedException {
        for (int i = 0; i < 3; i++) {
            assertThat(first.poll(Under.SECONDS, TimeUnit.SECONDS)).isSameAs(span);
            assertThat(second.poll(Under.SECONDS, TimeUnit.SECONDS)).isSameAs(span);
        }
        span.end();
        assertEndsWithNone(first);
        assertEndsWithNone(second);
    }

    private void assertEndsWithNone(BlockingQueue<Object> seen) throws InterruptedException {
        Object next = seen.poll(Under.SECONDS, TimeUnit.SECONDS);
        while (next != none) {
            assertThat(next).isNotNull();
            next = seen.poll(Under.SECONDS, TimeUnit.SECONDS);
        }
        assertThat(seen.poll(Under.SECONDS, TimeUnit.SECONDS)).isSameAs(none);
    }

    void shouldFollowAPoolThatDecoratesItsTasks() throws Exception {
        ScheduledThreadPoolExecutor pool = new ScheduledThreadPoolExecutor(1) {
            @Override
            protected <V> RunnableScheduledFuture<V> decorateTask(
                    Callable<V> callable, RunnableScheduledFuture<V> task) {
                return new Decorated<>(task);
            }
        };
        Callable<Span> task = Under::current;
        ScheduledFuture<Span> seen = Under.span(a, () -> pool.schedule(task, 1, TimeUnit.MILLISECONDS));

        assertThat((Object) seen).isExactlyInstanceOf(Decorated.class);
        assertThat(Under.get(seen)).isSameAs(a);
        pool.shutdown();
    }

    void shouldRunTimerTasksUnderTheirSpan() throws Exception {
        for (Timer timer : new Timer[] {new Timer(true), Early.TIMER}) {
            BlockingQueue<Object> seen = new LinkedBlockingQueue<>();
            // it may be due before it is cancelled
            TimerTask cancelled = timerTask(new LinkedBlockingQueue<>());
            Under.span(a, () -> {
                timer.schedule(cancelled, 1);
                cancelled.cancel();
                timer.schedule(timerTask(seen), 2);
                return null;
            });
            assertThat(seen.poll(Under.SECONDS, TimeUnit.SECONDS)).isSameAs(a);
            timer.schedule(timerTask(seen), 0);
            assertThat(seen.poll(Under.SECONDS, TimeUnit.SECONDS)).isSameAs(none);
        }
    }

    void shouldRunAPeriodicTimerTaskUnderItsSpanUntilThatEnds() throws Exception {
        Timer timer = new Timer(true);
        BlockingQueue<Object> fixedRate = new LinkedBlockingQueue<>();
        BlockingQueue<Object> fixedDelay = new LinkedBlockingQueue<>();
        Span span = Spans.open();
        Under.span(span, () -> {
            timer.schedule(timerTask(fixedDelay), 0, 1);
            timer.scheduleAtFixedRate(timerTask(fixedRate), 0, 1);
            return null;
        });
        assertUnderItsSpanUntilThatEnds(fixedRate, fixedDelay, span);
        timer.cancel();
    }

    void shouldLeaveTheThreadOfATimerCleanThatWasMadeUnderASpan() throws Exception {
        BlockingQueue<Object> seen = new LinkedBlockingQueue<>();
        Timer timer = Under.span(a, () -> new Timer(true));
        timer.schedule(timerTask(seen), 0);

        assertThat(seen.poll(Under.SECONDS, TimeUnit.SECONDS)).isSameAs(none);
        timer.cancel();
    }

    private TimerTask timerTask(BlockingQueue<Object> seen) {
        return new TimerTask() {
            @Override
            public void run() {
                seen.add(seen());
            }
        };
    }

    private Object seen() {
        Span current = Under.current();
        return current == null ? none : current;
    }

    private record Decorated<V>(RunnableScheduledFuture<V> task) implements RunnableScheduledFuture<V> {
        @Override
        public boolean isPeriodic() {
            return task.isPeriodic();
        }

        @Override
        public long getDelay(TimeUnit unit) {
            return task.getDelay(unit);
        }

        @Override
        public int compareTo(Delayed other) {
            return Long.compare(getDelay(TimeUnit.NANOSECONDS), other.getDelay(TimeUnit.NANOSECONDS));
        }

        @Override
        public void run() {
            task.run();
        }

        @Override
        public boolean cancel(boolean interrupt) {
            return task.cancel(interrupt);
        }

        @Override
        public boolean isCancelled() {
            return task.isCancelled();
        }

        @Override
        public boolean isDone() {
            return task.isDone();
        }

        @Override
        public V get() throws InterruptedException, ExecutionException {
            return task.get();
        }

        @Override
        public V get(long timeout, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
            return task.get(timeout, unit);
        }
    }
}
