// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.context;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.ForkJoinPool;

/**
 * What must be known of virtual threads, on JDKs that have them.
 *
 * <p><b>Threading:</b> any thread, virtual ones and their carriers included; nothing here waits.
 */
public final class VirtualThreads {
    /** {@code (Thread)boolean}; {@code null} before JDK 21. */
    private static final MethodHandle IS_VIRTUAL = find();

    private VirtualThreads() {}

    /** Answers whether this JDK has virtual threads. */
    static boolean exist() {
        return IS_VIRTUAL != null;
    }

    /** Answers whether {@code thread} is virtual. */
    static boolean isVirtual(Thread thread) {
        if (IS_VIRTUAL == null) {
            return false;
        }
        try {
            return (boolean) IS_VIRTUAL.invokeExact(thread);
        } catch (Throwable t) {
            throw new AssertionError("Thread.isVirtual threw", t);
        }
    }

    /**
     * Answers whether {@code pool} runs virtual threads. What is submitted to it are not tasks but threads that go on, and
     * they have a context of their own.
     */
    public static boolean isSchedulerOfThem(Object pool) {
        return isForkJoin(pool)
                && ((ForkJoinPool) pool).getFactory().getClass().getName().startsWith("java.lang.");
    }

    /**
     * Answers whether {@code pool} is a {@link ForkJoinPool}, which makes a difference only on JDKs that have virtual threads. On
     * others this does not ask: it would load the class, which many programs never come to use.
     */
    public static boolean isForkJoin(Object pool) {
        return IS_VIRTUAL != null && pool instanceof ForkJoinPool;
    }

    /** Returns a pool that may run virtual threads; any object where there are none. */
    public static Object pool() {
        return IS_VIRTUAL == null ? new Object() : ForkJoinPool.commonPool();
    }

    private static MethodHandle find() {
        try {
            MethodHandle found =
                    MethodHandles.lookup().findVirtual(Thread.class, "isVirtual", MethodType.methodType(boolean.class));
            // linked here and not at the first use, which may be in the middle of a thread switch
            boolean unused = (boolean) found.invokeExact(Thread.currentThread());
            return found;
        } catch (NoSuchMethodException e) {
            return null;
        } catch (Throwable t) {
            throw new ExceptionInInitializerError(t);
        }
    }
}
