// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.call;

import io.agentprofiler.rules.model.Rule;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Copies, on the application's thread, the arguments a rule names as mutable, so that the consumer reads them as they were
 * at the call. The elements are not copied.
 *
 * <p><b>Threading:</b> immutable.
 */
public final class Snapshot {
    private final int arguments;

    private Snapshot(int arguments) {
        this.arguments = arguments;
    }

    /** Returns the copier of a rule, {@code null} when it names no argument. */
    public static Snapshot of(Rule rule) {
        int arguments = 0;
        for (int index : rule.snapshot()) {
            arguments |= 1 << index;
        }
        return arguments == 0 ? null : new Snapshot(arguments);
    }

    /** Returns a copy of the collection, map or array, or the argument itself. */
    public Object copy(int index, Object argument) {
        if ((arguments & 1 << index) == 0) {
            return argument;
        }
        if (argument instanceof Collection<?> collection) {
            return Arrays.asList(collection.toArray());
        }
        if (argument instanceof Map<?, ?> map) {
            return new LinkedHashMap<>(map);
        }
        return argument instanceof Object[] array ? array.clone() : argument;
    }
}
