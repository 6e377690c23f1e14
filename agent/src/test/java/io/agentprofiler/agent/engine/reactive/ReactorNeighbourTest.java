// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.reactive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentprofiler.agent.engine.RuleFixture;
import io.agentprofiler.agent.engine.TracedCalls;
import io.agentprofiler.rules.model.Shape;
import io.micrometer.context.ContextRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Publisher;
import reactor.core.CoreSubscriber;
import reactor.core.Scannable;
import reactor.core.publisher.ConnectableFlux;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Hooks;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.util.context.Context;

/** Which types are traced, and what is left alone: hooks, scans, context propagation, streams of rules that are off. */
class ReactorNeighbourTest extends ReactorFixture {
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
