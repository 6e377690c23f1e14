// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.access;

/** The messages of failures, read without running code of the application: {@code getMessage()} may be overridden. */
public final class Messages {
    private Messages() {}

    /**
     * Returns what {@code getMessage()} would answer or, where that is computed, the text that the failure was made with.
     *
     * @return {@code null} when there is none, or it cannot be read
     */
    public static String of(Throwable failure) throws Throwable {
        if (failure.getClass() == NullPointerException.class) {
            return failure.getMessage(); // the JVM works it out
        }
        Object message = Getters.read(failure, "message");
        if (message instanceof NotRead) {
            message = Getters.readField(failure, "detailMessage");
        }
        return message instanceof String text ? text : null;
    }
}
