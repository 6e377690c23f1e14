// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.atif;

import io.agentprofiler.analyzer.base.stat.Unknown;

/**
 * What producers say of a call beside the format: which node of the program it ran, below which one, and when.
 *
 * @param functionId id of the node; unique per node or per call, or {@code null}
 * @param functionName its name, or {@code null}
 * @param parentId id of the node that called it, or {@code null}
 * @param startNanos when it began, since 1970, or {@link Unknown#LONG}
 * @param endNanos when it ended, or {@link Unknown#LONG}
 * @param status a word for how it ended, or {@code null}
 */
public record Timing(
        String functionId, String functionName, String parentId, long startNanos, long endNanos, String status) {
    /** Says nothing. */
    public static final Timing NONE = new Timing(null, null, null, Unknown.LONG, Unknown.LONG, null);

    /** Answers whether both ends were measured. */
    public boolean isExact() {
        return startNanos != Unknown.LONG && endNanos != Unknown.LONG;
    }

    /** Answers whether it says which node of the program ran. */
    public boolean hasNode() {
        return functionId != null;
    }
}
