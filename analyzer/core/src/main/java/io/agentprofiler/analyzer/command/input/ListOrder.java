// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.command.input;

import java.util.Locale;

/** What comes first in a list. What does not have the figure comes last. */
public enum ListOrder {
    /** The earliest. */
    START,
    /** The longest. */
    DURATION,
    /** What took most tokens, in and out together. */
    TOKENS,
    /** The dearest. */
    COST;

    /** Returns the word that {@code --sort} takes. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
