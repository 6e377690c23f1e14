// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.replay.recording;

import io.agentprofiler.rules.model.Replay;
import java.util.List;
import java.util.Map;

/** Says what in a recorded result cannot be made again, before anybody asks for it. */
final class Remade {
    private Remade() {}

    /** Returns what of a result is not recorded exactly, in words without what was recorded; {@code null} for nothing. */
    static String problem(Replay.Made made, Map<?, ?> recorded) {
        if (made instanceof Replay.EachElement elements) {
            return recorded.get(elements.name()) instanceof List<?> list ? elements(elements, list) : null;
        }
        if (made instanceof Replay.MapOf map) {
            Object types = map.types() == null ? null : recorded.get(map.types());
            Object value = recorded.get(map.name());
            return value != null && TypedData.of(value, types) == TypedData.UNKNOWN
                    ? map.name() + " cannot be made again: " + types(types)
                    : null;
        }
        if (made instanceof Replay.Called called) {
            for (Replay.Made argument : called.of()) {
                String problem = problem(argument, recorded);
                if (problem != null) {
                    return problem;
                }
            }
            for (Replay.Setting setting : called.with()) {
                String problem = problem(setting.argument(), recorded);
                if (problem != null) {
                    return problem;
                }
            }
        }
        return null;
    }

    private static String elements(Replay.EachElement elements, List<?> list) {
        for (Object each : list) {
            if (each instanceof Map<?, ?> fields) {
                for (String field : elements.unless()) {
                    if (fields.containsKey(field)) {
                        return "an element of " + elements.name() + " has " + field + ", which is not recorded whole";
                    }
                }
                String problem = problem(elements.as(), fields);
                if (problem != null) {
                    return problem;
                }
            }
        }
        return null;
    }

    private static String types(Object types) {
        String names = TypedData.named(types);
        return names.isEmpty() ? "a value in it is not recorded exactly" : "values in it are of " + names;
    }
}
