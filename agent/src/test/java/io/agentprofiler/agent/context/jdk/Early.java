// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.context.jdk;

import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Pools whose threads were already in their loops when the JDK's classes were woven. */
final class Early {
    static final ThreadPoolExecutor POOL =
            new ThreadPoolExecutor(1, 1, 1, TimeUnit.HOURS, new LinkedBlockingQueue<>(), Early::daemon);
    static final ScheduledThreadPoolExecutor SCHEDULED = new ScheduledThreadPoolExecutor(1, Early::daemon);
    static final ForkJoinPool FORK_JOIN = new ForkJoinPool(1);
    static final Timer TIMER = new Timer("early", true);

    private Early() {}

    static void startThreads() throws Exception {
        POOL.submit(() -> {}).get();
        SCHEDULED.submit(() -> {}).get();
        FORK_JOIN.submit(() -> {}).get();
        CountDownLatch timed = new CountDownLatch(1);
        TIMER.schedule(
                new TimerTask() {
                    @Override
                    public void run() {
                        timed.countDown();
                    }
                },
                0);
        timed.await();
        ForkJoinPool.commonPool().submit(() -> {}).get();
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task);
        thread.setDaemon(true);
        return thread;
    }
}
