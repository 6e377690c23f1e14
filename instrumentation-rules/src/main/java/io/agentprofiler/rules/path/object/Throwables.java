// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.path.object;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.InvocationTargetException;

/**
 * Message and cause of a failure, read from the fields of {@link Throwable}. {@code getMessage}, {@code toString} and {@code
 * getCause} may be overridden and are then the application's code; {@code getCause} waits for the lock of the throwable
 * besides.
 *
 * <p>The fields can be read where {@code java.lang} is open to the code here, as it is to the agent. Where it is not, message
 * and cause are absent: nothing is called instead.
 *
 * <p><b>Threading:</b> any thread. A cause that another thread is just about to set may be missed.
 */
public final class Throwables {
    private Throwables() {}

    /**
     * Returns the message a failure was made with; {@code null} when it was made without one, or computes it when asked.
     */
    public static String message(Throwable failure) {
        MethodHandle field = Fields.MESSAGE;
        if (field == null || failure == null) {
            return null;
        }
        try {
            return (String) field.invokeExact(failure);
        } catch (Throwable impossible) {
            throw new IllegalStateException("a field refused to be read", impossible);
        }
    }

    /** Returns the cause a failure was given, {@code null} when it has none. */
    public static Throwable cause(Throwable failure) {
        if (failure == null) {
            return null;
        }
        if (failure.getClass() == InvocationTargetException.class) {
            // the one of the JDK that keeps its cause elsewhere; not overridden here, and without a lock
            return ((InvocationTargetException) failure).getTargetException();
        }
        MethodHandle field = Fields.CAUSE;
        if (field == null) {
            return null;
        }
        Throwable cause;
        try {
            cause = (Throwable) field.invokeExact(failure);
        } catch (Throwable impossible) {
            throw new IllegalStateException("a field refused to be read", impossible);
        }
        // one without a cause, which may yet be given one, is its own
        return cause == failure ? null : cause;
    }

    /** Looked up when first used, which is after the agent was let in. */
    private static final class Fields {
        static final MethodHandle MESSAGE = getter("detailMessage", String.class);
        static final MethodHandle CAUSE = getter("cause", Throwable.class);

        private Fields() {}

        private static MethodHandle getter(String name, Class<?> type) {
            try {
                return MethodHandles.privateLookupIn(Throwable.class, MethodHandles.lookup())
                        .findGetter(Throwable.class, name, type);
            } catch (ReflectiveOperationException closed) {
                return null;
            }
        }
    }
}
