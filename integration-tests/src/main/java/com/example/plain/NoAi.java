// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.plain;

import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Does a little work on two threads, then prints its result and the names of the threads that are alive. */
public final class NoAi {
    private NoAi() {}

    /** Runs the program. */
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2, task -> new Thread(task, "worker"));
        List<Integer> squares = pool.submit(
                        () -> IntStream.range(0, 5).map(i -> i * i).boxed().collect(Collectors.toList()))
                .get();
        pool.shutdown();
        System.out.println(squares);
        TreeSet<String> names = new TreeSet<>();
        Thread.getAllStackTraces().keySet().forEach(thread -> names.add(thread.getName()));
        System.out.println(names);
    }
}
