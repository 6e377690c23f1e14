// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.reactive;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.context.ThreadContext;
import io.agentprofiler.agent.engine.TracedCalls;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * Workflows that go on at the same time, each a random tree of traced publishers within operators that change threads, delay, try
 * again and run side by side. Nothing of the JDK is instrumented here: on another thread the subscriber's context alone tells
 * whose a subscription is. Each leaf knows.
 */
class ReactorOwnersTest {
    private static final int WORKFLOWS = 6;
    private static final List<Scheduler> SCHEDULERS =
            List.of(Schedulers.parallel(), Schedulers.boundedElastic(), Schedulers.single());

    private final TracedCalls traced = TracedCalls.reactive();
    private final Queue<String> wrong = new ConcurrentLinkedQueue<>();
    private final AtomicInteger leaves = new AtomicInteger();

    @Property(tries = 60, shrinking = ShrinkingMode.OFF)
    void shouldBeOfTheWorkflowThatSubscribes(@ForAll long seed) {
        Random random = new Random(seed);
        List<Mono<?>> workflows = new ArrayList<>();
        for (int i = 0; i < WORKFLOWS; i++) {
            Span[] owner = new Span[1];
            long own = random.nextLong();
            Mono<Integer> workflow = traced(
                    "a",
                    () -> Mono.defer(() -> {
                        owner[0] = ThreadContext.get().current;
                        return step(own, 4, owner);
                    }));
            workflows.add(workflow.subscribeOn(SCHEDULERS.get(i % SCHEDULERS.size())));
        }

        Mono.when(workflows).block(Duration.ofSeconds(30));

        assertThat(wrong).isEmpty();
        assertThat(leaves.getAndSet(0)).isGreaterThanOrEqualTo(WORKFLOWS);
        assertThat(traced.events.started)
                .filteredOn(span -> span.parent == null)
                .hasSize(WORKFLOWS)
                .allMatch(span -> span.rule.id().equals("a"));
        assertThat(traced.disabled).isEmpty();
        traced.events.started.clear();
        traced.events.lines.clear();
    }

    private Mono<Integer> traced(String id, Callable<Mono<Integer>> body) {
        return traced.call(id, Mono.class, body);
    }

    /** A traced publisher; all its choices come from the seed, as operators may make it several times. */
    private Mono<Integer> step(long seed, int depth, Span[] owner) {
        Random random = new Random(seed);
        String id = random.nextBoolean() ? "b" : "c";
        return traced(id, () -> operators(random, depth, owner));
    }

    private Mono<Integer> operators(Random random, int depth, Span[] owner) {
        long first = random.nextLong();
        long second = random.nextLong();
        Scheduler scheduler = SCHEDULERS.get(random.nextInt(SCHEDULERS.size()));
        int choice = depth == 0 ? 0 : random.nextInt(11);
        return switch (choice) {
            case 0 -> Mono.fromCallable(() -> leaf(owner[0]));
            case 1 -> step(first, depth - 1, owner).subscribeOn(scheduler);
            case 2 -> Mono.just(1).publishOn(scheduler).flatMap(i -> step(first, depth - 1, owner));
            case 3 ->
                Flux.range(1, 3)
                        .publishOn(scheduler)
                        .flatMap(i -> step(first + i, depth - 1, owner).subscribeOn(scheduler))
                        .reduce(0, Integer::sum);
            case 4 -> Mono.zip(step(first, depth - 1, owner), step(second, depth - 1, owner), Integer::sum);
            case 5 ->
                step(first, depth - 1, owner)
                        .delayElement(Duration.ofMillis(1))
                        .flatMap(i -> step(second, depth - 1, owner));
            case 6 -> step(first, depth - 1, owner).delaySubscription(Duration.ofMillis(1));
            case 7 -> {
                AtomicInteger tries = new AtomicInteger();
                yield step(first, depth - 1, owner)
                        .publishOn(scheduler)
                        .flatMap(i ->
                                tries.incrementAndGet() < 3 ? Mono.error(new IllegalStateException()) : Mono.just(i))
                        .retry(3);
            }
            case 8 -> Mono.<Integer>empty().publishOn(scheduler).switchIfEmpty(step(first, depth - 1, owner));
            case 9 ->
                Mono.<Integer>error(new IllegalStateException())
                        .publishOn(scheduler)
                        .onErrorResume(e -> step(first, depth - 1, owner))
                        .timeout(Duration.ofSeconds(20));
            default ->
                Flux.concat(
                                step(first, depth - 1, owner),
                                step(second, depth - 1, owner).subscribeOn(scheduler))
                        .last();
        };
    }

    private int leaf(Span owner) {
        leaves.incrementAndGet();
        Span current = ThreadContext.get().current;
        if (current == null || !current.isOfTraceOf(owner)) {
            wrong.add("a leaf of " + owner + " was under " + current);
        }
        return 1;
    }
}
