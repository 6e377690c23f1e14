// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.call;

import io.agentprofiler.rules.access.lookup.PlainCollections;
import io.agentprofiler.rules.access.lookup.SynchronizedViews;
import io.agentprofiler.rules.model.Rule;
import java.util.Arrays;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Copies, on the application's thread, the arguments a rule names as mutable, so that the consumer reads them as they were
 * at the call. The elements are not copied.
 *
 * <p><b>Threading:</b> immutable.
 */
public final class ArgumentCopier {
    private final int arguments;

    private ArgumentCopier(int arguments) {
        this.arguments = arguments;
    }

    /** Returns the copier of a rule, {@code null} when it names no argument. */
    public static ArgumentCopier of(Rule rule) {
        int arguments = 0;
        for (int index : rule.snapshot()) {
            arguments |= 1 << index;
        }
        return arguments == 0 ? null : new ArgumentCopier(arguments);
    }

    /**
     * Returns a copy of the collection, map or array, or the argument itself: also where it could only be copied by code of the
     * application, or by waiting for a lock.
     */
    public Object copy(int index, Object argument) {
        if ((arguments & 1 << index) == 0) {
            return argument;
        }
        if (argument instanceof Object[] array) {
            return array.clone();
        }
        Object behind = SynchronizedViews.behind(argument);
        try {
            if (behind instanceof Collection<?> collection && PlainCollections.isPlain(collection)) {
                return Arrays.asList(collection.toArray());
            }
            return behind instanceof Map<?, ?> map && PlainCollections.isPlain(map) ? copy(map) : argument;
        } catch (RuntimeException e) {
            // it changes while it is copied: what is read later is no worse than what could be now
            return argument;
        }
    }

    /** Returns a copy that asks no key of the application for its hash; in the same order where all keys are texts. */
    private static Map<Object, Object> copy(Map<?, ?> map) {
        Map<Object, Object> copy = new LinkedHashMap<>();
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            if (!PlainCollections.isKey(entry.getKey())) {
                return new IdentityHashMap<>(map);
            }
            copy.put(entry.getKey(), entry.getValue());
        }
        return copy;
    }
}
