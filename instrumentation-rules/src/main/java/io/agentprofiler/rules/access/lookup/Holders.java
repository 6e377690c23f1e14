// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.access.lookup;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/** Takes values out of the JDK's holders: optionals, atomic references and synchronized views of collections. */
public final class Holders {
    private Holders() {}

    /**
     * Returns what an optional or an atomic reference holds, {@code null} for an empty one; of a synchronized view the
     * collection behind it; anything else as it is.
     */
    public static Object open(Object object) {
        if (object == null || isValue(object.getClass())) {
            return object;
        }
        Object held = unwrap(object);
        return held == null ? null : SynchronizedViews.behind(atomic(held));
    }

    /** Answers whether a class is one of those that most values are of, and that hold nothing. */
    private static boolean isValue(Class<?> type) {
        return type == String.class || type == Integer.class || type == Long.class || type == Boolean.class;
    }

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

    /** Of these classes {@code get()} is final, whoever extends them. */
    private static Object atomic(Object object) {
        if (object instanceof AtomicReference<?> reference) {
            return open(reference.get());
        }
        if (object instanceof AtomicInteger number) {
            return number.get();
        }
        if (object instanceof AtomicLong number) {
            return number.get();
        }
        return object instanceof AtomicBoolean truth ? (Object) truth.get() : object;
    }
}
