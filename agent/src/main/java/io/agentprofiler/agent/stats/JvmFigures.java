// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.stats;

import io.agentprofiler.agent.log.AgentLog;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.util.List;

/**
 * What only the JVM's management classes tell. Loading them takes some 50 ms, which is why nobody touches this class while
 * an application starts; a run-time image may lack them altogether.
 *
 * <p><b>Threading:</b> consumer only.
 */
final class JvmFigures {
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
            // Of the heap's pools, those that can fill up for good are those that have such a threshold and a limit.
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
