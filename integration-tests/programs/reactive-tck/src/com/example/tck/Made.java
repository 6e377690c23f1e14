// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.tck;

import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.Single;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.Flow;
import java.util.concurrent.SubmissionPublisher;
import java.util.stream.LongStream;
import org.reactivestreams.FlowAdapters;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * Creates publishers with a number of elements, or ones that fail. The agent traces these methods and wraps their results.
 */
final class Made {
    private static final Executor WORKERS = Executors.newCachedThreadPool(Made::worker);

    private Made() {}

    private static Thread worker(Runnable work) {
        Thread thread = new Thread(work, "worker");
        thread.setDaemon(true);
        return thread;
    }

    /** Returns publishers to verify, and what is verified of publishers of the same type that fail. */
    static List<PublisherTck> publishers() {
        return List.of(
                PublisherTck.ofMany("flux", Made::flux, Made::fluxFailed),
                PublisherTck.ofMany("flux-operators", Made::fluxOperators, Made::fluxFailed),
                PublisherTck.ofMany("flux-scheduled", Made::fluxScheduled, Made::fluxFailed),
                PublisherTck.ofOne("mono", Made::mono, Made::monoFailed),
                PublisherTck.ofOne("mono-operators", Made::monoOperators, Made::monoFailed),
                PublisherTck.ofOne("mono-value", Made::monoValue, Made::monoFailed),
                PublisherTck.ofMany("flowable", Made::flowable, Made::flowableFailed),
                PublisherTck.ofMany("flowable-operators", Made::flowableOperators, Made::flowableFailed),
                PublisherTck.ofMany("flowable-scheduled", Made::flowableScheduled, Made::flowableFailed),
                PublisherTck.ofOne(
                        "single",
                        n -> single(n).toFlowable(),
                        () -> singleFailed().toFlowable()),
                PublisherTck.ofFlow("multi", Made::multi, Made::multiFailed),
                PublisherTck.ofFlow("multi-operators", Made::multiOperators, Made::multiFailed),
                PublisherTck.ofFlow("multi-scheduled", Made::multiScheduled, Made::multiFailed),
                PublisherTck.ofOne(
                        "uni",
                        n -> FlowAdapters.toPublisher(uni(n).toMulti()),
                        () -> FlowAdapters.toPublisher(uniFailed().toMulti())),
                PublisherTck.ofMany("publisher", Made::publisher, Made::publisherFailed),
                PublisherTck.ofFlow("flow", Made::flow, Made::flowFailed),
                PublisherTck.ofFlow("submission", Made::submission, Made::flowFailed));
    }

    static Flux<Long> flux(long n) {
        return Flux.fromStream(() -> LongStream.range(0, n).boxed());
    }

    static Flux<Long> fluxOperators(long n) {
        return flux(n).map(i -> i + 1).filter(i -> i > 0).concatMap(i -> mono(1).thenReturn(i));
    }

    static Flux<Long> fluxScheduled(long n) {
        return flux(n).publishOn(Schedulers.parallel()).subscribeOn(Schedulers.boundedElastic());
    }

    static Flux<Long> fluxFailed() {
        return Flux.error(new IllegalStateException("failed"));
    }

    static Mono<Long> mono(long n) {
        return Mono.defer(() -> n == 0 ? Mono.empty() : Mono.just(n));
    }

    static Mono<Long> monoOperators(long n) {
        return mono(n).map(i -> i + 1).flatMap(i -> mono(i)).publishOn(Schedulers.parallel());
    }

    static Mono<Long> monoValue(long n) {
        return n == 0 ? Mono.empty() : Mono.just(n);
    }

    static Mono<Long> monoFailed() {
        return Mono.error(new IllegalStateException("failed"));
    }

    static Flowable<Long> flowable(long n) {
        return Flowable.rangeLong(0, n);
    }

    static Flowable<Long> flowableOperators(long n) {
        return flowable(n).map(i -> i + 1).filter(i -> i > 0).concatMapSingle(i -> single(i));
    }

    static Flowable<Long> flowableScheduled(long n) {
        return flowable(n).observeOn(io.reactivex.rxjava3.schedulers.Schedulers.computation());
    }

    static Flowable<Long> flowableFailed() {
        return Flowable.error(new IllegalStateException("failed"));
    }

    static Single<Long> single(long n) {
        return Single.fromCallable(() -> n);
    }

    static Single<Long> singleFailed() {
        return Single.error(new IllegalStateException("failed"));
    }

    static Multi<Long> multi(long n) {
        return Multi.createFrom().items(() -> LongStream.range(0, n).boxed());
    }

    static Multi<Long> multiOperators(long n) {
        return multi(n).map(i -> i + 1).select().where(i -> i > 0).onItem().transformToUniAndConcatenate(i -> uni(i));
    }

    static Multi<Long> multiScheduled(long n) {
        return multi(n).emitOn(WORKERS);
    }

    static Multi<Long> multiFailed() {
        return Multi.createFrom().failure(new IllegalStateException("failed"));
    }

    static Uni<Long> uni(long n) {
        return Uni.createFrom().item(() -> n);
    }

    static Uni<Long> uniFailed() {
        return Uni.createFrom().failure(new IllegalStateException("failed"));
    }

    static Publisher<Long> publisher(long n) {
        Flux<Long> flux = flux(n);
        return flux::subscribe;
    }

    static Publisher<Long> publisherFailed() {
        Flux<Long> flux = fluxFailed();
        return flux::subscribe;
    }

    static Flow.Publisher<Long> flow(long n) {
        Multi<Long> multi = multi(n);
        return multi::subscribe;
    }

    static Flow.Publisher<Long> flowFailed() {
        Multi<Long> multi = multiFailed();
        return multi::subscribe;
    }

    /** Publishes when it is subscribed to for the first time, as a SubmissionPublisher keeps nothing for later subscribers. */
    static Flow.Publisher<Long> submission(long n) {
        return subscriber -> {
            SubmissionPublisher<Long> publisher = new SubmissionPublisher<>(WORKERS, 16);
            publisher.subscribe(subscriber);
            WORKERS.execute(() -> {
                for (long i = 0; i < n && publisher.hasSubscribers(); i++) {
                    publisher.submit(i);
                }
                publisher.close();
            });
        };
    }

    /** Returns a publisher of what {@code source} publishes. */
    static Flowable<Long> through(Flowable<Long> source) {
        return source.map(i -> i);
    }
}
