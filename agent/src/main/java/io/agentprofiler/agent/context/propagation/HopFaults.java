// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.context.propagation;

import io.agentprofiler.agent.log.AgentLog;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * Breaker of the hops: a failure in them must not reach the application, and hops that keep failing are switched off.
 *
 * <p><b>Threading:</b> any thread.
 */
public final class HopFaults {
    private static final int ENOUGH = 3;

    private final AtomicInteger count = new AtomicInteger();
    private final Consumer<String> off;

    /**
     * Creates a breaker.
     *
     * @param off switches the hops off and says why; called once
     */
    public HopFaults(Consumer<String> off) {
        this.off = off;
    }

    /**
     * Takes note of a failure: an error of linking is for good, others may be the moment's, such as a lack of memory. A stack
     * overflow is the application's recursion and no failure of a hop.
     */
    void failed(Hop hop, Throwable failure) {
        if (failure instanceof StackOverflowError) {
            return;
        }
        int weight = failure instanceof LinkageError ? ENOUGH : 1;
        int before = count.getAndAdd(weight);
        if (before < ENOUGH && before + weight >= ENOUGH) {
            off.accept(hop + " failed: " + AgentLog.describe(failure));
        }
    }

    /** Returns how many failures there were. */
    public int count() {
        return count.get();
    }
}
