// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.weave.link;

import io.agentprofiler.agent.engine.site.JoinPoints;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.function.Predicate;

/**
 * Lets the first woven call wait until the engine runs and the JDK's classes are woven too, so that no call is missed and
 * the first task handed to another thread keeps its parent. Classes load meanwhile, which is why the wait is here and not
 * there.
 *
 * <p>The wait is bounded; calls that come through without an engine leave their class behind, to be woven once more.
 *
 * <p><b>Threading:</b> any thread. One volatile read once open.
 */
public final class EngineGate {
    private final Predicate<CountDownLatch> startWait;
    private final CountDownLatch opened = new CountDownLatch(1);
    private final Set<Class<?>> unlinked = Collections.newSetFromMap(new WeakHashMap<>());
    private volatile JoinPoints engine;

    /**
     * Creates a closed gate.
     *
     * @param startWait waits for a step of the start; {@code false} when it may not wait any longer
     */
    public EngineGate(Predicate<CountDownLatch> startWait) {
        this.startWait = startWait;
    }

    /** Lets everybody through; returns the classes whose calls came too early. */
    public List<Class<?>> open(JoinPoints joinPoints) {
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
        if (engine != null || startWait.test(opened)) {
            return engine;
        }
        synchronized (unlinked) {
            if (engine == null) {
                unlinked.add(caller);
            }
            return engine;
        }
    }
}
