// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.replay.match;

import io.agentprofiler.analyzer.lab.replay.recording.Attempt;
import io.agentprofiler.analyzer.lab.replay.recording.RecordedCall;

/**
 * What a request was found to be.
 *
 * @param fits whether the recorded call fits; if not, it is only the nearest
 * @param workflow the workflow's number, from 1; 0 where nothing was recorded that could be compared
 * @param call the recorded call; {@code null} where there is none
 * @param attempt which of its attempts is due
 * @param difference the first difference that is known; {@code null} for none
 */
public record Match(boolean fits, int workflow, RecordedCall call, int attempt, Difference difference) {
    static final Match NONE = new Match(false, 0, null, 0, null);

    /** Returns the attempt that is due. */
    public Attempt due() {
        return call.attempts().get(attempt);
    }

    /** Returns why nothing fits, in words. */
    public String words() {
        if (call == null) {
            return "nothing of this kind is recorded";
        }
        return "nothing recorded fits; nearest is call " + call.number() + " of workflow " + workflow
                + (difference == null ? "" : ", and " + difference.words());
    }
}
