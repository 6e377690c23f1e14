// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.path.object;

import io.agentprofiler.rules.access.lookup.FieldReader;
import io.agentprofiler.rules.access.lookup.FieldReaders;
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
        return ThrowableFields.MESSAGE == null || failure == null
                ? null
                : (String) ThrowableFields.MESSAGE.read(failure);
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
        Throwable cause = ThrowableFields.CAUSE == null ? null : (Throwable) ThrowableFields.CAUSE.read(failure);
        // one without a cause, which may yet be given one, is its own
        return cause == failure ? null : cause;
    }

    /** Looked up when first used, which is after the agent was let in. */
    private static final class ThrowableFields {
        static final FieldReader MESSAGE = FieldReaders.of(Throwable.class, "detailMessage");
        static final FieldReader CAUSE = FieldReaders.of(Throwable.class, "cause");

        private ThrowableFields() {}
    }
}
