// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.context.ThreadContext;
import io.agentprofiler.rules.model.Nesting;
import io.agentprofiler.rules.model.Role;
import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.rules.model.Shape;
import io.micrometer.context.ContextRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.Disposable;
import reactor.core.Fuseable;
import reactor.core.Scannable;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.ConnectableFlux;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Hooks;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Schedulers;
import reactor.test.StepVerifier;
import reactor.util.context.Context;

/** What the shapes {@code publisher} and {@code auto} promise, on Reactor itself. */
class ReactorTest {
    private final TracedCalls traced = TracedCalls.reactive();
    private final List<String> seen = Collections.synchronizedList(new ArrayList<>());

    @AfterEach
    void shouldLeaveTheThreadClean() {
        assertThat(ThreadContext.get().current).isNull();
        assertThat(traced.tripped).isEmpty();
        Hooks.resetOnEachOperator();
        Hooks.resetOnLastOperator();
        Hooks.resetOnOperatorDebug();
    }

    private <T> Mono<T> mono(String id, Supplier<Mono<T>> body) {
        return traced.call(id, Mono.class, body::get);
    }

    private <T> Flux<T> flux(String id, Supplier<Flux<T>> body) {
        return traced.call(id, Flux.class, body::get);
    }

    private void see(String what) {
        seen.add(what + " under " + TracedCalls.current());
    }

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
    void shouldHideFusion() {
        AtomicReference<Subscription> given = new AtomicReference<>();
        Flux<Integer> flux = flux("a", () -> Flux.range(1, 300));

        assertThat(flux).isNotInstanceOf(Fuseable.class);
        flux.subscribe(new BaseSubscriber<>() {
            @Override
            protected void hookOnSubscribe(Subscription subscription) {
                given.set(subscription);
                requestUnbounded();
            }
        });
        assertThat(given.get()).isNotInstanceOf(Fuseable.QueueSubscription.class);
        assertThat(flux("b", () -> Flux.range(1, 300).map(i -> i + 1))
                        .publishOn(Schedulers.single())
                        .filter(i -> i % 2 == 0)
                        .flatMap(i -> mono("c", () -> Mono.just(i)))
                        .collectList()
                        .block())
                .hasSize(150);
        assertThat(traced.lines().stream().filter(line -> line.equals("end c ok")))
                .hasSize(150);
    }

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
                .filter(span -> span.state() != Span.ABSORBED)
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
        mono(
                        "a",
                        () -> Flux.merge(
                                        mono("b", () -> Mono.delay(Duration.ofMillis(5))),
                                        mono("c", () -> Mono.delay(Duration.ofMillis(5))))
                                .then())
                .block();
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

    @Test
    void shouldKeepASpanThatBeganWithTheCallForTheFirstSubscription() {
        Mono<String> mono = mono("a", () -> {
            String eager = traced.sync("x");
            return Mono.fromCallable(() -> eager);
        });
        mono.block();
        mono.block();

        assertThat(traced.lines())
                .containsExactly("start a", "start sync under a", "end sync ok", "end a ok", "start a", "end a ok");
    }

    @Test
    void shouldTakeNothingThatIsOnlyPreparedForABeginning() {
        Mono<String> outer = traced.call("b", Mono.class, () -> {
            Mono<String> inner = traced.call("c", Mono.class, () -> Mono.just("x"));
            return inner.map(text -> text + "y");
        });
        assertThat(traced.events.lines).as("not even told to the writer").isEmpty();

        assertThat(outer.block()).isEqualTo("xy");
        assertThat(outer.block()).isEqualTo("xy");

        assertThat(traced.lines())
                .containsExactly(
                        "start b",
                        "start c under b",
                        "end c ok",
                        "end b ok",
                        "start b",
                        "start c under b",
                        "end c ok",
                        "end b ok");
    }

    @Test
    void shouldKeepTheCallInWhichAPreparationFailed() {
        Mono<String> outer = traced.call("b", Mono.class, () -> {
            assertThatThrownBy(() -> traced.call("c", Mono.class, () -> {
                        throw new IllegalStateException("cannot prepare");
                    }))
                    .hasRootCauseMessage("cannot prepare");
            return Mono.just("x");
        });
        outer.block();

        assertThat(traced.lines()).containsExactly("start b", "start c under b", "end c error", "end b ok");
    }

    @Test
    void shouldEndAWaitWhenWorkBeginsBelowItAndPutTheWorkBesideIt() {
        TracedCalls calls = new TracedCalls(
                1,
                RuleFixture.rule("attempts").shape(Shape.PUBLISHER),
                RuleFixture.rule("wait").shape(Shape.DELAY),
                RuleFixture.rule("attempt").shape(Shape.PUBLISHER));
        Mono<String> attempts = calls.call(
                "attempts",
                Mono.class,
                () -> Mono.defer(() -> {
                    Mono<String> attempt = calls.call("attempt", Mono.class, () -> Mono.just("x"));
                    Mono<String> waiting =
                            calls.call("wait", Mono.class, () -> attempt.delaySubscription(Duration.ofMillis(1)));
                    return waiting.then(calls.call("attempt", Mono.class, () -> Mono.just("y")));
                }));

        assertThat(attempts.block()).isEqualTo("y");
        calls.<Mono<String>>call("wait", Mono.class, () -> Mono.just("nothing below"))
                .block();

        assertThat(calls.lines())
                .containsExactly(
                        "start attempts",
                        "start wait under attempts",
                        "end wait ok",
                        "start attempt under attempts",
                        "end attempt ok",
                        "start attempt under attempts",
                        "end attempt ok",
                        "end attempts ok",
                        "start wait",
                        "end wait ok");
    }

    @Test
    void shouldReplaceWhatTheDeclaredTypeAllowsAndNothingElse() {
        Object any = traced.call("a", Object.class, () -> Mono.just("x"));
        Publisher<String> publisher = traced.call("a", Publisher.class, () -> Flux.just("y"));
        ConnectableFlux<String> connectable = Flux.just("z").publish();

        assertThat(((Mono<?>) any).block()).isEqualTo("x");
        assertThat(Flux.from(publisher).collectList().block()).containsExactly("y");
        assertThat((Object) traced.call("b", ConnectableFlux.class, () -> connectable))
                .isSameAs(connectable);

        assertThat(traced.lines())
                .containsExactly(
                        "start a", "end a ok", "start a", "chunk a 0 item 1", "end a ok", "start b", "end b ok");
    }

    @Test
    void shouldTraceAPublisherOfNoKnownLibrary() {
        Publisher<String> own = subscriber -> Flux.just("x").subscribe(subscriber);
        Publisher<String> publisher = traced.call("a", Publisher.class, () -> own);

        assertThat(Flux.from(publisher).contextWrite(Context.of("k", "v")).blockLast())
                .isEqualTo("x");

        assertThat(traced.lines()).containsExactly("start a", "chunk a 0 item 1", "end a ok");
    }

    @Test
    void shouldMakeNothingBelowAnUnsampledRoot() {
        TracedCalls none = TracedCalls.reactive(0);
        Mono<String> inner = none.call(
                "b",
                Mono.class,
                () -> Mono.fromCallable(() -> {
                    see("inner");
                    return none.sync("x");
                }));
        Mono<String> outer = none.call(
                "a",
                Mono.class,
                () -> Mono.just(1)
                        .publishOn(Schedulers.single())
                        .flatMap(i -> inner.subscribeOn(Schedulers.boundedElastic())));

        assertThat(outer.block()).isEqualTo("x");

        assertThat(none.lines()).isEmpty();
        assertThat(seen).containsExactly("inner under unsampled");
    }

    @Test
    void shouldSwitchAFailingRuleOffAndLeaveTheStreamAlone() {
        TracedCalls failing = new TracedCalls(
                1,
                RuleFixture.rule("a").shape(Shape.AUTO).chunk("text", "return.thorn"),
                RuleFixture.rule("b").shape(Shape.AUTO));
        Flux<Thorn> flux = failing.call(
                "a", Flux.class, () -> Flux.range(1, 10).map(Thorn::new).take(5));
        List<Thorn> got = flux.collectList().block();
        List<Thorn> again = flux.collectList().block();

        assertThat(got).hasSize(5);
        assertThat(again).hasSize(5);
        assertThat(failing.lines()).startsWith("start a").contains("end a ok");
    }

    /** An element whose accessor fails badly. */
    public static final class Thorn {
        Thorn(int number) {
            assertThat(number).isPositive();
        }

        /** Fails. */
        public String thorn() {
            throw new IllegalStateException("thorn");
        }
    }

    @Test
    void shouldOpenNothingAfterTheStop() {
        Mono<String> mono = mono("a", () -> Mono.just("x"));
        traced.engine.stop();

        assertThat(mono.block()).isEqualTo("x");
        assertThat(traced.lines()).isEmpty();
    }

    @Test
    void shouldLeaveHooksAndScansWorking() {
        Hooks.onOperatorDebug();
        List<String> operators = new ArrayList<>();
        Hooks.onEachOperator("test", p -> {
            operators.add(Scannable.from(p).stepName());
            return p;
        });
        Flux<Integer> flux = flux("a", () -> Flux.range(1, 3).name("numbers").tag("k", "v"))
                .map(i -> i / (i - 2))
                .checkpoint("here");

        assertThat(Scannable.from(flux).name()).isEqualTo("numbers");
        assertThat(Scannable.from(flux).tags().toList()).hasSize(1);
        assertThat(operators).contains("map");
        assertThatThrownBy(flux::blockLast)
                .isInstanceOf(ArithmeticException.class)
                .satisfies(failure ->
                        assertThat(failure.getSuppressed()[0].getMessage()).contains("checkpoint ⇢ here"));
        assertThat(traced.lines())
                .containsExactly("start a", "chunk a 0 item -1", "chunk a 1 item -1", "end a cancelled");
    }

    @Test
    void shouldWorkBesideAutomaticContextPropagation() {
        ThreadLocal<String> user = new ThreadLocal<>();
        ContextRegistry.getInstance().registerThreadLocalAccessor("user", user);
        Hooks.enableAutomaticContextPropagation();
        try {
            user.set("me");
            Mono<String> inner = mono("b", () -> Mono.fromCallable(user::get));
            Mono<String> outer = mono(
                    "a",
                    () -> Mono.just(1)
                            .publishOn(Schedulers.single())
                            .flatMap(i -> inner.subscribeOn(Schedulers.boundedElastic())));
            Flux<String> flux = flux(
                    "c",
                    () -> Flux.just(1).hide().publishOn(Schedulers.parallel()).map(i -> user.get()));

            assertThat(outer.map(x -> x + user.get()).block()).isEqualTo("meme");
            assertThat(flux.collectList().block()).containsExactly("me");
            assertThat(user.get()).isEqualTo("me");
        } finally {
            Hooks.disableAutomaticContextPropagation();
            ContextRegistry.getInstance().removeThreadLocalAccessor("user");
        }

        assertThat(traced.lines())
                .containsExactly(
                        "start a",
                        "start b under a",
                        "end b ok",
                        "end a ok",
                        "start c",
                        "chunk c 0 item 2",
                        "end c ok");
    }

    @Test
    void shouldNotBeTheSubscriberThatASubscriberSees() {
        AtomicReference<CoreSubscriber<?>> upstream = new AtomicReference<>();
        Mono<String> mono = mono("a", () -> new Mono<>() {
            @Override
            public void subscribe(CoreSubscriber<? super String> actual) {
                upstream.set(actual);
                Mono.just("x").subscribe(actual);
            }
        });

        mono.block();

        assertThat(upstream.get()).isEqualTo(upstream.get()).isNotEqualTo("x");
        assertThat(upstream.get().hashCode()).isEqualTo(upstream.get().hashCode());
        assertThat(upstream.get().toString()).isNotEmpty();
    }
}
