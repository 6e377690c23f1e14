// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.reactive;

import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.Single;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.SubmissionPublisher;
import java.util.stream.Stream;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** A help desk; each way of answering has a method. */
public class Desk {
    /** An answer: a record, so that rules have something to read from. */
    public record Answer(String text, int words) {}

    /** Answers at once. */
    public Answer look(String question) {
        return new Answer("re: " + question, question.split(" ").length + 1);
    }

    /** Answers later. */
    public CompletableFuture<Answer> later(String question) {
        return CompletableFuture.supplyAsync(() -> look(question));
    }

    /** Answers later, and says less of how. */
    public CompletionStage<Answer> someday(String question) {
        return later(question).minimalCompletionStage();
    }

    /** Answers those who subscribe. */
    public Mono<Answer> ask(String question) {
        return Mono.fromCallable(() -> look(question)).subscribeOn(Schedulers.boundedElastic());
    }

    /** Answers word by word. */
    public Flux<String> stream(String question) {
        return Flux.fromArray(look(question).text().split(" ")).publishOn(Schedulers.parallel());
    }

    /** Asks twice at the same time and streams what came of it. */
    public Mono<List<String>> report(String topic) {
        return Mono.zip(ask(topic + " now"), ask(topic + " then"))
                .flatMap(both -> stream(both.getT1().text()).collectList());
    }

    /** Fails. */
    public Mono<Answer> refuse(String question) {
        return Mono.error(() -> new IllegalArgumentException(question));
    }

    /** Lists the words of an answer. */
    public Iterator<String> words(String question) {
        return List.of(look(question).text().split(" ")).iterator();
    }

    /** The same, as a stream. */
    public Stream<String> lines(String question) {
        return Stream.of(look(question).text().split(" "));
    }

    /** The same, as RxJava has it. */
    public Flowable<String> flow(String question) {
        return Flowable.fromArray(look(question).text().split(" "));
    }

    /** Answers those who subscribe, as RxJava has it. */
    public Single<Answer> single(String question) {
        return Single.fromCallable(() -> look(question)).subscribeOn(io.reactivex.rxjava3.schedulers.Schedulers.io());
    }

    /** The same, as the JDK has it. */
    public Flow.Publisher<Answer> publish(String question) {
        return subscriber -> {
            SubmissionPublisher<Answer> publisher = new SubmissionPublisher<>(Runnable::run, 4);
            publisher.subscribe(subscriber);
            publisher.submit(look(question));
            publisher.close();
        };
    }
}
