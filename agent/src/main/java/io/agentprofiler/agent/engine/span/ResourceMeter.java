// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.span;

/**
 * CPU time and allocated bytes of the calling thread.
 *
 * <p>Behind an interface because asking for the JVM's thread bean for the first time loads the management classes, which
 * belongs on the agent's own thread; until it is ready nothing is measured.
 *
 * <p><b>Threading:</b> any thread.
 */
public interface ResourceMeter {
    /** Measures nothing. */
    ResourceMeter NONE = new ResourceMeter() {
        @Override
        public long cpuNanos() {
            return -1;
        }

        @Override
        public long allocatedBytes() {
            return -1;
        }
    };

    /** Returns the CPU time of the calling thread in nanoseconds, -1 when the JVM cannot tell (virtual threads). */
    long cpuNanos();

    /** Returns the bytes the calling thread has allocated so far, -1 when the JVM cannot tell. */
    long allocatedBytes();

    /** Returns what lies between two readings; -1 if one of them is unknown. */
    static long between(long now, long before) {
        return now < 0 || before < 0 ? -1 : now - before;
    }
}
