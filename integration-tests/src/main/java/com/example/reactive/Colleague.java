// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.reactive;

import java.util.concurrent.CountDownLatch;
import reactor.core.scheduler.Scheduler;

/** Somebody who shares a scheduler with others. */
public class Colleague {
    private final Desk desk;
    private final Scheduler scheduler;

    /** Creates somebody who works at {@code desk}. */
    public Colleague(Desk desk, Scheduler scheduler) {
        this.desk = desk;
        this.scheduler = scheduler;
    }

    /** Gives the scheduler more to do than it can, and waits. */
    public void work(String who) {
        CountDownLatch done = new CountDownLatch(5);
        for (int i = 0; i < 5; i++) {
            scheduler.schedule(() -> {
                pause();
                desk.look(who);
                done.countDown();
            });
            pause();
        }
        try {
            done.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void pause() {
        try {
            Thread.sleep(1);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
