// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.plain;

import java.util.ArrayList;
import java.util.List;

/** Calls a method as often and as fast as it can: {@code args[0]} threads, {@code args[1]} calls each. */
public final class Storm {
    private Storm() {}

    /** Called all the time. */
    static long step(long i) {
        return i + 1;
    }

    /** Runs the program. */
    public static void main(String[] args) throws InterruptedException {
        int calls = Integer.parseInt(args[1]);
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < Integer.parseInt(args[0]); t++) {
            Thread thread = new Thread(() -> {
                long sum = 0;
                for (int i = 0; i < calls; i++) {
                    sum = step(sum);
                }
                if (sum != calls) {
                    throw new IllegalStateException("wrong sum " + sum);
                }
            });
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println("done");
    }
}
