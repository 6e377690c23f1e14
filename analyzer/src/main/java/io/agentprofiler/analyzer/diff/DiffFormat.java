// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.diff;

import java.util.Locale;

/** How {@code diff} prints a comparison. */
enum DiffFormat {
    TEXT,
    MARKDOWN,
    JSON;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
