// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.plain;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

/** Is over while a call on another thread has not returned: it returns when the JVM's exit is well under way. */
public final class LastCall {
    private static final long LOOK_NANOS = 1_000_000;
    private static final CountDownLatch EXITING = new CountDownLatch(1);

    private LastCall() {}

    /** The call. */
    static String work(CountDownLatch until) {
        try {
            until.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return "done";
    }

    /** Runs the program. */
    public static void main(String[] args) {
        // once before, so that the call that counts has nothing left to load
        work(new CountDownLatch(0));
        Thread worker = new Thread(() -> work(EXITING), "worker");
        worker.setDaemon(true);
        worker.start();
        awaitState(worker, Thread.State.WAITING);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            awaitState(exitOfTheAgent(), Thread.State.TIMED_WAITING);
            EXITING.countDown();
            awaitState(worker, Thread.State.TERMINATED);
        }));
        System.out.println("over");
    }

    private static Thread exitOfTheAgent() {
        while (true) {
            for (Thread thread : Thread.getAllStackTraces().keySet()) {
                if (thread.getName().equals("agent-profiler-exit")) {
                    return thread;
                }
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    private static void awaitState(Thread thread, Thread.State state) {
        while (thread.getState() != state && thread.getState() != Thread.State.TERMINATED) {
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }
}
