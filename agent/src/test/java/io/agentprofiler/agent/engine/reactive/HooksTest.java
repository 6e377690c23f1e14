// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.reactive;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.agent.engine.TracedCalls;
import io.reactivex.rxjava3.core.Completable;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.Maybe;
import io.reactivex.rxjava3.core.Observable;
import io.reactivex.rxjava3.core.Single;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Hooks;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Operators;

/** The application's hooks run as often as without the agent, for the same, and may be traced themselves. */
class HooksTest {
    private final TracedCalls traced = TracedCalls.reactive();
    private final List<String> hooked = new ArrayList<>();

    @AfterEach
    void reset() {
        Hooks.resetOnEachOperator();
        Hooks.resetOnLastOperator();
        RxJavaPlugins.reset();
        MutinyHooks.reset();
        assertThat(traced.disabled).isEmpty();
    }

    /** What the hooks were called for while {@code body} ran with what its method returns replaced, and with all left alone. */
    private void shouldRunTheSame(Callable<Object> body, UnaryOperator<Object> use) throws Exception {
        hooked.clear();
        Object plain = use.apply(body.call());
        List<String> without = List.copyOf(hooked);
        hooked.clear();
        Object same = use.apply(traced.call("b", Object.class, body));

        assertThat(hooked).isEqualTo(without).isNotEmpty();
        assertThat(same).isEqualTo(plain);
        assertThat(traced.lines()).contains("start b").last().isEqualTo("end b ok");
    }

    private void hooked(String hook, Object on) {
        hooked.add(hook + " " + on.getClass().getSimpleName());
    }

    @Test
    void shouldRunReactorsHooksAsOften() throws Exception {
        Hooks.onEachOperator("test", p -> {
            hooked("each", p);
            return p;
        });
        Hooks.onLastOperator("test", p -> {
            hooked("last", p);
            return p;
        });

        shouldRunTheSame(
                () -> Flux.range(1, 3),
                flux -> ((Flux<?>) flux)
                        .map(Object::hashCode)
                        .reduce(0, Integer::sum)
                        .block());
        shouldRunTheSame(() -> Flux.range(1, 3), flux -> ((Flux<?>) flux).blockLast());
        shouldRunTheSame(() -> Mono.just(3), mono -> ((Mono<?>) mono).block());
        shouldRunTheSame(
                () -> Mono.just(3).hide(),
                mono -> ((Mono<?>) mono).flatMap(x -> Mono.just(x).hide()).block());
        shouldRunTheSame(
                () -> Mono.fromCallable(() -> 3).hide(),
                mono -> ((Mono<?>) mono).flux().blockLast());
    }

    @Test
    void shouldKeepFusionUnderHooksThatLift() throws Exception {
        Hooks.onEachOperator("test", Operators.lift((scannable, subscriber) -> {
            hooked.add("lift " + scannable.stepName());
            return subscriber;
        }));

        shouldRunTheSame(
                () -> Flux.range(1, 3),
                flux -> ((Flux<?>) flux)
                        .map(Object::hashCode)
                        .filter(i -> i > 1)
                        .collectList()
                        .block());
    }

    @Test
    void shouldRunRxJavasHooksAsOften() throws Exception {
        RxJavaPlugins.setOnFlowableAssembly(it -> assembled(it));
        RxJavaPlugins.setOnObservableAssembly(it -> assembled(it));
        RxJavaPlugins.setOnSingleAssembly(it -> assembled(it));
        RxJavaPlugins.setOnMaybeAssembly(it -> assembled(it));
        RxJavaPlugins.setOnCompletableAssembly(it -> assembled(it));
        RxJavaPlugins.setOnFlowableSubscribe((it, subscriber) -> {
            hooked("subscribe", it);
            return subscriber;
        });
        RxJavaPlugins.setOnSingleSubscribe((it, subscriber) -> {
            hooked("subscribe", it);
            return subscriber;
        });

        shouldRunTheSame(
                () -> Flowable.range(1, 3),
                it -> ((Flowable<?>) it).map(Object::hashCode).count().blockingGet());
        shouldRunTheSame(
                () -> Observable.range(1, 3),
                it -> ((Observable<?>) it).map(Object::hashCode).count().blockingGet());
        shouldRunTheSame(
                () -> Single.just(1),
                it -> ((Single<?>) it).map(Object::hashCode).toFlowable().blockingFirst());
        shouldRunTheSame(
                () -> Maybe.just(1), it -> ((Maybe<?>) it).map(Object::hashCode).blockingGet());
        shouldRunTheSame(
                Completable::complete,
                it -> ((Completable) it).toSingleDefault(1).blockingGet());
    }

    private <T> T assembled(T it) {
        hooked("assembly", it);
        return it;
    }

    @Test
    void shouldRunMutinysHooksAsOften() throws Exception {
        MutinyHooks.told = this::hooked;

        shouldRunTheSame(
                () -> Multi.createFrom().range(1, 3),
                it -> ((Multi<?>) it)
                        .map(Object::hashCode)
                        .collect()
                        .asList()
                        .await()
                        .indefinitely());
        shouldRunTheSame(
                () -> Uni.createFrom().item(1),
                it -> ((Uni<?>) it)
                        .map(Object::hashCode)
                        .toMulti()
                        .collect()
                        .first()
                        .await()
                        .indefinitely());
    }

    @Test
    void shouldTraceAHookThatReturnsPublishers() {
        int[] calls = new int[1];
        Hooks.onEachOperator("test", p -> {
            calls[0]++;
            return traced.<Publisher<Object>>call("c", Publisher.class, () -> p);
        });

        Flux<Integer> flux = traced.call("a", Flux.class, () -> Flux.range(1, 3));

        assertThat(flux.reduce(0, Integer::sum).block()).isEqualTo(6);
        assertThat(calls[0]).isEqualTo(2);
        assertThat(traced.lines().stream().filter(line -> !line.startsWith("chunk")))
                .containsExactly("start c", "start a under c", "start c under a", "end c ok", "end a ok", "end c ok");
        assertThat(Flux.range(1, 4).parallel(2).sequential().count().block()).isEqualTo(4);
        assertThat(Flux.range(1, 4).publish().autoConnect().count().block()).isEqualTo(4);
    }

    @Test
    void shouldTraceAnInterceptorThatReturnsPublishers() {
        MutinyHooks.told = this::hooked;
        Multi<Integer> plain = Multi.createFrom().range(1, 4);
        assertThat(plain.collect().asList().await().indefinitely()).containsExactly(1, 2, 3);
        int without = hooked.size();
        hooked.clear();
        MutinyHooks.decorated = multi -> traced.call("c", Multi.class, () -> multi);

        Multi<Integer> multi =
                traced.call("a", Multi.class, () -> Multi.createFrom().range(1, 4));

        assertThat(multi.collect().asList().await().indefinitely()).containsExactly(1, 2, 3);
        assertThat(hooked).hasSize(without);
    }

    @Test
    void shouldTraceRxJavasAssemblyHook() {
        RxJavaPlugins.setOnFlowableAssembly(it -> traced.call("c", Flowable.class, () -> it));

        Flowable<Integer> flowable = traced.call("a", Flowable.class, () -> Flowable.range(1, 3));

        assertThat(flowable.map(i -> i + 1).toList().blockingGet()).containsExactly(2, 3, 4);
    }

    /** A stage of the application's own whose methods are traced: the agent's listening to it is no call of the application. */
    @Test
    void shouldNotTraceItsOwnCallsOfAStage() {
        class Stage<T> extends CompletableFuture<T> {
            @Override
            public <U> CompletableFuture<U> newIncompleteFuture() {
                return new Stage<>();
            }

            @Override
            public CompletableFuture<T> whenComplete(BiConsumer<? super T, ? super Throwable> action) {
                return traced.call("a", CompletableFuture.class, () -> super.whenComplete(action));
            }
        }
        Stage<String> stage = new Stage<>();

        CompletionStage<String> next = traced.call("a", CompletionStage.class, () -> stage);
        next.whenComplete((value, failure) -> hooked.add(value));
        stage.complete("x");

        assertThat(hooked).containsExactly("x");
        assertThat(traced.lines()).containsExactlyInAnyOrder("start a", "start a", "end a ok", "end a ok");
    }
}
