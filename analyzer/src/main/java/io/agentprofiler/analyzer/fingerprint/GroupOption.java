// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.fingerprint;

import picocli.CommandLine.Option;

/** The option of commands with a table of workflows: which of them share a row. */
public final class GroupOption {
    @Option(
            names = "--group",
            paramLabel = "WHAT",
            defaultValue = "name",
            description =
                    "What makes workflows comparable: ${COMPLETION-CANDIDATES}. Default: name. By fingerprint, only"
                            + " workflows that do the same share a row.")
    private Grouping group;

    /** Returns what was chosen. */
    public Grouping group() {
        return group;
    }
}
