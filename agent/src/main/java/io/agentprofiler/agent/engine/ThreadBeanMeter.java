// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine;

import com.sun.management.ThreadMXBean;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.management.ManagementFactory;

/**
 * Asks the JVM's thread bean. Making one loads the management classes (tens of milliseconds), so it is made on a thread of
 * the agent.
 *
 * <p><b>Threading:</b> any thread once made; a reading costs a system call for CPU time.
 */
public final class ThreadBeanMeter implements ResourceMeter {
    private static final MethodHandle IS_VIRTUAL = isVirtual();

    private final ThreadMXBean bean;

    private ThreadBeanMeter(ThreadMXBean bean) {
        this.bean = bean;
    }

    /** Returns the meter of this JVM, or {@link ResourceMeter#NONE} where it measures neither. */
    public static ResourceMeter create() {
        if (!(ManagementFactory.getThreadMXBean() instanceof ThreadMXBean bean)
                || !bean.isCurrentThreadCpuTimeSupported()
                || !bean.isThreadCpuTimeEnabled()
                || !bean.isThreadAllocatedMemorySupported()
                || !bean.isThreadAllocatedMemoryEnabled()) {
            return NONE;
        }
        return new ThreadBeanMeter(bean);
    }

    @Override
    public long cpuNanos() {
        return onVirtualThread() ? -1 : bean.getCurrentThreadCpuTime();
    }

    @Override
    public long allocatedBytes() {
        return onVirtualThread() ? -1 : bean.getCurrentThreadAllocatedBytes();
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
}
