// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.command.input;

import picocli.CommandLine.Option;

/** The options of every command that lists runs, workflows, calls or conversations: which of them, and in which order. */
public final class ListOptions {
    @Option(names = "--failed", description = "Only what failed, or ended ok with failures.")
    private boolean failed;

    @Option(
            names = "--sort",
            paramLabel = "ORDER",
            description = "What comes first: ${COMPLETION-CANDIDATES}; the earliest, or the most of it.")
    private ListOrder order;

    /** Answers whether only failures are wanted. */
    public boolean isFailed() {
        return failed;
    }

    /** Returns the order that was asked for, else that of the command. */
    public ListOrder order(ListOrder usual) {
        return order == null ? usual : order;
    }

    /** Answers whether an order was asked for. */
    public boolean isOrdered() {
        return order != null;
    }
}
