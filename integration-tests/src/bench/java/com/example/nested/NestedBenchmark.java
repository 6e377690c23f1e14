// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.nested;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The time and bytes of a traced call on the calling thread.
 *
 * <p>Calls come in bursts with pauses between them, so that an agent with its own writer thread has room for its records.
 * Without the pauses, the benchmark would measure the speed of that thread, or the cost of dropping records.
 *
 * <p>The bytes are those of the calling thread alone; JMH's profiler would add allocations of other threads.
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 300)
@Measurement(iterations = 300)
@State(Scope.Thread)
public class NestedBenchmark {
    /** Calls in a workflow. */
    static final int DEPTH = 10;
    /** Workflows in a burst; their 2000 records are an eighth of what our ring holds. */
    static final int WORKFLOWS = 100;

    private static final long PAUSE_MILLIS = Long.getLong("bench.pauseMillis", 40);
    /** The agent promises to stop within half of this. */
    private static final long STOP_MILLIS = 3000;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** Bytes the calling thread allocated, by burst. */
    @AuxCounters(AuxCounters.Type.EVENTS)
    @State(Scope.Thread)
    public static class Allocation {
        public long bytes;
    }

    /** Makes the file that stops our agent, and waits until it has, where that is to be measured. */
    @Setup(Level.Trial)
    public void stop() throws IOException, InterruptedException {
        String runs = System.getProperty("bench.stop");
        if (runs == null) {
            return;
        }
        Nested.call(1);
        try (Stream<Path> directories = Files.list(Path.of(runs))) {
            for (Path directory : directories.toList()) {
                Files.createFile(directory.resolve("STOP"));
            }
        }
        Thread.sleep(STOP_MILLIS);
    }

    /** Leaves the agent's threads time to take what the last burst made. */
    @Setup(Level.Iteration)
    public void pause() throws InterruptedException {
        Thread.sleep(PAUSE_MILLIS);
    }

    /** One burst. */
    @Benchmark
    @OperationsPerInvocation(DEPTH * WORKFLOWS)
    public int burst(Allocation allocation) {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        int sum = 0;
        for (int i = 0; i < WORKFLOWS; i++) {
            sum += Nested.call(DEPTH);
        }
        allocation.bytes = THREADS.getCurrentThreadAllocatedBytes() - before;
        return sum;
    }
}
