// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.finding.rule.prompt;

import io.agentprofiler.analyzer.finding.Threshold;
import io.agentprofiler.analyzer.finding.rule.Candidate;

/** How full a model's window is said to be, and from which part on it is said at all. */
final class Fullness {
    static final Threshold CONTEXT_SHARE =
            new Threshold("context-share", 0.50, "part of the model's window that a prompt fills");
    static final Threshold CONTEXT_WARN =
            new Threshold("context-warn", 0.80, "part of the window from which on it is said to be full soon");
    static final Threshold CONTEXT_FULL =
            new Threshold("context-full", 0.95, "part of the window from which on it is said to be all but full");
    static final Threshold[] THRESHOLDS = {CONTEXT_SHARE, CONTEXT_WARN, CONTEXT_FULL};

    private Fullness() {}

    /** Says what to do about a window that is full to a part; {@link Double#NaN} where that is not known. */
    static String advice(double share, Candidate finding) {
        String what = "leave out or sum up history and tool results ";
        if (share >= finding.of(CONTEXT_FULL)) {
            return "it is all but full: " + what + "now";
        }
        return share >= finding.of(CONTEXT_WARN)
                ? "it is full soon: " + what + "before the next calls"
                : what + "before it is full";
    }
}
