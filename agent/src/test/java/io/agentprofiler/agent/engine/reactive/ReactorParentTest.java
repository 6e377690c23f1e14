// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.reactive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentprofiler.agent.context.Span;
import java.time.Duration;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Schedulers;
import reactor.test.StepVerifier;
import reactor.util.context.Context;

/** Under which span a subscription goes, whatever threads, contexts and operators are between; retries, sharing, timeouts. */
class ReactorParentTest extends ReactorFixture {
    @Test
    void shouldPassTheContextOnWithOneKeyMore() {
        AtomicReference<Context> inside = new AtomicReference<>();
        Mono<String> mono = mono(
                "a",
                () -> Mono.deferContextual(view -> {
                    inside.set(Context.of(view));
                    return Mono.just(view.get("user"));
                }));

        assertThat(mono.contextWrite(Context.of("user", "me")).block()).isEqualTo("me");

        assertThat(inside.get().stream().map(e -> e.getKey().toString()))
                .containsExactlyInAnyOrder("user", ReactiveLibrary.CONTEXT_KEY);
    }

    @Test
    void shouldFindTheParentInTheSubscribersContextWhateverTheThread() {
        Mono<String> inner = mono("b", () -> Mono.fromCallable(() -> "x"));
        Mono<String> outer = mono(
                "a",
                () -> Mono.just(1)
                        .publishOn(Schedulers.single())
                        .flatMap(i -> inner.subscribeOn(Schedulers.boundedElastic())));

        assertThat(outer.block()).isEqualTo("x");

        assertThat(traced.lines()).containsExactly("start a", "start b under a", "end b ok", "end a ok");
    }

    @Test
    void shouldTakeTheThreadsSpanWhereItIsAPartOfTheContexts() {
        Mono<String> inner = mono("b", () -> Mono.just("x"));
        Mono<String> outer = mono(
                "a",
                () -> Mono.deferContextual(view -> traced.call(
                        "sync",
                        Mono.class,
                        () -> Mono.just(inner.contextWrite(Context.of(view)).block()))));

        assertThat(outer.block()).isEqualTo("x");

        assertThat(traced.lines())
                .containsExactly(
                        "start a", "start sync under a", "start b under sync", "end b ok", "end sync ok", "end a ok");
    }

    @Test
    void shouldTakeTheSpanOfTheSubscribingThreadThenThatOfTheAssembly() {
        AtomicReference<Mono<String>> made = new AtomicReference<>();
        traced.call("sync", Object.class, () -> {
            made.set(mono("a", () -> Mono.just("x")));
            return null;
        });
        made.get().block();
        traced.call("sync", Object.class, () -> made.get().block());

        assertThat(traced.lines())
                .containsExactly(
                        "start sync",
                        "end sync ok",
                        "start a under sync",
                        "end a ok",
                        "start sync",
                        "start a under sync",
                        "end a ok",
                        "end sync ok");
        List<Span> started = traced.events.started.stream()
                .filter(span -> span.state() != Span.SUPPRESSED)
                .toList();
        assertThat(started.get(1).parent).isSameAs(started.get(0));
        assertThat(started.get(3).parent).isSameAs(started.get(2));
    }

    @Test
    void shouldMakeSiblingsOfWhatIsConcatenatedOrMerged() {
        mono(
                        "a",
                        () -> Flux.concat(
                                        mono("b", () -> Mono.just(1)),
                                        mono("c", () -> Mono.just(2)),
                                        mono("b", () -> Mono.just(3)))
                                .then())
                .block();
        assertThat(traced.lines())
                .containsExactly(
                        "start a",
                        "start b under a",
                        "end b ok",
                        "start c under a",
                        "end c ok",
                        "start b under a",
                        "end b ok",
                        "end a ok");

        traced.events.lines.clear();
        traced.events.started.clear();
        Sinks.Empty<Long> gate = Sinks.empty();
        CompletableFuture<Void> merged = mono(
                        "a",
                        () -> Flux.merge(mono("b", gate::asMono), mono("c", gate::asMono))
                                .then())
                .toFuture();
        gate.tryEmitEmpty().orThrow();
        merged.join();
        assertThat(traced.lines())
                .startsWith("start a", "start b under a", "start c under a")
                .contains("end b ok", "end c ok")
                .endsWith("end a ok");
    }

    @Test
    void shouldMakeASpanATry() {
        AtomicInteger tries = new AtomicInteger();
        Mono<String> mono = mono(
                "a",
                () -> Mono.fromCallable(() -> {
                    if (tries.incrementAndGet() < 3) {
                        throw new IllegalStateException("again");
                    }
                    return "x";
                }));

        assertThat(mono.retry(5).block()).isEqualTo("x");
        assertThat(traced.lines())
                .containsExactly("start a", "end a error", "start a", "end a error", "start a", "end a ok");

        traced.events.lines.clear();
        traced.events.started.clear();
        assertThat(flux("b", () -> Flux.just(1)).repeat(1).count().block()).isEqualTo(2);
        assertThat(traced.lines())
                .containsExactly(
                        "start b", "chunk b 0 item -1", "end b ok", "start b", "chunk b 0 item -1", "end b ok");
    }

    @Test
    void shouldMakeOneSpanOfWhatIsShared() {
        Mono<String> cached = mono("a", () -> Mono.fromCallable(() -> "x")).cache();
        cached.block();
        cached.block();
        Flux<Integer> shared = flux("b", () -> Flux.range(1, 2)).publish().refCount(2);
        shared.subscribe();
        shared.subscribe();

        assertThat(traced.lines())
                .containsExactly(
                        "start a", "end a ok", "start b", "chunk b 0 item -1", "chunk b 1 item -1", "end b ok");
    }

    @Test
    void shouldEndAsCancelledAtATimeoutOfVirtualTime() {
        StepVerifier.withVirtualTime(() -> mono("a", () -> Mono.never()).timeout(Duration.ofHours(1)))
                .expectSubscription()
                .expectNoEvent(Duration.ofMinutes(59))
                .thenAwait(Duration.ofMinutes(2))
                .verifyError(TimeoutException.class);

        assertThat(traced.lines()).containsExactly("start a", "end a cancelled");
    }

    @Test
    void shouldCancelThroughAFuture() {
        CompletableFuture<Object> future = mono("a", () -> Mono.never()).toFuture();

        assertThat(future.cancel(true)).isTrue();

        assertThatThrownBy(future::join).isInstanceOf(CancellationException.class);
        assertThat(traced.lines()).containsExactly("start a", "end a cancelled");
    }

    @Test
    void shouldEndAsCancelledWhenOnlyAFewElementsAreTaken() {
        assertThat(flux("a", () -> Flux.range(1, 100)).take(2).collectList().block())
                .hasSize(2);
        assertThat(flux("b", () -> Flux.range(1, 100)).blockFirst()).isEqualTo(1);
        assertThatThrownBy(() -> flux("c", () -> Flux.range(1, 100)).single().block())
                .isInstanceOf(IndexOutOfBoundsException.class);

        assertThat(traced.lines())
                .containsExactly(
                        "start a",
                        "chunk a 0 item -1",
                        "chunk a 1 item -1",
                        "end a cancelled",
                        "start b",
                        "chunk b 0 item -1",
                        "end b cancelled",
                        "start c",
                        "chunk c 0 item -1",
                        "chunk c 1 item -1",
                        "end c cancelled");
        assertThatThrownBy(() -> flux("c", () -> Flux.empty()).single().block())
                .isInstanceOf(NoSuchElementException.class);
    }
}
