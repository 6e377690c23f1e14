// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.plain;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;

/** Does a little work on two threads, then prints its result and the names of the threads that are alive. */
public final class NoAi {
    private NoAi() {}

    /** Runs the program. */
    public static void main(String[] args) throws Exception {
        List<Integer> squares = new ArrayList<>();
        Thread worker = new Thread(() -> IntStream.range(0, 5).map(i -> i * i).forEach(squares::add), "worker");
        worker.start();
        worker.join();
        System.out.println(squares);
        TreeSet<String> names = new TreeSet<>();
        Thread.getAllStackTraces().keySet().forEach(thread -> names.add(thread.getName()));
        System.out.println(names);
    }
}
