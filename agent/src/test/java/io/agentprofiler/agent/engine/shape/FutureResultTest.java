// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.shape;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.util.concurrent.AbstractFuture;
import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.ListenableFuture;
import com.google.common.util.concurrent.SettableFuture;
import io.agentprofiler.agent.context.ThreadContext;
import io.agentprofiler.agent.engine.TracedCalls;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Results that are completed later. The application keeps its own object, so what it does with it works as ever. */
class FutureResultTest {
    private final TracedCalls traced = TracedCalls.reactive();
    private final CompletableFuture<String> promise = new CompletableFuture<>();

    @AfterEach
    void shouldLeaveTheThreadClean() {
        assertThat(ThreadContext.get().current).isNull();
        assertThat(traced.disabled).isEmpty();
    }

    @Test
    void shouldReturnTheVeryFutureWhateverTheDeclaredType() {
        for (Class<?> declared : new Class<?>[] {CompletableFuture.class, CompletionStage.class, Object.class}) {
            assertThat((Object) traced.call("a", declared, () -> promise)).isSameAs(promise);
        }
        assertThat(traced.lines()).containsExactly("start a", "start a", "start a");

        promise.complete("x");

        assertThat(traced.lines()).hasSize(6).endsWith("end a ok", "end a ok", "end a ok");
        assertThat(traced.events.results).containsExactly("x", "x", "x");
    }

    @Test
    void shouldEndAtOnceWithAFutureThatIsComplete() {
        traced.call("a", CompletableFuture.class, () -> CompletableFuture.completedFuture("x"));
        traced.call("b", CompletionStage.class, () -> CompletableFuture.completedStage("y"));

        assertThat(traced.lines()).startsWith("start a", "end a ok", "start b").contains("end b ok");
    }

    @Test
    void shouldEndAsCancelledWhereTheApplicationCancels() {
        CompletableFuture<String> returned = traced.call("a", CompletableFuture.class, () -> promise);

        assertThat(returned.cancel(true)).isTrue();

        assertThat(promise.isCancelled()).isTrue();
        assertThatThrownBy(returned::join).isInstanceOf(CancellationException.class);
        assertThat(traced.lines()).containsExactly("start a", "end a cancelled");
    }

    @Test
    void shouldReportTheCauseAndLeaveTheWrappersToTheApplication() {
        IOException cause = new IOException("gone");
        CompletableFuture<String> returned = traced.call("a", CompletableFuture.class, () -> promise.thenApply(x -> x));

        promise.completeExceptionally(new CompletionException(cause));

        assertThatThrownBy(returned::get).isInstanceOf(ExecutionException.class).hasCause(cause);
        assertThat(traced.lines()).containsExactly("start a", "end a error");
        assertThat(traced.events.thrown).containsExactly(cause);
    }

    @Test
    void shouldTakeTheFirstOutcomeOfAnObtrudedFuture() {
        CompletableFuture<String> returned = traced.call("a", CompletableFuture.class, () -> promise);

        returned.complete("first");
        returned.obtrudeValue("second");

        assertThat(promise.join()).isEqualTo("second");
        assertThat(traced.lines()).containsExactly("start a", "end a ok");
        assertThat(traced.events.results).containsExactly("first");
    }

    @Test
    void shouldCallNothingOfASubclass() {
        Counting own = new Counting();
        Counting failing = new Counting();
        IOException cause = new IOException("gone");

        traced.call("a", Object.class, () -> own);
        traced.call("a", CompletableFuture.class, () -> failing);
        assertThat(traced.lines()).containsExactly("start a", "start a");
        own.complete("x");
        failing.completeExceptionally(cause);

        assertThat(own.called + failing.called).isZero();
        assertThat(traced.lines()).containsExactly("start a", "start a", "end a ok", "end a error");
        assertThat(traced.events.results).contains("x");
        assertThat(traced.events.thrown).containsExactly(null, cause);
    }

    /** Whoever calls one of the methods by which others hear of the end, is counted. */
    private static final class Counting extends CompletableFuture<String> {
        private int called;

        @Override
        public <U> CompletableFuture<U> newIncompleteFuture() {
            called++;
            return super.newIncompleteFuture();
        }

        @Override
        public CompletableFuture<String> whenComplete(BiConsumer<? super String, ? super Throwable> action) {
            called++;
            return super.whenComplete(action);
        }

        @Override
        public <U> CompletableFuture<U> handle(BiFunction<? super String, Throwable, ? extends U> function) {
            called++;
            return super.handle(function);
        }

        @Override
        public CompletableFuture<String> toCompletableFuture() {
            called++;
            return super.toCompletableFuture();
        }

        @Override
        public boolean isDone() {
            called++;
            return super.isDone();
        }

        @Override
        public String join() {
            called++;
            return super.join();
        }
    }

    @Test
    void shouldTakeMinimalStagesAndSubclasses() {
        CompletionStage<String> minimal =
                traced.call("a", CompletionStage.class, () -> promise.minimalCompletionStage());
        Own own = new Own();
        assertThat((Object) traced.call("a", Own.class, () -> own)).isSameAs(own);

        promise.complete("x");
        own.complete("y");

        assertThat(minimal.toCompletableFuture().join()).isEqualTo("x");
        assertThat(traced.lines()).containsExactly("start a", "start a", "end a ok", "end a ok");
        assertThat(traced.events.results).containsExactly("x", "y");
    }

    private static final class Own extends CompletableFuture<String> {}

    /** A stage that is no future of the JDK's could tell only by running its own code. */
    @Test
    void shouldCallNoMethodOfAStageOfTheApplications() {
        List<String> called = new ArrayList<>();
        CompletionStage<?> own = (CompletionStage<?>) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {CompletionStage.class}, (stage, method, args) -> {
                    called.add(method.getName());
                    return null;
                });

        for (Class<?> declared : new Class<?>[] {CompletionStage.class, Object.class}) {
            assertThat((Object) traced.call("a", declared, () -> own)).isSameAs(own);
        }

        assertThat(called).isEmpty();
        assertThat(traced.lines()).containsExactly("start a", "end a ok", "start a", "end a ok");
    }

    @Test
    void shouldEndWithAFutureOfGuava() {
        SettableFuture<String> value = SettableFuture.create();
        SettableFuture<String> failing = SettableFuture.create();
        SettableFuture<String> cancelled = SettableFuture.create();
        IOException cause = new IOException("gone");
        for (SettableFuture<String> each : List.of(value, failing, cancelled)) {
            assertThat((Object) traced.call("a", ListenableFuture.class, () -> each))
                    .isSameAs(each);
        }
        assertThat(traced.lines()).containsExactly("start a", "start a", "start a");

        value.set("x");
        failing.setException(cause);
        cancelled.cancel(true);

        assertThat(traced.lines()).hasSize(6).endsWith("end a ok", "end a error", "end a cancelled");
        assertThat(traced.events.results).contains("x");
        assertThat(traced.events.thrown).contains(cause);
    }

    @Test
    void shouldReadAFutureOfGuavaThatIsDoneOnAnInterruptedThread() {
        Thread.currentThread().interrupt();

        traced.call("a", ListenableFuture.class, () -> Futures.immediateFuture("x"));
        traced.call("a", ListenableFuture.class, () -> {
            SettableFuture<String> done = SettableFuture.create();
            done.set("y");
            return done;
        });

        assertThat(Thread.interrupted()).isTrue();
        assertThat(traced.lines()).containsExactly("start a", "end a ok", "start a", "end a ok");
        assertThat(traced.events.results).containsExactly("x", "y");
    }

    @Test
    void shouldCallNothingOfAnApplicationsOwnListenableFuture() {
        CountingListenable own = new CountingListenable();

        assertThat((Object) traced.call("a", ListenableFuture.class, () -> own)).isSameAs(own);

        assertThat(own.called).isZero();
        assertThat(traced.lines()).containsExactly("start a", "end a ok");
    }

    private static final class CountingListenable extends AbstractFuture<String> {
        private int called;

        @Override
        public void addListener(Runnable listener, Executor executor) {
            called++;
            super.addListener(listener, executor);
        }

        @Override
        public String get() throws InterruptedException, ExecutionException {
            called++;
            return super.get();
        }
    }
}
