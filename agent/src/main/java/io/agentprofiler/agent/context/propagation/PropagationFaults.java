// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.context.propagation;

import io.agentprofiler.agent.log.AgentLog;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * Circuit breaker of context propagation: a failure in it must not reach the application, and where it
 * keeps failing it is switched off.
 *
 * <p><b>Threading:</b> any thread.
 */
public final class PropagationFaults {
    private static final int ENOUGH = 3;

    private final AtomicInteger count = new AtomicInteger();
    private final Consumer<String> off;

    /**
     * Creates a breaker.
     *
     * @param off switches propagation off and says why; called once
     */
    public PropagationFaults(Consumer<String> off) {
        this.off = off;
    }

    /**
     * Records a failure: an error of linking is for good, others may be the moment's, such as a lack of memory. A stack
     * overflow is the application's recursion and no failure of propagation.
     */
    void failed(PropagationStep step, Throwable failure) {
        if (failure instanceof StackOverflowError) {
            return;
        }
        int weight = failure instanceof LinkageError ? ENOUGH : 1;
        int before = count.getAndAdd(weight);
        if (before < ENOUGH && before + weight >= ENOUGH) {
            off.accept(step + " failed: " + AgentLog.describe(failure));
        }
    }

    /** Returns how many failures there were. */
    public int count() {
        return count.get();
    }
}
