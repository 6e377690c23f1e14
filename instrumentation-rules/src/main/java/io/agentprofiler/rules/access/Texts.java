// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.access;

/** Knows the texts that can be looked at without running code of the application and without waiting for a lock of it. */
public final class Texts {
    private Texts() {}

    /** Answers whether the length and characters of a text may be asked for. */
    public static boolean isPlain(CharSequence text) {
        return text instanceof String || text instanceof StringBuilder;
    }
}
