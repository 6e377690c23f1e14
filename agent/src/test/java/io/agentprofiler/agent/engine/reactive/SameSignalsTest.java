// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.reactive;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.agent.context.ThreadContext;
import io.agentprofiler.agent.engine.TracedCalls;
import io.reactivex.rxjava3.core.Completable;
import io.reactivex.rxjava3.core.CompletableObserver;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.Maybe;
import io.reactivex.rxjava3.core.MaybeObserver;
import io.reactivex.rxjava3.core.Observable;
import io.reactivex.rxjava3.core.Observer;
import io.reactivex.rxjava3.core.Single;
import io.reactivex.rxjava3.core.SingleObserver;
import io.reactivex.rxjava3.disposables.Disposable;
import io.reactivex.rxjava3.functions.Supplier;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import io.reactivex.rxjava3.processors.PublishProcessor;
import io.reactivex.rxjava3.schedulers.Schedulers;
import io.reactivex.rxjava3.subjects.MaybeSubject;
import io.smallrye.mutiny.Context;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.operators.multi.processors.BroadcastProcessor;
import io.smallrye.mutiny.subscription.UniSubscriber;
import io.smallrye.mutiny.subscription.UniSubscription;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.function.UnaryOperator;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.lifecycle.AfterProperty;
import net.jqwik.api.lifecycle.BeforeProperty;
import org.reactivestreams.FlowAdapters;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Hooks;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/**
 * Random pipelines with a traced publisher in their middle, held against the same without: each signal, in each order, and each
 * call of a hook of the application. Everything happens on one thread, so that there is one order; what comes later is emitted
 * after the subscription. Of values that are there already ({@code Callable}) the wrapper keeps that they are to itself, so they
 * are hidden in both.
 */
class SameSignalsTest {
    private static final IllegalStateException FAILURE = new IllegalStateException("no");

    /** One run of a pipeline. All choices come from the seed, so that two runs differ in what is replaced alone. */
    private static final class Run {
        final Random random;
        final List<String> log = new ArrayList<>();
        final List<Runnable> later = new ArrayList<>();

        Run(long seed) {
            random = new Random(seed);
        }

        int choose(int bound) {
            return random.nextInt(bound);
        }

        void see(String what) {
            log.add(what);
        }

        <T> T seen(String what, T value) {
            log.add(what + " " + value);
            return value;
        }

        void hooked(String hook, Object on) {
            log.add(hook + " " + on.getClass().getSimpleName());
        }
    }

    /** What makes a pipeline and subscribes to it, with {@code wrap} around what is in its middle. */
    private interface Pipeline {
        void subscribe(Run run, UnaryOperator<Object> wrap);
    }

    private void shouldBeTheSame(long seed, Class<?> declared, Pipeline pipeline) {
        // libraries make some of their constants at first use
        run(seed, pipeline, UnaryOperator.identity());
        List<String> plain = run(seed, pipeline, UnaryOperator.identity());
        TracedCalls traced = TracedCalls.reactive();
        List<String> same = run(seed, pipeline, made -> {
            Object wrapped = traced.call("b", declared, () -> made);
            assertThat(wrapped).isNotSameAs(made);
            return wrapped;
        });

        assertThat(same).isEqualTo(plain).isNotEmpty();
        assertThat(run(seed, pipeline, made -> given(traced, declared, made))).isEqualTo(plain);
        assertThat(traced.disabled).isEmpty();
        assertThat(ThreadContext.get().current).isNull();
    }

    /** What a method gets that is given a publisher of an open span. */
    private static <T> Object given(TracedCalls traced, Class<T> declared, Object made) {
        List<Object> got = new ArrayList<>();
        traced.call("open", void.class, () -> null);
        traced.give("chunks", declared, declared.cast(made), got::add);
        assertThat(got.get(0)).isNotSameAs(made);
        return got.get(0);
    }

    private List<String> run(long seed, Pipeline pipeline, UnaryOperator<Object> wrap) {
        Run run = new Run(seed);
        Hooks.onEachOperator("test", p -> {
            run.see("assembly");
            return p;
        });
        Hooks.onLastOperator("test", p -> {
            run.see("last");
            return p;
        });
        Hooks.onErrorDropped(failure -> run.see("dropped " + failure));
        Hooks.onNextDropped(value -> run.see("dropped " + value));
        RxJavaPlugins.setOnFlowableAssembly(it -> hooked(run, it));
        RxJavaPlugins.setOnObservableAssembly(it -> hooked(run, it));
        RxJavaPlugins.setOnSingleAssembly(it -> hooked(run, it));
        RxJavaPlugins.setOnMaybeAssembly(it -> hooked(run, it));
        RxJavaPlugins.setOnCompletableAssembly(it -> hooked(run, it));
        RxJavaPlugins.setErrorHandler(failure -> run.see("dropped " + failure.getClass()));
        RxJavaPlugins.setOnFlowableSubscribe((it, subscriber) -> {
            run.see("subscribe");
            return subscriber;
        });
        MutinyHooks.told = (hook, on) -> run.see(hook);
        int subscribers = 1 + run.choose(2);
        for (int i = 0; i < subscribers; i++) {
            pipeline.subscribe(run, wrap);
        }
        for (int i = 0; i < run.later.size(); i++) {
            run.later.get(i).run();
        }
        return run.log;
    }

    private static <T> T hooked(Run run, T it) {
        run.see("assembly");
        return it;
    }

    @BeforeProperty
    @AfterProperty
    void reset() {
        Hooks.resetOnEachOperator();
        Hooks.resetOnLastOperator();
        Hooks.resetOnErrorDropped();
        Hooks.resetOnNextDropped();
        RxJavaPlugins.reset();
        MutinyHooks.reset();
    }

    /** A subscriber that asks and cancels as the seed has it, and writes down what comes. */
    private static final class Asking implements Subscriber<Object> {
        private final Run run;
        private final int plan;
        private Subscription subscription;
        private int got;

        Asking(Run run) {
            this.run = run;
            this.plan = run.choose(6);
        }

        @Override
        public void onSubscribe(Subscription given) {
            run.see("subscribed");
            subscription = given;
            switch (plan) {
                case 0 -> given.cancel();
                case 1, 2 -> given.request(Long.MAX_VALUE);
                case 3 -> given.request(1);
                case 4 -> given.request(3);
                default -> run.later.add(() -> given.request(2));
            }
        }

        @Override
        public void onNext(Object value) {
            run.see("next " + value);
            got++;
            if (plan == 2 && got == 2) {
                subscription.cancel();
            } else if (plan == 3) {
                subscription.request(1);
            } else if (plan == 4 && got % 3 == 0) {
                subscription.request(2);
            }
        }

        @Override
        public void onError(Throwable failure) {
            run.see("error " + failure.getMessage());
        }

        @Override
        public void onComplete() {
            run.see("complete");
            if (plan == 1) {
                subscription.cancel();
            }
        }
    }

    private static Flux<Integer> flux(Run run) {
        return switch (run.choose(10)) {
            case 0 -> Flux.just(7);
            case 1 -> Flux.range(1, run.choose(9) + 2);
            case 2 -> Flux.range(1, 5).hide();
            case 3 -> Flux.error(FAILURE);
            case 4 -> Flux.never();
            case 5 -> Flux.fromIterable(List.of(1, 2, 3, 4));
            case 6 -> Flux.range(1, 3).concatWith(Flux.error(FAILURE));
            case 7 -> Flux.defer(() -> Flux.just(1, 2));
            case 8 -> {
                Sinks.Many<Integer> sink = Sinks.many().unicast().onBackpressureBuffer();
                run.later.add(() -> sink.tryEmitNext(1));
                run.later.add(() -> sink.tryEmitNext(2));
                run.later.add(sink::tryEmitComplete);
                yield sink.asFlux();
            }
            default ->
                Flux.create(sink -> {
                    sink.onCancel(() -> run.see("sink cancelled"));
                    sink.next(1);
                    run.later.add(() -> sink.next(2));
                    run.later.add(sink::complete);
                });
        };
    }

    private static Flux<Integer> operators(Run run, Flux<Integer> flux, String where) {
        Flux<Integer> made = flux;
        for (int i = run.choose(4); i > 0; i--) {
            made = switch (run.choose(13)) {
                case 0 -> made.map(value -> run.seen(where + " map", value + 1));
                case 1 -> made.filter(value -> run.seen(where + " filter", value) % 2 == 0);
                case 2 -> made.doOnRequest(n -> run.see(where + " request " + n));
                case 3 -> made.doOnCancel(() -> run.see(where + " cancel"));
                case 4 -> made.doFinally(signal -> run.see(where + " finally " + signal));
                case 5 -> made.take(2);
                case 6 -> made.concatMap(value -> Flux.range(value, 2));
                case 7 -> made.flatMap(value -> Mono.fromCallable(() -> run.seen(where + " call", value)));
                case 8 -> made.publishOn(reactor.core.scheduler.Schedulers.immediate(), 2);
                case 9 -> made.onErrorResume(failure -> Flux.just(-1));
                case 10 -> made.doOnNext(value -> run.see(where + " peek " + value));
                case 11 -> made.flatMapIterable(value -> List.of(value, run.seen(where + " one of", value)));
                default -> made.repeat(1);
            };
        }
        return made;
    }

    @Property(tries = 1500, shrinking = ShrinkingMode.OFF)
    void shouldBeTheSameWithAFlux(@ForAll long seed) {
        shouldBeTheSame(seed, Flux.class, (run, wrap) -> {
            Flux<Integer> made = operators(run, flux(run), "in");
            Flux<Integer> wrapped = cast(wrap.apply(made instanceof Callable ? made.hide() : made));
            operators(run, wrapped, "out").subscribe(new Asking(run));
        });
    }

    private static Mono<Integer> mono(Run run) {
        return switch (run.choose(7)) {
            case 0 -> Mono.just(7);
            case 1 -> Mono.error(FAILURE);
            case 2 -> Mono.never();
            case 3 -> Mono.fromCallable(() -> run.seen("called", 1));
            case 4 ->
                Mono.fromFuture(() -> {
                    CompletableFuture<Integer> future = new CompletableFuture<>();
                    run.later.add(() -> future.complete(3));
                    return future;
                });
            case 5 ->
                Mono.create(sink -> {
                    sink.onCancel(() -> run.see("sink cancelled"));
                    run.later.add(() -> sink.success(5));
                });
            default -> Mono.<Integer>empty().hide();
        };
    }

    private static Mono<Integer> operators(Run run, Mono<Integer> mono, String where) {
        Mono<Integer> made = mono;
        for (int i = run.choose(4); i > 0; i--) {
            made = switch (run.choose(8)) {
                case 0 -> made.map(value -> run.seen(where + " map", value + 1));
                case 1 -> made.filter(value -> run.seen(where + " filter", value) % 2 == 0);
                case 2 -> made.doOnRequest(n -> run.see(where + " request " + n));
                case 3 -> made.doOnCancel(() -> run.see(where + " cancel"));
                case 4 -> made.doFinally(signal -> run.see(where + " finally " + signal));
                case 5 -> made.flatMap(value -> Mono.just(value + 1).hide());
                case 6 -> made.onErrorResume(failure -> Mono.just(-1));
                default -> made.switchIfEmpty(Mono.just(0));
            };
        }
        return made;
    }

    @Property(tries = 1000, shrinking = ShrinkingMode.OFF)
    void shouldBeTheSameWithAMono(@ForAll long seed) {
        shouldBeTheSame(seed, Mono.class, (run, wrap) -> {
            Mono<Integer> made = operators(run, mono(run), "in");
            Mono<Integer> wrapped = cast(wrap.apply(made instanceof Callable ? made.hide() : made));
            operators(run, wrapped, "out").subscribe(new Asking(run));
        });
    }

    private static Flowable<Integer> flowable(Run run) {
        return switch (run.choose(9)) {
            case 0 -> Flowable.just(7);
            case 1 -> Flowable.range(1, run.choose(9) + 2);
            case 2 -> Flowable.range(1, 5).hide();
            case 3 -> Flowable.error(FAILURE);
            case 4 -> Flowable.never();
            case 5 -> Flowable.empty();
            case 6 -> Flowable.range(1, 3).concatWith(Flowable.error(FAILURE));
            case 7 -> Flowable.fromIterable(List.of(1, 2, 3));
            default -> {
                PublishProcessor<Integer> processor = PublishProcessor.create();
                run.later.add(() -> run.see("offered " + processor.offer(1)));
                run.later.add(() -> run.see("offered " + processor.offer(2)));
                run.later.add(processor::onComplete);
                yield processor.onBackpressureBuffer();
            }
        };
    }

    private static Flowable<Integer> operators(Run run, Flowable<Integer> flowable, String where) {
        Flowable<Integer> made = flowable;
        for (int i = run.choose(4); i > 0; i--) {
            made = switch (run.choose(10)) {
                case 0 -> made.map(value -> run.seen(where + " map", value + 1));
                case 1 -> made.filter(value -> run.seen(where + " filter", value) % 2 == 0);
                case 2 -> made.doOnRequest(n -> run.see(where + " request " + n));
                case 3 -> made.doOnCancel(() -> run.see(where + " cancel"));
                case 4 -> made.doFinally(() -> run.see(where + " finally"));
                case 5 -> made.take(2);
                case 6 -> made.concatMap(value -> Flowable.range(value, 2));
                case 7 -> made.flatMapIterable(value -> List.of(value, run.seen(where + " one of", value)));
                case 8 -> made.observeOn(Schedulers.trampoline(), false, 2);
                default -> made.onErrorReturnItem(-1);
            };
        }
        return made;
    }

    @Property(tries = 1000, shrinking = ShrinkingMode.OFF)
    void shouldBeTheSameWithAFlowable(@ForAll long seed) {
        shouldBeTheSame(seed, Flowable.class, (run, wrap) -> {
            Flowable<Integer> made = operators(run, flowable(run), "in");
            Flowable<Integer> wrapped = cast(wrap.apply(made instanceof Supplier ? made.hide() : made));
            operators(run, wrapped, "out").subscribe(new Asking(run));
        });
    }

    /** Observes whatever RxJava has without demand; may dispose of it as it is given. */
    private static final class Observing
            implements Observer<Object>, SingleObserver<Object>, MaybeObserver<Object>, CompletableObserver {
        private final Run run;
        private final int plan;
        private Disposable disposable;

        Observing(Run run) {
            this.run = run;
            this.plan = run.choose(4);
        }

        @Override
        public void onSubscribe(Disposable given) {
            run.see("subscribed");
            disposable = given;
            if (plan == 0) {
                given.dispose();
            } else if (plan == 1) {
                run.later.add(given::dispose);
            }
        }

        @Override
        public void onNext(Object value) {
            run.see("next " + value);
            if (plan == 2) {
                disposable.dispose();
            }
        }

        @Override
        public void onSuccess(Object value) {
            run.see("success " + value);
        }

        @Override
        public void onError(Throwable failure) {
            run.see("error " + failure.getMessage());
        }

        @Override
        public void onComplete() {
            run.see("complete " + disposable.isDisposed());
        }
    }

    @Property(tries = 500, shrinking = ShrinkingMode.OFF)
    void shouldBeTheSameWithAnObservable(@ForAll long seed) {
        shouldBeTheSame(seed, Observable.class, (run, wrap) -> {
            Observable<Integer> made = operators(run, flowable(run), "in").toObservable();
            Observable<Integer> fused = run.choose(2) == 0 ? made : made.map(value -> run.seen("map", value));
            Observable<Integer> wrapped = cast(wrap.apply(run.choose(2) == 0 ? fused : Observable.range(1, 4)));
            wrapped.map(value -> run.seen("out", value))
                    .observeOn(Schedulers.trampoline())
                    .doOnDispose(() -> run.see("disposed"))
                    .subscribe(new Observing(run));
        });
    }

    private static Maybe<Integer> maybe(Run run) {
        Maybe<Integer> made = switch (run.choose(6)) {
            case 0 -> Maybe.just(1);
            case 1 -> Maybe.empty();
            case 2 -> Maybe.error(FAILURE);
            case 3 -> Maybe.never();
            case 4 -> Maybe.fromCallable(() -> run.seen("called", 2));
            default -> {
                MaybeSubject<Integer> subject = MaybeSubject.create();
                run.later.add(() -> subject.onSuccess(3));
                yield subject.hide();
            }
        };
        return run.choose(2) == 0 ? made : made.doOnDispose(() -> run.see("in disposed"));
    }

    @Property(tries = 1000, shrinking = ShrinkingMode.OFF)
    void shouldBeTheSameWithMaybeSingleAndCompletable(@ForAll long seed) {
        shouldBeTheSame(seed, Maybe.class, (run, wrap) -> {
            Maybe<Integer> made = maybe(run);
            Maybe<Integer> wrapped = cast(wrap.apply(made instanceof Supplier ? made.hide() : made));
            wrapped.map(value -> run.seen("out", value)).subscribe(new Observing(run));
        });
        shouldBeTheSame(seed, Single.class, (run, wrap) -> {
            Single<Integer> wrapped = cast(wrap.apply(maybe(run).toSingle()));
            wrapped.flatMap(value -> Single.just(run.seen("out", value))).subscribe(new Observing(run));
        });
        shouldBeTheSame(seed, Completable.class, (run, wrap) -> {
            Completable wrapped = cast(wrap.apply(maybe(run).ignoreElement()));
            wrapped.doFinally(() -> run.see("finally")).subscribe(new Observing(run));
        });
    }

    private static Multi<Integer> multi(Run run) {
        Multi<Integer> made = switch (run.choose(7)) {
            case 0 -> Multi.createFrom().item(7);
            case 1 -> Multi.createFrom().range(1, run.choose(6) + 2);
            case 2 -> Multi.createFrom().empty();
            case 3 -> Multi.createFrom().failure(FAILURE);
            case 4 -> Multi.createFrom().nothing();
            case 5 ->
                Multi.createFrom().emitter(emitter -> {
                    emitter.onTermination(() -> run.see("terminated"));
                    emitter.emit(1);
                    run.later.add(() -> emitter.emit(2));
                    run.later.add(emitter::complete);
                });
            default -> {
                BroadcastProcessor<Integer> processor = BroadcastProcessor.create();
                run.later.add(() -> processor.onNext(4));
                run.later.add(processor::onComplete);
                yield processor.map(value -> value + 1);
            }
        };
        return operators(run, made, "in");
    }

    private static Multi<Integer> operators(Run run, Multi<Integer> multi, String where) {
        Multi<Integer> made = multi;
        for (int i = run.choose(4); i > 0; i--) {
            made = switch (run.choose(7)) {
                case 0 -> made.map(value -> run.seen(where + " map", value + 1));
                case 1 -> made.select().where(value -> run.seen(where + " where", value) % 2 == 0);
                case 2 -> made.onRequest().invoke(n -> run.see(where + " request " + n));
                case 3 -> made.onCancellation().invoke(() -> run.see(where + " cancel"));
                case 4 -> made.onTermination().invoke(() -> run.see(where + " end"));
                case 5 -> made.select().first(2);
                default -> made.onFailure().recoverWithItem(-1);
            };
        }
        return made;
    }

    @Property(tries = 1000, shrinking = ShrinkingMode.OFF)
    void shouldBeTheSameWithAMulti(@ForAll long seed) {
        shouldBeTheSame(seed, Multi.class, (run, wrap) -> {
            Multi<Integer> wrapped = cast(wrap.apply(multi(run)));
            operators(run, wrapped, "out").subscribe(FlowAdapters.toFlowSubscriber(new Asking(run)));
        });
    }

    private static Uni<Integer> operators(Run run, Uni<Integer> uni, String where) {
        Uni<Integer> made = uni;
        for (int i = run.choose(4); i > 0; i--) {
            made = switch (run.choose(7)) {
                case 0 -> made.map(value -> run.seen(where + " map", value));
                case 1 -> made.onCancellation().invoke(() -> run.see(where + " cancel"));
                case 2 -> made.onTermination().invoke(() -> run.see(where + " end"));
                case 3 -> made.eventually(() -> run.see(where + " eventually"));
                case 4 -> made.onFailure().recoverWithItem(-1);
                case 5 -> made.chain(value -> Uni.createFrom().item(value));
                default -> made.onSubscription().invoke(() -> run.see(where + " subscription"));
            };
        }
        return made;
    }

    @Property(tries = 1000, shrinking = ShrinkingMode.OFF)
    void shouldBeTheSameWithAUni(@ForAll long seed) {
        shouldBeTheSame(seed, Uni.class, (run, wrap) -> {
            Uni<Integer> made = switch (run.choose(6)) {
                case 0 -> Uni.createFrom().item(7);
                case 1 -> Uni.createFrom().nullItem();
                case 2 -> Uni.createFrom().failure(FAILURE);
                case 3 -> Uni.createFrom().nothing();
                case 4 -> Uni.createFrom().item(() -> run.seen("supplied", 2));
                default ->
                    Uni.createFrom().emitter(emitter -> {
                        emitter.onTermination(() -> run.see("terminated"));
                        run.later.add(() -> emitter.complete(3));
                    });
            };
            Uni<Integer> wrapped = cast(wrap.apply(operators(run, made, "in")));
            int plan = run.choose(3);
            Uni<Integer> out = operators(run, wrapped, "out");
            out.subscribe().withSubscriber(new UniSubscriber<Integer>() {
                @Override
                public Context context() {
                    return Context.of("plan", plan);
                }

                @Override
                public void onSubscribe(UniSubscription subscription) {
                    run.see("subscribed");
                    if (plan == 0) {
                        subscription.cancel();
                    } else if (plan == 1) {
                        run.later.add(subscription::cancel);
                    }
                }

                @Override
                public void onItem(Integer item) {
                    run.see("item " + item);
                }

                @Override
                public void onFailure(Throwable failure) {
                    run.see("failure " + failure.getMessage());
                }
            });
        });
    }

    @Property(tries = 500, shrinking = ShrinkingMode.OFF)
    void shouldBeTheSameWithPublishersOfNoLibrary(@ForAll long seed) {
        shouldBeTheSame(seed, org.reactivestreams.Publisher.class, (run, wrap) -> {
            Flux<Integer> made = operators(run, flux(run), "in");
            org.reactivestreams.Publisher<Integer> own = made::subscribe;
            org.reactivestreams.Publisher<Integer> wrapped = cast(wrap.apply(own));
            wrapped.subscribe(new Asking(run));
        });
        shouldBeTheSame(seed, Flow.Publisher.class, (run, wrap) -> {
            Multi<Integer> made = multi(run);
            Flow.Publisher<Integer> own = made::subscribe;
            Flow.Publisher<Integer> wrapped = cast(wrap.apply(own));
            wrapped.subscribe(FlowAdapters.toFlowSubscriber(new Asking(run)));
        });
    }

    @SuppressWarnings("unchecked")
    private static <T> T cast(Object made) {
        return (T) made;
    }
}
