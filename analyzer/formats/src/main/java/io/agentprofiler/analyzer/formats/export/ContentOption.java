// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.export;

import picocli.CommandLine.Option;

/** The option of every format that has a place for prompts, answers, arguments and results. */
public final class ContentOption {
    @Option(
            names = "--content",
            description =
                    "Also export recorded prompts, answers, arguments, results and failure messages: whoever gets the"
                            + " file can read them.")
    private boolean content;

    /** Answers whether they are wanted. */
    public boolean isWanted() {
        return content;
    }
}
