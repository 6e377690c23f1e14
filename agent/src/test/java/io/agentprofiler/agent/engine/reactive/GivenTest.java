// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.reactive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentprofiler.agent.context.ThreadContext;
import io.agentprofiler.agent.engine.TracedCalls;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** Methods that are given the publisher of an open span's elements. {@link SameSignalsTest} covers that its signals stay the same. */
class GivenTest {
    private final TracedCalls traced = TracedCalls.reactive();
    private final List<String> seen = new ArrayList<>();

    @AfterEach
    void shouldLeaveTheThreadCleanAndNoRuleOff() {
        assertThat(ThreadContext.get().current).isNull();
        assertThat(ThreadContext.get().scopes).isZero();
        assertThat(traced.disabled).isEmpty();
    }

    private <T> void give(TracedCalls calls, String rule, Class<T> declared, T publisher, Consumer<T> body) {
        calls.call("sync", void.class, () -> {
            calls.call("open", void.class, () -> null);
            calls.give(rule, declared, publisher, body);
            return null;
        });
    }

    private void see(Object what) {
        seen.add(what + " under " + TracedCalls.current());
    }

    @Test
    void shouldRecordElementsAndLetTheMethodAndItsSubscriberRunUnderTheParent() {
        give(traced, "chunks", Flux.class, Flux.just("ab", "c"), flux -> {
            see("body");
            flux.subscribe(this::see, this::see, () -> see("complete"));
        });

        assertThat(seen).containsExactly("body under sync", "ab under sync", "c under sync", "complete under sync");
        assertThat(traced.lines())
                .containsExactly(
                        "start sync",
                        "start open under sync",
                        "chunk open 0 text 2",
                        "chunk open 1 text 1",
                        "end sync ok");
    }

    @Test
    void shouldEndTheSpanWithTheElementsWhereTheRuleSaysThatTheyAreTheWhole() {
        Sinks.Many<String> sink = Sinks.many().unicast().onBackpressureBuffer();
        give(traced, "elements", Flux.class, sink.asFlux(), flux -> flux.subscribe(this::see, this::see));

        sink.tryEmitNext("ab");
        sink.tryEmitError(new IllegalStateException("no"));

        assertThat(traced.lines())
                .containsExactly(
                        "start sync", "start open under sync", "end sync ok", "chunk open 0 text 2", "end open error");
        assertThat(traced.events.thrown).last().isInstanceOf(IllegalStateException.class);
    }

    @Test
    void shouldTellTheFailureInsideTheWrapperThatAFutureMadeOfIt() {
        Sinks.Many<String> sink = Sinks.many().unicast().onBackpressureBuffer();
        give(traced, "elements", Flux.class, sink.asFlux(), flux -> flux.subscribe(this::see, this::see));

        sink.tryEmitError(new CompletionException(new IllegalStateException("no")));

        assertThat(traced.events.thrown).last().isInstanceOf(IllegalStateException.class);
    }

    @Test
    void shouldEndItAsCancelled() {
        List<Disposable> subscriptions = new ArrayList<>();
        give(traced, "elements", Flux.class, Flux.never(), flux -> subscriptions.add(flux.subscribe()));

        subscriptions.get(0).dispose();

        assertThat(traced.lines()).last().isEqualTo("end open cancelled");
    }

    @Test
    void shouldTakeASingleValueForTheResultOrForAChunk() {
        give(traced, "elements", Mono.class, Mono.just("ab"), mono -> mono.subscribe(this::see));
        give(traced, "chunks", Mono.class, Mono.just("ab"), mono -> mono.subscribe(this::see));

        assertThat(traced.lines())
                .containsExactly(
                        "start sync",
                        "start open under sync",
                        "end open ok",
                        "end sync ok",
                        "start sync",
                        "start open under sync",
                        "chunk open 0 text 2",
                        "end sync ok");
    }

    @Test
    void shouldCountTheFirstSubscriptionOnly() {
        give(traced, "chunks", Flux.class, Flux.just("ab"), flux -> {
            flux.subscribe(this::see);
            flux.subscribe(this::see);
        });

        assertThat(seen).hasSize(2);
        assertThat(traced.events.started.get(1).chunks.count).isEqualTo(1);
    }

    /** Operators of the interface itself subscribe to what stands for the publisher, not past it. */
    @Test
    void shouldSeeWhatOperatorsOfTheInterfaceTake() {
        Own<Object> own = subscriber -> Flux.<Object>just("ab", "c").subscribe(subscriber);
        give(
                traced,
                "chunks",
                Publisher.class,
                own,
                given -> ((Own<?>) given)
                        .mapped(text -> text + "!")
                        .subscribe(new Asking(subscription -> subscription.request(9), this::see)));

        assertThat(seen).containsExactly("ab! under sync", "c! under sync", "complete under sync");
        assertThat(traced.lines()).contains("chunk open 0 text 2", "chunk open 1 text 1");
    }

    @Test
    void shouldGiveThePublisherItselfOutsideOfTheSpanOrWhereNothingMayStandForIt() {
        Flux<String> flux = Flux.just("ab");
        List<Object> got = new ArrayList<>();

        traced.give("chunks", Flux.class, flux, got::add);
        give(traced, "chunks", String.class, "no publisher", got::add);
        give(traced, "chunks", Flux.class, null, got::add);

        assertThat(got).containsExactly(flux, "no publisher", null);
    }

    @Test
    void shouldTakeTheMarkOfAnUnsampledWorkflowAlong() {
        TracedCalls none = TracedCalls.reactive(0);

        give(none, "chunks", Flux.class, Flux.just("ab"), flux -> flux.subscribe(this::see));

        assertThat(seen).containsExactly("ab under unsampled");
        assertThat(none.lines()).isEmpty();
    }

    @Test
    void shouldPassOnWhatSubscribersAndPublishersThrow() {
        IllegalStateException failure = new IllegalStateException("no");
        Publisher<Object> refusing = subscriber -> {
            throw failure;
        };

        assertThatThrownBy(() -> give(
                        traced,
                        "chunks",
                        Publisher.class,
                        refusing,
                        given -> given.subscribe(new Asking(subscription -> {}, this::see))))
                .hasCause(failure);
    }

    @Test
    void shouldTakeTheCallsOfALambdaForElements() {
        Consumer<Object> lambda = this::see;
        give(traced, "chunks", Consumer.class, lambda, given -> {
            given.accept("ab");
            given.andThen(this::see).accept("c");
        });

        assertThat(seen).containsExactly("ab under sync", "c under sync", "c under sync");
        assertThat(traced.lines())
                .contains("chunk open 0 text 2", "chunk open 1 text 1")
                .last()
                .isEqualTo("end sync ok");
    }

    @Test
    void shouldPassOnWhatALambdaReturnsAndThrows() {
        IOException failure = new IOException("no");
        Function<Object, Object> answers = element -> element + "!";
        Predicate<Object> fails = element -> {
            throw sneaky(failure);
        };
        give(traced, "chunks", Function.class, answers, given -> see(given.apply("ab")));
        give(
                traced,
                "chunks",
                Predicate.class,
                fails,
                given -> assertThatThrownBy(() -> given.test("ab")).isSameAs(failure));

        assertThat(seen).containsExactly("ab! under sync");
    }

    private static <E extends Throwable> RuntimeException sneaky(Throwable failure) throws E {
        @SuppressWarnings("unchecked")
        E unchecked = (E) failure;
        throw unchecked;
    }

    @Test
    void shouldLeaveCallbacksAloneThatAreNoLambdasOrBringTheWholeOrHaveANameForIt() {
        Consumer<Object> named = new Consumer<>() {
            @Override
            public void accept(Object element) {}
        };
        Consumer<Object> lambda = this::see;
        Supplier<Object> nothing = () -> "ab";
        Consumer<Object> stored = (Consumer<Object> & Serializable) element -> {};
        List<Object> got = new ArrayList<>();

        give(traced, "chunks", Consumer.class, named, got::add);
        give(traced, "elements", Consumer.class, lambda, got::add);
        give(traced, "chunks", Supplier.class, nothing, got::add);
        give(traced, "chunks", Consumer.class, stored, got::add);

        assertThat(got).containsExactly(named, lambda, nothing, stored);
    }

    @Test
    void shouldLetALambdaRunUnderTheMarkOfAnUnsampledWorkflow() {
        TracedCalls none = TracedCalls.reactive(0);
        Consumer<Object> lambda = this::see;

        give(none, "chunks", Consumer.class, lambda, given -> given.accept("ab"));

        assertThat(seen).containsExactly("ab under unsampled");
    }

    /** A library's own interface of publishers. */
    public interface Own<T> extends Publisher<T> {
        default Publisher<Object> mapped(Function<T, Object> change) {
            return Flux.from(this).map(change);
        }
    }

    private record Asking(Consumer<Subscription> subscribed, Consumer<Object> seen) implements Subscriber<Object> {
        @Override
        public void onSubscribe(Subscription subscription) {
            subscribed.accept(subscription);
        }

        @Override
        public void onNext(Object element) {
            seen.accept(element);
        }

        @Override
        public void onError(Throwable failure) {
            seen.accept(failure);
        }

        @Override
        public void onComplete() {
            seen.accept("complete");
        }
    }
}
