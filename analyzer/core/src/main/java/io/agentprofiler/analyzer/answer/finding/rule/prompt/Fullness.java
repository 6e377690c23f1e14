// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.prompt;

import io.agentprofiler.analyzer.answer.finding.Thresholds.Threshold;
import io.agentprofiler.analyzer.answer.finding.rule.Candidate;

/** How full a model's window is said to be, and from which part on it is said at all. */
final class Fullness {
    static final Threshold CONTEXT_SHARE = new Threshold(
            "context-share",
            0.50,
            "share of the model's context window that a prompt and the output reserved for it fill");
    static final Threshold CONTEXT_WARN = new Threshold(
            "context-warn", 0.80, "share of the context window from which a finding says that it will soon be full");
    static final Threshold CONTEXT_FULL = new Threshold(
            "context-full", 0.95, "share of the context window from which a finding says that it is almost full");

    private Fullness() {}

    /** Says what to do about a window that is full to a part; {@link Double#NaN} where that is not known. */
    static String advice(double share, Candidate finding) {
        String what = "drop or summarize history and tool results ";
        if (share >= finding.of(CONTEXT_FULL)) {
            return "it is almost full: " + what + "now";
        }
        return share >= finding.of(CONTEXT_WARN)
                ? "it will soon be full: " + what + "before the next calls"
                : what + "before it is full";
    }
}
