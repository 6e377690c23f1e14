// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.span;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.management.ThreadMXBean;

/**
 * Asks the JVM's thread bean.
 *
 * <p><b>Threading:</b> any thread; a reading costs a system call for CPU time.
 */
public final class ThreadBeanMeter implements ResourceMeter {
    private static final MethodHandle IS_VIRTUAL = isVirtual();

    /** {@code null} where CPU time is not measured. */
    private final ThreadMXBean bean;

    /** {@code null} where allocation is not measured. */
    private final Allocation allocation;

    private ThreadBeanMeter(ThreadMXBean bean, Allocation allocation) {
        this.bean = bean;
        this.allocation = allocation;
    }

    /**
     * Returns the meter of this JVM, or {@link ResourceMeter#NONE} where it measures nothing.
     *
     * @param bean the JVM's
     * @param extended whether the JVM has the module {@code jdk.management}, without which allocation is not measured
     */
    public static ResourceMeter create(ThreadMXBean bean, boolean extended) {
        boolean cpu = bean.isCurrentThreadCpuTimeSupported() && bean.isThreadCpuTimeEnabled();
        Allocation allocation = extended ? Allocation.of(bean) : null;
        return cpu || allocation != null ? new ThreadBeanMeter(cpu ? bean : null, allocation) : NONE;
    }

    @Override
    public long cpuNanos() {
        return bean == null || onVirtualThread() ? -1 : bean.getCurrentThreadCpuTime();
    }

    @Override
    public long allocatedBytes() {
        return allocation == null || onVirtualThread() ? -1 : allocation.bytes();
    }

    /** The bean throws on virtual threads; asking first is cheaper. */
    private static boolean onVirtualThread() {
        if (IS_VIRTUAL == null) {
            return false;
        }
        try {
            return (boolean) IS_VIRTUAL.invokeExact(Thread.currentThread());
        } catch (Throwable e) {
            throw new AssertionError("Thread.isVirtual does not throw", e);
        }
    }

    private static MethodHandle isVirtual() {
        try {
            return MethodHandles.publicLookup()
                    .findVirtual(Thread.class, "isVirtual", MethodType.methodType(boolean.class));
        } catch (NoSuchMethodException e) {
            return null; // before JDK 21 there are none
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("a public method of Thread is accessible", e);
        }
    }

    /** A class of its own: it cannot be linked without {@code jdk.management}. */
    private static final class Allocation {
        private final com.sun.management.ThreadMXBean bean;

        private Allocation(com.sun.management.ThreadMXBean bean) {
            this.bean = bean;
        }

        static Allocation of(ThreadMXBean any) {
            return any instanceof com.sun.management.ThreadMXBean bean
                            && bean.isThreadAllocatedMemorySupported()
                            && bean.isThreadAllocatedMemoryEnabled()
                    ? new Allocation(bean)
                    : null;
        }

        long bytes() {
            return bean.getCurrentThreadAllocatedBytes();
        }
    }
}
