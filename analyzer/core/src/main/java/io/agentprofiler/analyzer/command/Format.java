// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.command;

import java.util.Locale;

/** How an answer is printed. */
public enum Format {
    TEXT,
    JSON,
    MARKDOWN,
    HTML,
    CSV;

    /** Answers whether programs read it. */
    public boolean isData() {
        return this == JSON || this == CSV;
    }

    /** Returns the word that {@code --format} takes. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
