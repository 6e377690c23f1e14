// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.weave;

import io.agentprofiler.agent.engine.JoinPoints;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Lets the first woven call wait until the engine runs and the JDK's classes are woven too, so that no call is missed and
 * the first task handed to another thread keeps its parent. Classes load meanwhile, which is why the wait is here and not
 * there.
 *
 * <p>Waits until the agent's thread has stood still for {@link #STALL_MILLIS}, which is what a deadlock would look like, and
 * at most {@link #BOUND_MILLIS} in a JVM's life, all threads together; calls that come through without an engine leave their
 * class behind, to be woven once more.
 *
 * <p><b>Threading:</b> any thread. One volatile read once open.
 */
final class EngineGate {
    private static final long STALL_MILLIS = 2_000;
    private static final long BOUND_MILLIS = 8_000;
    private static final long LOOK_MILLIS = 100;

    private final CountDownLatch opened = new CountDownLatch(1);
    private final Set<Class<?>> unlinked = Collections.newSetFromMap(new WeakHashMap<>());
    private volatile JoinPoints engine;
    private final Thread starter = Thread.currentThread();
    private final long boundMillis;
    private volatile boolean gaveUp;
    private long deadline;

    /** Made by the thread that will open it. */
    EngineGate() {
        this(BOUND_MILLIS);
    }

    EngineGate(long boundMillis) {
        this.boundMillis = boundMillis;
    }

    /** Lets everybody through; returns the classes whose calls came too early. */
    List<Class<?>> open(JoinPoints joinPoints) {
        synchronized (unlinked) {
            engine = joinPoints;
            opened.countDown();
            List<Class<?>> early = List.copyOf(unlinked);
            unlinked.clear();
            return early;
        }
    }

    /** Waits for {@link #open} within the bound; {@code null} when it was not opened by then. */
    JoinPoints await(Class<?> caller) {
        if (engine != null) {
            return engine;
        }
        boolean interrupted = false;
        long end = deadline();
        long stalledSince = System.nanoTime();
        while (!gaveUp) {
            try {
                long now = System.nanoTime();
                if (opened.await(
                        Math.min(end - now, TimeUnit.MILLISECONDS.toNanos(LOOK_MILLIS)), TimeUnit.NANOSECONDS)) {
                    break;
                }
                if (starter.getState() == Thread.State.RUNNABLE) {
                    stalledSince = now;
                }
                gaveUp = System.nanoTime() - end >= 0
                        || now - stalledSince >= TimeUnit.MILLISECONDS.toNanos(STALL_MILLIS);
            } catch (InterruptedException e) {
                // the interruption is meant for the application, which will see it
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        synchronized (unlinked) {
            if (engine == null) {
                unlinked.add(caller);
            }
            return engine;
        }
    }

    private long deadline() {
        synchronized (unlinked) {
            if (deadline == 0) {
                deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(boundMillis);
            }
            return deadline;
        }
    }
}
