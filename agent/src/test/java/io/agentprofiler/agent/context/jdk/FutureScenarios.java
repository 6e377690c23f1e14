// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.context.jdk;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.context.Spans;
import io.agentprofiler.agent.context.propagation.FutureEnds;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

/** Stages of completable futures; run by {@link PropagationProgram}. */
final class FutureScenarios {
    private final Span a = Spans.open();
    private final Span b = Spans.open();

    void shouldRunAsyncSuppliersUnderTheirSpan() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        ForkJoinPool forkJoin = new ForkJoinPool(1);
        for (Executor executor : new Executor[] {pool, forkJoin, task -> new Thread(task).start()}) {
            assertThat(Under.get(Under.span(a, () -> CompletableFuture.supplyAsync(Under::current, executor))))
                    .isSameAs(a);
            CompletableFuture<Span> ran = new CompletableFuture<>();
            Under.span(a, () -> CompletableFuture.runAsync(() -> ran.complete(Under.current()), executor));
            assertThat(Under.get(ran)).isSameAs(a);
            assertThat(Under.get(CompletableFuture.supplyAsync(Under::current, executor)))
                    .isNull();
        }
        assertThat(Under.get(Under.span(a, () -> CompletableFuture.supplyAsync(Under::current))))
                .isSameAs(a);
        assertThat(Under.get(CompletableFuture.supplyAsync(Under::current))).isNull();
        pool.shutdown();
        forkJoin.shutdown();
    }

    /** A future calls its latest stage first; what was expected of it comes before all of them. */
    void shouldTellThoseWhoExpectTheEndBeforeAnyStageBegins() throws Exception {
        List<String> order = new ArrayList<>();
        CompletableFuture<String> promise = new CompletableFuture<>();
        promise.whenComplete((x, e) -> order.add("first registered"));
        FutureEnds.expect(promise, done -> order.add("expected " + done.join()));
        FutureEnds.expect(promise, done -> order.add("expected again"));
        CompletableFuture<Void> last = promise.thenAccept(x -> order.add("last registered"));
        promise.thenCombine(new CompletableFuture<>(), (x, y) -> x);
        assertThat(order).isEmpty();

        promise.complete("x");
        promise.thenRun(() -> order.add("later"));

        Under.get(last);
        assertThat(order)
                .containsExactly("expected x", "expected again", "last registered", "first registered", "later");

        CompletableFuture<String> forgotten = new CompletableFuture<>();
        FutureEnds.expect(forgotten, done -> order.add("forgotten"));
        FutureEnds.forget(forgotten);
        forgotten.thenRun(() -> order.add("ran"));
        forgotten.complete("x");
        assertThat(order).endsWith("later", "ran");
    }

    void shouldRunAsyncStagesUnderTheSpanTheyWereRegisteredUnder() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        for (boolean onPool : new boolean[] {true, false}) {
            CompletableFuture<String> promise = new CompletableFuture<>();
            Function<String, Span> stage = ignored -> Under.current();
            CompletableFuture<Span> seen =
                    Under.span(a, () -> onPool ? promise.thenApplyAsync(stage, pool) : promise.thenApplyAsync(stage));
            Under.span(b, () -> promise.complete("done"));
            assertThat(Under.get(seen)).isSameAs(a);
            assertThat(Under.get(Under.span(
                            b, () -> onPool ? promise.thenApplyAsync(stage, pool) : promise.thenApplyAsync(stage))))
                    .isSameAs(b);
        }
        assertThat(Under.get(pool.submit(Under::current))).isNull();
        pool.shutdown();
    }

    /** Two workflows wait for the same result: each goes on as itself, whoever delivers it. */
    void shouldRunEveryKindOfStageUnderTheSpanItWasRegisteredUnder() throws Exception {
        CompletableFuture<String> promise = new CompletableFuture<>();
        CompletableFuture<String> other = new CompletableFuture<>();
        CompletableFuture<String> failing = new CompletableFuture<>();
        Under.span(a, () -> stages(promise, other, failing)).check(promise, other, failing, b, a);

        CompletableFuture<String> promise2 = new CompletableFuture<>();
        CompletableFuture<String> other2 = new CompletableFuture<>();
        CompletableFuture<String> failing2 = new CompletableFuture<>();
        Under.span(a, () -> stages(promise2, other2, failing2)).check(promise2, other2, failing2, null, a);
    }

    private static Stages stages(
            CompletableFuture<String> promise, CompletableFuture<String> other, CompletableFuture<String> failing) {
        Stages stages = new Stages();
        stages.add(promise.thenApply(x -> Under.current()));
        stages.addRunning(seen -> promise.thenAccept(x -> seen.run()));
        stages.addRunning(promise::thenRun);
        stages.addRunning(seen -> promise.whenComplete((x, e) -> seen.run()));
        stages.add(promise.handle((x, e) -> Under.current()));
        stages.add(promise.thenCompose(x -> CompletableFuture.completedFuture(Under.current())));
        stages.add(promise.thenCombine(other, (x, y) -> Under.current()));
        stages.addRunning(seen -> promise.thenAcceptBoth(other, (x, y) -> seen.run()));
        stages.addRunning(seen -> promise.runAfterBoth(other, seen));
        stages.add(promise.applyToEither(new CompletableFuture<>(), x -> Under.current()));
        stages.addRunning(seen -> promise.acceptEither(new CompletableFuture<>(), x -> seen.run()));
        stages.addRunning(seen -> promise.runAfterEither(new CompletableFuture<>(), seen));
        stages.addRunning(seen -> failing.exceptionally(e -> {
            seen.run();
            return "";
        }));
        stages.addRunning(seen -> failing.exceptionallyCompose(e -> {
            seen.run();
            return CompletableFuture.completedFuture("");
        }));
        return stages;
    }

    /** What the application sees of its own calls is as it was: frames, and the objects that it handed in. */
    void shouldCallFunctionsWithNothingInBetween() throws Exception {
        CompletableFuture<String> promise = new CompletableFuture<>();
        CompletableFuture<List<String>> callers = Under.span(
                a,
                () -> promise.thenApply(x -> callers())
                        .thenCombine(promise, (seen, x) -> with(seen, callers()))
                        .handle((seen, e) -> with(seen, callers())));
        promise.complete("");
        assertThat(Under.get(callers)).hasSize(3).allMatch(name -> name.startsWith(CompletableFuture.class.getName()));

        FunctionOfBoth both = new FunctionOfBoth();
        CompletableFuture<String> other = new CompletableFuture<>();
        CompletableFuture<Object> one = Under.span(a, () -> other.thenApply(both));
        CompletableFuture<String> two = Under.span(a, () -> other.whenComplete(both));
        CompletableFuture<Void> consumed = Under.span(a, () -> other.thenAccept(both));
        other.complete("x");
        assertThat(Under.get(one)).isEqualTo(both);
        assertThat(Under.get(two)).isEqualTo("x");
        assertThat(Under.get(consumed)).isNull();
        assertThat(both.seen).containsExactlyInAnyOrder(a, a, a);
    }

    private static List<String> callers() {
        return StackWalker.getInstance(StackWalker.Option.SHOW_HIDDEN_FRAMES)
                .walk(frames -> frames.map(StackWalker.StackFrame::getClassName)
                        .filter(name -> !name.startsWith(FutureScenarios.class.getName()))
                        .limit(1)
                        .toList());
    }

    private static List<String> with(List<String> seen, List<String> more) {
        return Stream.concat(seen.stream(), more.stream()).toList();
    }

    /** One object that may stand for functions of one value and of two. */
    private static final class FunctionOfBoth
            implements Function<String, Object>, Consumer<String>, BiConsumer<String, Throwable> {
        private final List<Span> seen = new CopyOnWriteArrayList<>();

        @Override
        public Object apply(String value) {
            seen.add(Under.current());
            return this;
        }

        @Override
        public void accept(String value) {
            seen.add(Under.current());
        }

        @Override
        public void accept(String value, Throwable failure) {
            seen.add(Under.current());
        }
    }

    void shouldGoOnUnderTheSpanOfTheSupplierThroughAChain() throws Exception {
        CountDownLatch registered = new CountDownLatch(1);
        CompletableFuture<Span> seen = Under.span(
                a,
                () -> CompletableFuture.supplyAsync(() -> {
                            await(registered);
                            return "";
                        })
                        .thenApplyAsync(x -> Under.current())
                        .thenCombineAsync(CompletableFuture.supplyAsync(Under::current), (x, y) -> x == y ? x : null)
                        .thenComposeAsync(x -> CompletableFuture.supplyAsync(() -> x == Under.current() ? x : null)));
        registered.countDown();
        assertThat(Under.get(seen)).isSameAs(a);
    }

    void shouldRunWhatFollowsATimeoutUnderItsSpan() throws Exception {
        CompletableFuture<Span> timedOut = Under.span(
                a,
                () -> new CompletableFuture<String>()
                        .orTimeout(1, TimeUnit.MILLISECONDS)
                        .handle((x, e) -> Under.current()));
        assertThat(Under.get(timedOut)).isSameAs(a);
        CompletableFuture<Span> completed = Under.span(
                a,
                () -> new CompletableFuture<String>()
                        .completeOnTimeout("", 1, TimeUnit.MILLISECONDS)
                        .thenApply(x -> Under.current()));
        assertThat(Under.get(completed)).isSameAs(a);
    }

    void shouldRunDelayedTasksUnderTheirSpan() throws Exception {
        Executor later = CompletableFuture.delayedExecutor(1, TimeUnit.MILLISECONDS);
        assertThat(Under.get(Under.span(a, () -> CompletableFuture.supplyAsync(Under::current, later))))
                .isSameAs(a);
        assertThat(Under.get(CompletableFuture.supplyAsync(Under::current, later)))
                .isNull();
    }

    void shouldLeaveWhoCompletesAFutureUnderItsOwnSpan() throws Exception {
        CompletableFuture<String> promise = new CompletableFuture<>();
        Under.span(
                a,
                () -> promise.thenApply(x -> {
                    throw new IllegalStateException("expected");
                }));
        Span after = Under.span(b, () -> {
            promise.complete("");
            return Under.current();
        });
        assertThat(after).isSameAs(b);
    }

    void shouldRunWhatAWaitingWorkerHelpsAlongUnderItsSpan() throws Exception {
        ForkJoinPool pool = new ForkJoinPool(1);
        CompletableFuture<Span> inner = new CompletableFuture<>();
        CompletableFuture<Span> outer = Under.span(
                a,
                () -> CompletableFuture.supplyAsync(
                        () -> {
                            CompletableFuture.runAsync(() -> inner.complete(Under.current()), pool)
                                    .join();
                            return Under.current();
                        },
                        pool));
        assertThat(Under.get(outer)).isSameAs(a);
        assertThat(Under.get(inner)).isSameAs(a);
        pool.shutdown();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Futures of the spans that stages saw. */
    private static final class Stages {
        private final List<CompletableFuture<Span>> seen = new ArrayList<>();

        void add(CompletableFuture<Span> future) {
            seen.add(future);
        }

        void addRunning(Consumer<Runnable> registration) {
            CompletableFuture<Span> future = new CompletableFuture<>();
            seen.add(future);
            registration.accept(() -> future.complete(Under.current()));
        }

        void check(
                CompletableFuture<String> promise,
                CompletableFuture<String> other,
                CompletableFuture<String> failing,
                Span completing,
                Span expected)
                throws Exception {
            Under.span(completing, () -> {
                promise.complete("");
                other.complete("");
                failing.completeExceptionally(new IllegalStateException("expected"));
                return null;
            });
            assertThat(seen).hasSize(14);
            for (CompletableFuture<Span> future : seen) {
                assertThat(Under.get(future)).isSameAs(expected);
            }
        }
    }
}
