// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.harness;

import java.util.stream.Stream;

/**
 * The range of versions and JDKs that a test run covers. The profile {@code full}, which continuous integration uses, runs
 * each scenario on all of them; every other build runs it once, on the newest.
 */
public final class Breadth {
    /** The system property that is {@code true} in the profile {@code full}. */
    public static final String FULL = "agentprofiler.test.full";

    /** The system property that is {@code true} in a full run where every other build's cases have just passed. */
    public static final String VERIFIED = "agentprofiler.test.verified";

    private Breadth() {}

    /** Returns whether everything is to be run. */
    public static boolean isFull() {
        return Boolean.getBoolean(FULL);
    }

    /** Returns these in a full run, and none otherwise: for additions to what is always run. */
    @SafeVarargs
    public static <T> Stream<T> onlyInFull(T... more) {
        return isFull() ? Stream.of(more) : Stream.empty();
    }

    /** Returns these unless a run that is not full has just passed with them: for what is the same on every JDK. */
    @SafeVarargs
    public static <T> Stream<T> unlessVerified(T... cases) {
        return isVerified() ? Stream.empty() : Stream.of(cases);
    }

    /** Returns whether a run that is not full has just passed. */
    public static boolean isVerified() {
        return Boolean.getBoolean(VERIFIED);
    }
}
