// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.path;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** Takes values out of the JDK's optionals. */
public final class Optionals {
    private Optionals() {}

    /** Returns what an optional holds, {@code null} for an empty one; anything else as it is. */
    public static Object unwrap(Object object) {
        if (object instanceof Optional<?> optional) {
            return optional.isPresent() ? unwrap(optional.get()) : null;
        }
        if (object instanceof OptionalInt optional) {
            return optional.isPresent() ? (Object) optional.getAsInt() : null;
        }
        if (object instanceof OptionalLong optional) {
            return optional.isPresent() ? (Object) optional.getAsLong() : null;
        }
        if (object instanceof OptionalDouble optional) {
            return optional.isPresent() ? (Object) optional.getAsDouble() : null;
        }
        return object;
    }
}
