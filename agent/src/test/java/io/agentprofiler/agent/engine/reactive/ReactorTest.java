// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.reactive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentprofiler.agent.engine.RuleFixture;
import io.agentprofiler.agent.engine.TracedCalls;
import io.agentprofiler.rules.model.Nesting;
import io.agentprofiler.rules.model.Role;
import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.rules.model.Shape;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Subscription;
import reactor.core.Disposable;
import reactor.core.Fuseable;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Schedulers;
import reactor.test.StepVerifier;

/** Signals of a traced publisher: what makes a span and a chunk, and that demand, errors and fusion stay as they were. */
class ReactorTest extends ReactorFixture {
    @Test
    void shouldMakeNoSpanWithoutASubscription() {
        Mono<String> mono = mono("a", () -> Mono.just("x"));
        Flux<String> flux = flux("b", () -> Flux.just("x"));

        assertThat(mono).isNotNull();
        assertThat(flux).isNotNull();
        assertThat(traced.lines()).isEmpty();
    }

    @Test
    void shouldMakeASpanASubscription() {
        Mono<String> mono = mono("a", () -> Mono.fromCallable(() -> "x"));

        assertThat(mono.block()).isEqualTo("x");
        assertThat(mono.block()).isEqualTo("x");

        assertThat(traced.lines()).containsExactly("start a", "end a ok", "start a", "end a ok");
        assertThat(traced.events.results).containsExactly("x", "x");
        assertThat(traced.events.started.get(0).traceLow).isNotEqualTo(traced.events.started.get(1).traceLow);
    }

    @Test
    void shouldMakeAChunkAnElement() {
        Flux<String> flux = flux("a", () -> Flux.just("ab", "c"));

        assertThat(flux.collectList().block()).containsExactly("ab", "c");

        assertThat(traced.lines()).containsExactly("start a", "chunk a 0 item 2", "chunk a 1 item 1", "end a ok");
        assertThat(traced.events.results).containsExactly("c");
    }

    @Test
    void shouldMeasureWhatTheSubscriberTakesOnTheThreadThatBringsTheElements() {
        AtomicLong worked = new AtomicLong();
        Flux<String> slow = flux("a", () -> Flux.just("ab", "", "c")).doOnNext(e -> work(worked));
        Flux<String> taking = flux("b", () -> Flux.just("ab", "c", "d"))
                .doOnNext(e -> work(worked))
                .take(2);
        Flux<String> elsewhere = flux("c", () -> Flux.just("ab", "c", "d").hide())
                .publishOn(Schedulers.parallel())
                .doOnNext(e -> work(worked));
        Flux<String> fetching = flux("c", () -> Flux.just("ab", "c", "d")).publishOn(Schedulers.parallel());

        long start = System.nanoTime();
        slow.blockLast();
        assertThat(handler(0)).isBetween(worked.get(), System.nanoTime() - start);
        worked.set(0);
        taking.blockLast();
        assertThat(handler(1)).isGreaterThanOrEqualTo(worked.get());
        worked.set(0);
        elsewhere.blockLast();
        assertThat(handler(2)).isLessThan(worked.get());
        fetching.blockLast();
        assertThat(traced.events.started.get(3).handler)
                .as("not known where elements are fetched")
                .isNull();
    }

    private long handler(int span) {
        return traced.events.started.get(span).handler.nanos();
    }

    private static void work(AtomicLong worked) {
        long start = System.nanoTime();
        while (System.nanoTime() - start < 5_000_000) {
            Thread.onSpinWait();
        }
        worked.addAndGet(System.nanoTime() - start);
    }

    @Test
    void shouldMakeNoChunkOfAnElementWithoutText() {
        record Piece(String text) {}
        TracedCalls pieces = new TracedCalls(
                1,
                RuleFixture.rule("model").shape(Shape.PUBLISHER).chunk("text", "return.text"),
                RuleFixture.rule("passing").shape(Shape.PUBLISHER).chunk(Rule.Chunk.NONE, null));
        Flux<Piece> flux = pieces.call(
                "passing",
                Flux.class,
                () -> pieces.call(
                        "model", Flux.class, () -> Flux.just(new Piece(""), new Piece("abc"), new Piece(null))));

        assertThat(flux.collectList().block()).hasSize(3);

        assertThat(pieces.lines())
                .containsExactly(
                        "start passing",
                        "start model under passing",
                        "chunk model 0 text 3",
                        "end model ok",
                        "end passing ok");
        assertThat(pieces.events.results).containsExactly(new Piece(null), new Piece(null));
    }

    @Test
    void shouldPutWhatIsSubscribedAfterASpanWasClosedBesideIt() {
        Object first = new Object();
        TracedCalls rounds = new TracedCalls(
                1,
                RuleFixture.rule("root").shape(Shape.PUBLISHER),
                RuleFixture.rule("round")
                        .shape(Shape.PUBLISHER)
                        .role(Role.SPAN, "round", "this")
                        .nested(Nesting.INNERMOST),
                RuleFixture.rule("over").role(Role.CLOSE, "round", "this"));
        Flux<String> flux = rounds.call(
                "root",
                Flux.class,
                () -> Flux.defer(() -> rounds.call(
                        "round",
                        Flux.class,
                        () -> Flux.just("tools wanted")
                                .concatWith(Flux.defer(() -> {
                                            rounds.call("over", Object.class, () -> first);
                                            return rounds.<Flux<String>>call(
                                                    "round", Flux.class, () -> Flux.just("text"));
                                        })
                                        .subscribeOn(Schedulers.boundedElastic())))));

        assertThat(flux.collectList().block()).containsExactly("tools wanted", "text");

        assertThat(rounds.lines().stream().filter(line -> !line.startsWith("chunk")))
                .containsExactly(
                        "start root",
                        "start round under root",
                        "end round ok",
                        "start round under root",
                        "end round ok",
                        "end root ok");
    }

    @Test
    void shouldEndAnEmptyMono() {
        assertThat(mono("a", Mono::empty).block()).isNull();
        assertThat(mono("b", () -> Mono.just("x").then()).block()).isNull();

        assertThat(traced.lines()).containsExactly("start a", "end a ok", "start b", "end b ok");
        assertThat(traced.events.results).containsExactly(null, null);
    }

    @Test
    void shouldLeaveANullResultAlone() {
        Mono<String> mono = mono("a", () -> null);

        assertThat(mono).isNull();
        assertThat(traced.lines()).containsExactly("start a", "end a ok");
    }

    @Test
    void shouldPassTheVeryErrorOn() {
        IllegalStateException failure = new IllegalStateException("no");
        AtomicReference<Throwable> got = new AtomicReference<>();

        mono("a", () -> Mono.error(failure)).subscribe(x -> {}, got::set);
        flux("b", () -> Flux.just("x").concatWith(Flux.error(failure))).subscribe(x -> {}, got::set);

        assertThat(got.get()).isSameAs(failure);
        assertThat(traced.lines())
                .containsExactly("start a", "end a error", "start b", "chunk b 0 item 1", "end b error");
        assertThat(traced.events.thrown).containsExactly(failure, failure);
    }

    @Test
    void shouldEndBeforeTheSubscribersCodeRunsAndRunItUnderTheParent() {
        traced.call("sync", Object.class, () -> {
            mono(
                            "a",
                            () -> Mono.fromCallable(() -> {
                                see("work");
                                return "x";
                            }))
                    .doOnSuccess(x -> {
                        see("success");
                        seen.addAll(traced.lines());
                    })
                    .subscribe(x -> see("value"));
            return null;
        });

        assertThat(seen)
                .containsExactly(
                        "work under a",
                        "success under sync",
                        "start sync",
                        "start a under sync",
                        "end a ok",
                        "value under sync");
    }

    @Test
    void shouldRunElementsUnderTheParentAndWorkUnderTheSpan() {
        flux(
                        "a",
                        () -> Flux.<String>create(sink -> {
                            see("create");
                            sink.next("x");
                            see("between");
                            sink.complete();
                            see("after");
                        }))
                .doOnNext(x -> see("next"))
                .doOnComplete(() -> see("complete"))
                .subscribe();

        assertThat(seen)
                .containsExactly(
                        "create under a", "next under none", "between under a", "complete under none", "after under a");
    }

    @Test
    void shouldEndOnceWhenCancelled() {
        Sinks.Many<String> sink = Sinks.many().unicast().onBackpressureBuffer();
        AtomicInteger cancelled = new AtomicInteger();
        Disposable subscription = flux(
                        "a",
                        () -> sink.asFlux().doOnCancel(() -> {
                            cancelled.incrementAndGet();
                            see("cancel");
                        }))
                .subscribe();
        sink.tryEmitNext("x");

        subscription.dispose();
        subscription.dispose();
        sink.tryEmitComplete();

        assertThat(cancelled).hasValue(1);
        assertThat(seen).containsExactly("cancel under a");
        assertThat(traced.lines()).containsExactly("start a", "chunk a 0 item 1", "end a cancelled");
    }

    @Test
    void shouldPassDemandOnUnchanged() {
        List<Long> asked = new ArrayList<>();
        List<Integer> got = new ArrayList<>();
        BaseSubscriber<Integer> slow = new BaseSubscriber<>() {
            @Override
            protected void hookOnSubscribe(Subscription subscription) {
                request(2);
            }

            @Override
            protected void hookOnNext(Integer value) {
                got.add(value);
            }
        };
        flux("a", () -> Flux.range(1, 10).hide().doOnRequest(asked::add)).subscribe(slow);

        assertThat(got).containsExactly(1, 2);
        slow.request(3);
        assertThat(got).containsExactly(1, 2, 3, 4, 5);
        assertThat(asked).containsExactly(2L, 3L);
        slow.requestUnbounded();
        assertThat(got).hasSize(10);
        assertThat(asked).containsExactly(2L, 3L, Long.MAX_VALUE);
        assertThat(traced.lines()).hasSize(12).endsWith("end a ok");
    }

    @Test
    void shouldKeepASlowConsumersBackpressure() {
        AtomicInteger ahead = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        Flux<Integer> flux = flux(
                "a",
                () -> Flux.<Integer, Integer>generate(() -> 0, (i, sink) -> {
                    most.accumulateAndGet(ahead.incrementAndGet(), Math::max);
                    sink.next(i);
                    if (i == 199) {
                        sink.complete();
                    }
                    return i + 1;
                }));

        StepVerifier.create(flux.publishOn(Schedulers.parallel(), 4).doOnNext(i -> ahead.decrementAndGet()))
                .expectNextCount(200)
                .verifyComplete();

        assertThat(most.get()).isLessThanOrEqualTo(4);
        assertThat(traced.lines()).hasSize(202);
    }

    @Test
    void shouldRecordElementsThatAreFetched() {
        AtomicReference<Subscription> given = new AtomicReference<>();
        Flux<Integer> flux = flux("a", () -> Flux.range(1, 300));

        assertThat(flux).isInstanceOf(Fuseable.class);
        flux.subscribe(new BaseSubscriber<>() {
            @Override
            protected void hookOnSubscribe(Subscription subscription) {
                given.set(subscription);
                requestUnbounded();
            }
        });
        assertThat(given.get()).isInstanceOf(Fuseable.QueueSubscription.class);
        assertThat(traced.lines()).hasSize(302).endsWith("chunk a 299 item -1", "end a ok");
        assertThat(flux("b", () -> Flux.range(1, 300).map(i -> i + 1))
                        .publishOn(Schedulers.single())
                        .filter(i -> i % 2 == 0)
                        .flatMap(i -> mono("c", () -> Mono.just(i)))
                        .collectList()
                        .block())
                .hasSize(150);
        assertThat(traced.lines().stream().filter(line -> line.startsWith("chunk b")))
                .hasSize(300);
        assertThat(traced.lines()).contains("end b ok");
        assertThat(traced.lines().stream().filter(line -> line.equals("end c ok")))
                .hasSize(150);
    }

    @Test
    void shouldFetchLazilyAsWithoutTheAgent() {
        assertThat(fetchedFromFused(Function.identity())).isEqualTo(fetchedFromFused(f -> flux("a", () -> f)));

        assertThat(traced.lines())
                .containsExactly("start a", "chunk a 0 item -1", "chunk a 1 item -1", "chunk a 2 item -1", "end a ok");
    }

    /** An inner publisher that takes its time keeps the next element from being made, as long as elements are fetched. */
    private static List<String> fetchedFromFused(Function<Flux<Integer>, Flux<Integer>> wrap) {
        List<String> order = new ArrayList<>();
        Sinks.One<Integer> first = Sinks.one();
        wrap.apply(Flux.range(1, 3).map(i -> {
                    order.add("made " + i);
                    return i;
                }))
                .concatMap(i -> i == 1 ? first.asMono() : Mono.just(i).hide())
                .subscribe(i -> order.add("got " + i));
        order.add("emitting");
        first.tryEmitValue(1).orThrow();
        return order;
    }

    @Test
    void shouldBlockWhereAValueThatIsThereMayBeBlockedFor() {
        Mono<String> just = mono("a", () -> Mono.just("x"));
        Mono<String> callable = mono("b", () -> Mono.fromCallable(() -> "y"));
        Mono<String> failing = mono("c", () -> Mono.error(new IllegalStateException("no")));

        List<String> got = Mono.fromCallable(() -> List.of(just.block(), callable.block(Duration.ofSeconds(1))))
                .subscribeOn(Schedulers.parallel())
                .block();

        assertThat(got).containsExactly("x", "y");
        assertThatThrownBy(failing::block)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("no");
        assertThat(traced.lines())
                .containsExactly("start a", "end a ok", "start b", "end b ok", "start c", "end c error");
        assertThat(traced.events.results.subList(0, 2)).containsExactly("x", "y");
    }

    @Test
    void shouldTakeElementsAndTheEndAfterThePublisherWasCollected() {
        Sinks.Many<String> sink = Sinks.many().unicast().onBackpressureBuffer();
        WeakReference<?> publisher = subscribeToKept(sink);

        sink.tryEmitNext("x").orThrow();
        traced.collect(publisher);
        sink.tryEmitNext("yz").orThrow();
        sink.tryEmitComplete().orThrow();

        assertThat(seen).containsExactly("x under none", "yz under none");
        assertThat(traced.lines())
                .containsExactly(
                        "start a",
                        "start sync under a",
                        "end sync ok",
                        "chunk a 0 item 1",
                        "chunk a 1 item 2",
                        "end a ok");
    }

    @Test
    void shouldEndACallThatDidWorkWhosePublisherIsDropped() {
        madeWithWork(Flux.just("x"));

        await(() -> traced.lines().contains("end a ok"));

        assertThat(traced.lines()).containsExactly("start a", "start sync under a", "end sync ok", "end a ok");
    }

    @Test
    void shouldGiveUpASubscriptionThatIsDroppedBeforeItsEnd() {
        subscribeToKept(Sinks.many().unicast().onBackpressureBuffer());

        await(() -> traced.lines().contains("abandoned a"));

        assertThat(traced.lines()).containsExactly("start a", "start sync under a", "end sync ok", "abandoned a");
    }

    /** A publisher whose call does work of its own, so that its span goes on as the first subscription's. */
    private Flux<String> madeWithWork(Flux<String> flux) {
        return flux("a", () -> {
            traced.sync("work");
            return flux;
        });
    }

    private WeakReference<?> subscribeToKept(Sinks.Many<String> sink) {
        Flux<String> flux = madeWithWork(sink.asFlux());
        flux.map(e -> e).subscribe(this::see);
        return new WeakReference<>(flux);
    }

    private void await(BooleanSupplier seen) {
        Awaitility.await().until(() -> {
            traced.collect(new WeakReference<>(new Object()));
            return seen.getAsBoolean();
        });
    }
}
