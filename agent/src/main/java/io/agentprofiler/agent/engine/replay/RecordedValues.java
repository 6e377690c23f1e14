// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.replay;

import io.agentprofiler.agent.engine.replay.value.Scalars;
import io.agentprofiler.agent.engine.replay.value.UnsupportedException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Recorded values as rules hand them to the framework, which need not be given what it gave itself: values without parts exactly,
 * maps and lists as copies.
 *
 * <p><b>Threading:</b> stateless.
 */
final class RecordedValues {
    private RecordedValues() {}

    /** Answers whether a recorded value can be of a type. */
    static boolean isKnown(Class<?> type) {
        return Scalars.isKnown(type)
                || type == Map.class
                || type == List.class
                || type == Object.class
                || type == CharSequence.class;
    }

    /**
     * Returns a recorded value as a type.
     *
     * @throws UnsupportedException if it is none, or not exactly
     */
    static Object as(Class<?> type, Object value, String name) throws UnsupportedException {
        if (value == null && !type.isPrimitive()) {
            return null;
        }
        Object made = Scalars.isKnown(type) ? Scalars.as(type, value) : whole(type, value);
        if (made == null) {
            throw new UnsupportedException(name + " is no " + type.getTypeName() + " in the recording");
        }
        return made;
    }

    private static Object whole(Class<?> type, Object value) {
        if (type == Map.class) {
            return value instanceof Map<?, ?> map ? new LinkedHashMap<>(map) : null;
        }
        return type.isInstance(value) ? value : null;
    }
}
