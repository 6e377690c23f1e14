// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.load;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;

/**
 * Has some workers run workflows one after another, and prints what that took: of the first seconds, and of the rest.
 *
 * <p>Printed is a line a stretch: {@code stretch SECONDS WORKFLOWS WRITER_NANOS PROCESS_NANOS BYTES}. The writer is the thread of an
 * agent that records, 0 where there is none; the bytes are those that all live threads have allocated.
 */
public final class Load {
    /** The thread whose CPU time is reported separately. */
    private static final String WRITER = "agent-profiler-writer";

    private static final int WORKERS = Integer.getInteger("load.workers", 4);
    private static final long FIRST_MILLIS = Long.getLong("load.firstMillis", 5000);
    private static final long LONG_MILLIS = Long.getLong("load.longMillis", 15_000);

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private final AtomicLong workflows = new AtomicLong();
    private volatile boolean over;

    private Load() {}

    /** The figures at one moment. */
    private record Moment(long nanos, long workflows, long writerNanos, long processNanos, long bytes) {}

    /**
     * Runs workflows until the time is over.
     *
     * @param workflow runs one; given a number that no other workflow has
     */
    public static void run(LongConsumer workflow) throws InterruptedException {
        new Load().measure(workflow);
    }

    private void measure(LongConsumer workflow) throws InterruptedException {
        AtomicLong numbers = new AtomicLong();
        List<Thread> workers = new ArrayList<>();
        for (int i = 0; i < WORKERS; i++) {
            Thread worker = new Thread(() -> work(workflow, numbers), "worker-" + i);
            worker.start();
            workers.add(worker);
        }
        Moment begin = new Moment(System.nanoTime(), 0, 0, system.getProcessCpuTime(), bytes());
        Thread.sleep(FIRST_MILLIS);
        Moment warm = now();
        Thread.sleep(LONG_MILLIS);
        Moment end = now();
        over = true;
        for (Thread worker : workers) {
            worker.join();
        }
        print(begin, warm);
        print(warm, end);
        System.out.println("workflows " + workflows.get());
    }

    private void work(LongConsumer workflow, AtomicLong numbers) {
        while (!over) {
            workflow.accept(numbers.incrementAndGet());
            workflows.incrementAndGet();
        }
    }

    private Moment now() {
        long writer = 0;
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().equals(WRITER)) {
                writer = threads.getThreadCpuTime(thread.getId());
            }
        }
        return new Moment(System.nanoTime(), workflows.get(), writer, system.getProcessCpuTime(), bytes());
    }

    private long bytes() {
        long bytes = 0;
        for (long each : threads.getThreadAllocatedBytes(threads.getAllThreadIds())) {
            bytes += Math.max(0, each);
        }
        return bytes;
    }

    private static void print(Moment from, Moment to) {
        System.out.println("stretch " + (to.nanos - from.nanos) / 1e9 + " " + (to.workflows - from.workflows) + " "
                + (to.writerNanos - from.writerNanos) + " " + (to.processNanos - from.processNanos) + " "
                + (to.bytes - from.bytes));
    }
}
