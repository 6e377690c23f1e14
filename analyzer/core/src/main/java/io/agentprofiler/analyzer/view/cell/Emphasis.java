// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.view.cell;

/** How much a text asks to be looked at. Renderers choose colours and weights. */
public enum Emphasis {
    PLAIN,
    /** The figure that a table is about. */
    STRONG,
    /** An aside. */
    DIM,
    GOOD,
    WARNING,
    BAD;

    /** Returns the name in style sheets and data: lower case. */
    public String word() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }
}
