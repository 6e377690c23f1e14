// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.context;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;

/**
 * A task as a key: compared by identity, referred to weakly. A key whose task was collected is equal to itself only.
 *
 * <p><b>Threading:</b> immutable.
 */
public final class TaskKey extends WeakReference<Object> {
    private final int hash;

    public TaskKey(Object task, ReferenceQueue<Object> collected) {
        super(task, collected);
        this.hash = System.identityHashCode(task);
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public boolean equals(Object other) {
        if (this == other) {
            return true;
        }
        Object task = get();
        return task != null && other instanceof TaskKey key && key.refersTo(task);
    }

    /** What a key is looked up with. */
    public static final class Probe {
        private final Object task;
        private final int hash;

        public Probe(Object task) {
            this.task = task;
            this.hash = System.identityHashCode(task);
        }

        @Override
        public int hashCode() {
            return hash;
        }

        @Override
        @SuppressWarnings("EqualsUnsafeCast") // only ever compared with the keys of one map
        public boolean equals(Object key) {
            return key instanceof TaskKey taskKey && taskKey.refersTo(task);
        }
    }
}
