// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.replay.match;

import io.agentprofiler.analyzer.lab.replay.recording.Operation;
import io.agentprofiler.analyzer.lab.replay.recording.RecordedCall;
import io.agentprofiler.analyzer.lab.replay.recording.RecordedWorkflow;

/**
 * How far a workflow has come in the replay.
 *
 * @param number its number in the recording, from 1
 * @param workflow what was recorded
 * @param expected how many of its calls make requests, and can be answered
 * @param asked how many of its calls were asked
 * @param requests how many requests were answered from it
 * @param misses how many requests were nearest to it and did not fit
 * @param divergedAt the call at which the first difference was found; 0 for none
 * @param divergence the first difference; {@code null} for none
 * @param firstNotAsked the first call that was not asked and is missing; {@code null} for none
 * @param answeredElsewhere calls that were not asked because the search, tool or method around them was answered in their place
 */
public record WorkflowProgress(
        int number,
        RecordedWorkflow workflow,
        long expected,
        long asked,
        long requests,
        long misses,
        int divergedAt,
        Difference divergence,
        RecordedCall firstNotAsked,
        long answeredElsewhere) {
    /** Returns in a word or two how the replay went. */
    public String outcome() {
        if (divergence != null) {
            return "diverged";
        }
        if (requests == 0 && expected == 0) {
            return workflow.calls().stream().allMatch(RecordedCall::isAnswerable) ? "no requests" : "no answers";
        }
        if (requests == 0) {
            return "not asked";
        }
        return firstNotAsked == null ? "same" : "not to its end";
    }

    /** Answers whether a call is expected to be asked: models that run in the application's own process are not. */
    static boolean isExpected(RecordedCall call) {
        return call.isAnswerable() && (call.operation() == Operation.CHAT || call.remote());
    }
}
