// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.stats;

import io.agentprofiler.agent.log.AgentLog;
import java.io.BufferedReader;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * Samples what the process uses. The first sample is cheap and partial; later ones load the JVM's management classes.
 *
 * <p><b>Threading:</b> consumer only.
 */
public final class ProcessSampler {
    private static final String STATUS = "/proc/self/status";
    private static final String RSS = "VmRSS:";

    private final TraceClock clock;
    private JvmFigures figures;
    private boolean figuresMissing;
    private boolean rssMissing;
    private long lastNanos;
    private long lastCpuNanos = -1;

    public ProcessSampler(TraceClock clock) {
        this.clock = clock;
    }

    /** Samples what can be had without loading anything; time and CPU of collectors are unknown. */
    public ProcessSample partial() {
        return new ProcessSample(clock.epochNanos(System.nanoTime()), rssBytes(), heapBytes(), -1, -1);
    }

    /** Samples everything the platform tells. */
    public ProcessSample full() {
        long now = System.nanoTime();
        JvmFigures jvm = figures();
        if (jvm == null) {
            return partial();
        }
        long cpuNanos = jvm.cpuNanos();
        double cpu = -1;
        if (cpuNanos >= 0 && lastCpuNanos >= 0 && now > lastNanos) {
            cpu = (double) (cpuNanos - lastCpuNanos) / (now - lastNanos);
        } else if (cpuNanos >= 0 && lastCpuNanos < 0) {
            cpu = sinceStart(cpuNanos);
        }
        lastNanos = now;
        lastCpuNanos = cpuNanos;
        return new ProcessSample(clock.epochNanos(now), rssBytes(), heapBytes(), jvm.gcMillis(), cpu);
    }

    /** Samples everything if that needs no more classes, as a process that ends should not load any. */
    public ProcessSample last() {
        return figures == null ? partial() : full();
    }

    /** Returns the CPU usage in CPUs since the process started, -1 when that time is unknown. */
    private static double sinceStart(long cpuNanos) {
        return ProcessHandle.current()
                .info()
                .startInstant()
                .map(start -> Duration.between(start, Instant.now()).toNanos())
                .filter(nanos -> nanos > 0)
                .map(nanos -> (double) cpuNanos / nanos)
                .orElse(-1.0);
    }

    /** Returns the share of the heap in use after the last collection, -1 when unknown. */
    public double heapShareAfterGc() {
        JvmFigures jvm = figures();
        return jvm == null ? -1 : jvm.heapShareAfterGc();
    }

    private JvmFigures figures() {
        if (figures == null && !figuresMissing) {
            try {
                figures = new JvmFigures();
            } catch (LinkageError e) {
                figuresMissing = true;
                AgentLog.debug("no garbage collection and CPU figures: " + e);
            }
        }
        return figures;
    }

    private static long heapBytes() {
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }

    private long rssBytes() {
        if (rssMissing) {
            return -1;
        }
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(new FileInputStream(STATUS), StandardCharsets.US_ASCII))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith(RSS)) {
                    String figure = line.substring(RSS.length(), line.length() - "kB".length());
                    return Long.parseLong(figure.trim()) * 1024;
                }
            }
        } catch (IOException | NumberFormatException e) {
            AgentLog.debug("no resident memory figures: " + e);
        }
        rssMissing = true;
        return -1;
    }

    /**
     * What only the JVM's management classes tell. Loading them takes some 50 ms, which is why nobody touches this class while
     * an application starts; a run-time image may lack them altogether.
     *
     * <p><b>Threading:</b> consumer only.
     */
    private static final class JvmFigures {
        private static final String CYCLES = "Cycles";

        private final List<GarbageCollectorMXBean> collectors = ManagementFactory.getGarbageCollectorMXBeans();
        private final List<MemoryPoolMXBean> pools = ManagementFactory.getMemoryPoolMXBeans();
        /** {@code null} without the module {@code jdk.management}. */
        private final ProcessCpu process = ProcessCpu.find();

        /** Returns the milliseconds spent in all collectors, without what they did while the application went on. */
        long gcMillis() {
            long sum = 0;
            for (GarbageCollectorMXBean collector : collectors) {
                // ZGC and Shenandoah have one bean for their pauses, and one for whole cycles
                if (!collector.getName().endsWith(CYCLES)) {
                    sum += Math.max(0, collector.getCollectionTime());
                }
            }
            return sum;
        }

        /** Returns the nanoseconds of CPU time of the process, -1 when unknown. */
        long cpuNanos() {
            return process == null ? -1 : process.nanos();
        }

        /** Returns the highest share of a heap pool that was in use after its last collection, -1 when unknown. */
        double heapShareAfterGc() {
            double highest = -1;
            for (MemoryPoolMXBean pool : pools) {
                // Of the heap's pools, those that can fill up for good are those that have such a threshold and a
                // limit.
                if (pool.getType() == MemoryType.HEAP && pool.isUsageThresholdSupported()) {
                    MemoryUsage left = pool.getCollectionUsage();
                    if (left != null && left.getMax() > 0) {
                        highest = Math.max(highest, (double) left.getUsed() / left.getMax());
                    }
                }
            }
            return highest;
        }

        /** A class of its own: it cannot be linked without {@code jdk.management}. */
        private static final class ProcessCpu {
            private final com.sun.management.OperatingSystemMXBean bean;

            private ProcessCpu(com.sun.management.OperatingSystemMXBean bean) {
                this.bean = bean;
            }

            static ProcessCpu find() {
                try {
                    return ManagementFactory.getOperatingSystemMXBean()
                                    instanceof com.sun.management.OperatingSystemMXBean bean
                            ? new ProcessCpu(bean)
                            : null;
                } catch (LinkageError e) {
                    AgentLog.debug("no CPU time of the process: " + e);
                    return null;
                }
            }

            long nanos() {
                return bean.getProcessCpuTime();
            }
        }
    }
}
