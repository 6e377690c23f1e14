// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.reactive;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntConsumer;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Prints what a subscription, an element and a future cost: run it with and without the agent. */
public class Loop {
    private static final int ROUNDS = 15;
    private static final int ELEMENTS = 10_000;
    private static final int PAUSE = 20;
    private static final int WARM_UP = 200_000;

    private long sum;

    /** Returns one value. */
    public Mono<Integer> one(int i) {
        return Mono.just(i);
    }

    /** Returns many. */
    public Flux<Integer> many(int count) {
        return Flux.range(0, count);
    }

    /** Returns one value that is there already. */
    public CompletableFuture<Integer> done(int i) {
        return CompletableFuture.completedFuture(i);
    }

    /** Runs. */
    public static void main(String[] args) throws InterruptedException {
        Loop loop = new Loop();
        measure("subscription of a Mono", 2_000, 1, i -> loop.one(i).subscribe(x -> loop.sum += x));
        measure("element of a Flux", 1, ELEMENTS, i -> loop.many(ELEMENTS).subscribe(x -> loop.sum += x));
        measure("completed future", 2_000, 1, i -> loop.done(i).thenAccept(x -> loop.sum += x));
        System.out.println(loop.sum);
    }

    /** Prints the median round; pauses between rounds so that what is written keeps up. */
    private static void measure(String what, int calls, int parts, IntConsumer call) throws InterruptedException {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        for (int i = 0; i < WARM_UP / parts + 20; i++) {
            call.accept(i);
            if (i % 1_000 == 0) {
                Thread.sleep(PAUSE);
            }
        }
        double[] nanos = new double[ROUNDS];
        double[] bytes = new double[ROUNDS];
        for (int round = 0; round < ROUNDS; round++) {
            Thread.sleep(10 * PAUSE);
            long bytesBefore = threads.getCurrentThreadAllocatedBytes();
            long before = threads.getCurrentThreadCpuTime();
            for (int i = 0; i < calls; i++) {
                call.accept(i);
            }
            nanos[round] = (double) (threads.getCurrentThreadCpuTime() - before) / calls / parts;
            bytes[round] = (double) (threads.getCurrentThreadAllocatedBytes() - bytesBefore) / calls / parts;
        }
        Arrays.sort(nanos);
        Arrays.sort(bytes);
        System.out.printf("%s: %.1f ns, %.1f bytes%n", what, nanos[ROUNDS / 2], bytes[ROUNDS / 2]);
    }
}
