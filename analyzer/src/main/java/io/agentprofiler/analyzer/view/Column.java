// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.view;

/**
 * A column that people see.
 *
 * @param title its heading
 * @param left whether cells stand to the left, as words do; figures stand to the right
 * @param dispensable 0 for a column that always stays; {@link #WHERE_FILLED} for one that goes only where all its cells are blank;
 *     of others that with the highest number goes first where there is not enough room
 */
public record Column(String title, boolean left, int dispensable) {
    /** Goes only where all its cells are blank. */
    public static final int WHERE_FILLED = -1;
}
