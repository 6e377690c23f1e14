// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.read;

/** Ids as tables print them, where there is not enough room for all of one. */
public final class ShortId {
    /** What stands for the rest. */
    private static final String[] MARKS = {"…", "...", "~"};

    private ShortId() {}

    /** Returns an id, or the beginning of one, without what stands for the rest. */
    public static String of(String written) {
        String id = written.strip();
        for (String mark : MARKS) {
            if (id.endsWith(mark)) {
                return id.substring(0, id.length() - mark.length());
            }
        }
        return id;
    }

    /** Answers whether something stands for the rest. */
    public static boolean isCut(String written) {
        return !of(written).equals(written.strip());
    }
}
