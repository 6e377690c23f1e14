// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.plain;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * Asks a question whose name cannot be read before all the work is done, and then does the work: {@code args[0]} threads,
 * {@code args[1]} calls each.
 */
public final class StuckReader {
    private static final CountDownLatch READ = new CountDownLatch(1);
    private static final CountDownLatch DONE = new CountDownLatch(1);

    private StuckReader() {}

    /** An object that makes its reader wait. */
    static final class Question {
        private final String about = "patience";

        String name() throws InterruptedException {
            READ.countDown();
            DONE.await();
            return about;
        }
    }

    /** Called once, with the question. */
    static Question ask(Question question) {
        return question;
    }

    /** Called all the time. */
    static long step(long i) {
        return i + 1;
    }

    /** Runs the program. */
    public static void main(String[] args) throws InterruptedException {
        ask(new Question());
        READ.await();
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < Integer.parseInt(args[0]); t++) {
            Thread thread = new Thread(() -> {
                long sum = 0;
                for (int i = 0; i < Integer.parseInt(args[1]); i++) {
                    sum = step(sum);
                }
            });
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println("done");
        DONE.countDown();
    }
}
