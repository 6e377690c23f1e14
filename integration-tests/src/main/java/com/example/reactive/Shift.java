// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.reactive;

import io.reactivex.rxjava3.core.Flowable;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import reactor.adapter.JdkFlowAdapter;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;
import reactor.util.context.Context;

/** One shift at the desk: all its operations in sequence. */
public final class Shift {
    private final Desk desk = new Desk();

    private Shift() {}

    /** Runs. */
    public static void main(String[] args) throws InterruptedException {
        Shift shift = new Shift();
        shift.answers();
        shift.streams();
        shift.rest();
        shift.busy();
    }

    private void answers() {
        System.out.println(desk.look("sync"));
        System.out.println(desk.later("future").join());
        System.out.println(desk.someday("stage").toCompletableFuture().join());
        System.out.println(
                desk.ask("mono").contextWrite(Context.of("user", "me")).block());
        System.out.println(desk.report("mixed").block());
        Mono<String> refused = desk.refuse("no").map(Desk.Answer::text).onErrorResume(e -> Mono.just(e.getMessage()));
        System.out.println(refused.block());
        desk.ask("never subscribed");
        System.out.println(desk.ask("twice").repeat(1).count().block());
    }

    private void streams() {
        desk.words("iterator").forEachRemaining(word -> System.out.print(word + " "));
        desk.lines("stream").forEach(word -> System.out.print(word + " "));
        System.out.println(desk.stream("flux of words").collectList().block());
        System.out.println(desk.stream("only the first").take(1).collectList().block());
        System.out.println(desk.flow("rx").toList().blockingGet());
        System.out.println(desk.single("one").blockingGet());
        System.out.println(
                JdkFlowAdapter.flowPublisherToFlux(desk.publish("flow")).blockLast());
        System.out.println(Flux.concat(
                        desk.ask("first").delayElement(Duration.ofMillis(1)),
                        Flowable.fromSingle(desk.single("second")))
                .count()
                .block());
    }

    /** An operation that never ends, and is abandoned. */
    private void rest() {
        System.out.println(Mono.never()
                .mergeWith(desk.ask("slow").delaySubscription(Duration.ofHours(1)))
                .timeout(Duration.ofMillis(20), Mono.just("gave up"))
                .blockLast());
    }

    /** Three colleagues share one thread; each must get the own answers. */
    private void busy() throws InterruptedException {
        Scheduler scheduler = Schedulers.newBoundedElastic(1, 1000, "shared");
        CountDownLatch done = new CountDownLatch(3);
        for (String who : List.of("ann", "bob", "cid")) {
            new Thread(() -> {
                        Colleague colleague = new Colleague(desk, scheduler);
                        colleague.work(who);
                        done.countDown();
                    })
                    .start();
        }
        done.await();
        scheduler.dispose();
        System.out.println("done");
    }
}
