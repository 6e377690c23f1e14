// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.plain;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

/** Ends while work on another thread continues step by step, for longer than a single step takes. */
public final class LastSteps {
    /** Number of steps. */
    public static final int STEPS = 8;

    private static final long STEP_NANOS = 150_000_000;

    private LastSteps() {}

    /** The work. */
    static void work(CountDownLatch begun) {
        for (int i = 0; i < STEPS; i++) {
            step();
            begun.countDown();
        }
    }

    /** A step of it. */
    static void step() {
        LockSupport.parkNanos(STEP_NANOS);
    }

    /** Runs the program. */
    public static void main(String[] args) throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        Thread worker = new Thread(() -> work(begun), "worker");
        worker.setDaemon(true);
        worker.start();
        begun.await();
        System.out.println("over");
    }
}
