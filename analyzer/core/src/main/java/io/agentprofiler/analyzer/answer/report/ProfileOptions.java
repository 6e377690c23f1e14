// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.report;

import io.agentprofiler.analyzer.command.CommandException;
import io.agentprofiler.analyzer.trace.metric.sequence.CallLimits;
import io.agentprofiler.analyzer.trace.metric.sequence.SequencePatterns.Limits;
import picocli.CommandLine.Option;

/** Options that say from where on something about calls is worth telling. */
final class ProfileOptions {
    private static final int MOST_PATTERNS = 10;
    private static final int MAX_GAP = 5;
    private static final int ANY_GAP = -1;

    @Option(
            names = "--spike-threshold",
            paramLabel = "CALLS",
            description =
                    "Concurrent model and tool calls that count as a spike. Default: the 90th percentile of the run.")
    private Integer spikeThreshold;

    @Option(
            names = "--min-frequency",
            paramLabel = "SHARE",
            defaultValue = "0.5",
            description = "Share of a model's calls that must begin with a prompt prefix. Default: ${DEFAULT-VALUE}.")
    private double minFrequency;

    @Option(
            names = "--min-support",
            paramLabel = "WORKFLOWS",
            defaultValue = "2",
            description = "Number of workflows in which a pattern of calls must occur. Default: ${DEFAULT-VALUE}.")
    private int minSupport;

    @Option(
            names = "--min-coverage",
            paramLabel = "SHARE",
            defaultValue = "0",
            description = "Share of the workflows in which a pattern must occur. Default: ${DEFAULT-VALUE}.")
    private double minCoverage;

    @Option(
            names = "--max-gap",
            paramLabel = "CALLS",
            description = "Other calls allowed between two calls of a pattern, 0 to 5. Default: any number.")
    private Integer maxGap;

    /** Returns the limits. */
    CallLimits limits() throws CommandException {
        return new CallLimits(minFrequency, spikeThreshold(), patterns());
    }

    /** Returns the threshold, 0 where the run decides. */
    private int spikeThreshold() throws CommandException {
        if (spikeThreshold == null) {
            return 0;
        }
        return require(spikeThreshold >= 1, "--spike-threshold takes a number of 1 or more", spikeThreshold);
    }

    /** Returns what patterns are looked for. */
    private Limits patterns() throws CommandException {
        require(minSupport >= 1, "--min-support takes a number of 1 or more", minSupport);
        require(minCoverage >= 0 && minCoverage <= 1, "--min-coverage takes a share from 0 to 1", 0);
        require(minFrequency >= 0 && minFrequency <= 1, "--min-frequency takes a share from 0 to 1", 0);
        int gap = maxGap == null ? ANY_GAP : maxGap;
        require(maxGap == null || gap >= 0 && gap <= MAX_GAP, "--max-gap takes a number from 0 to " + MAX_GAP, gap);
        return new Limits(minSupport, gap, minCoverage, MOST_PATTERNS, 1);
    }

    private static int require(boolean valid, String otherwise, int value) throws CommandException {
        if (!valid) {
            throw new CommandException(otherwise);
        }
        return value;
    }
}
