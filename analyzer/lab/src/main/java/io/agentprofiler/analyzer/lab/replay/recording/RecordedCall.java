// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.replay.recording;

import java.util.List;
import java.util.Map;

/**
 * A model call of a recorded workflow.
 *
 * @param number its place among the workflow's model calls, from 1
 * @param span id of its span
 * @param request what was asked for
 * @param ending how it went and ended
 * @param remote whether a request was seen; in-process models make none
 * @param nested whether it was made inside a call that a recording can answer in its place, such as a search or a tool. Where the agent does that, this call is not made
 * @param holes what cannot be replayed as it was, a sentence each
 */
public record RecordedCall(
        int number,
        long span,
        CallRequest request,
        CallEnding ending,
        boolean remote,
        boolean nested,
        List<String> holes) {
    /**
     * What was asked for.
     *
     * @param operation what was asked for
     * @param model the model that was asked; {@code null} when unknown
     * @param parameters temperature and its like, by the names of the trace format; only those that are known
     * @param prompt what was asked
     */
    public record CallRequest(
            Operation operation, String model, Map<String, Double> parameters, RecordedPrompt prompt) {
        public CallRequest {
            parameters = Map.copyOf(parameters);
        }
    }

    /**
     * How it went and ended.
     *
     * @param answer what came back; {@code null} where nothing came, or it is not known what
     * @param failure how it failed; {@code null} where it did not
     * @param attempts the requests it made, in order; at least one
     * @param timing when the answer came
     */
    public record CallEnding(RecordedAnswer answer, Failure failure, List<Attempt> attempts, Timing timing) {
        public CallEnding {
            attempts = List.copyOf(attempts);
        }
    }

    public RecordedCall {
        holes = List.copyOf(holes);
    }

    /** Answers whether it is known how the call ended, so that a replay can end the same way. */
    public boolean isAnswerable() {
        return ending.answer() != null || ending.failure() != null;
    }

    /** Returns the same embedding call, of which it is known what was found with its vector. */
    public RecordedCall with(EmbeddedTexts.Found found) {
        return new RecordedCall(
                number,
                span,
                request,
                new CallEnding(ending.answer().with(found), ending.failure(), ending.attempts(), ending.timing()),
                remote,
                nested,
                holes);
    }

    /**
     * A request that a model call made. Where requests were not recorded, a call counts as one.
     *
     * @param outcome how it ended
     * @param status the status of HTTP that it was refused with; -1 where it was not, or that is unknown
     * @param nanos how long it took, or unknown
     */
    public record Attempt(AttemptOutcome outcome, int status, long nanos) {
        /** How a request ended. */
        public enum AttemptOutcome {
            ANSWERED,
            REFUSED,
            /** The connection ended without an answer, or in the middle of it. */
            CUT
        }
    }

    /** What a model is asked for. */
    public enum Operation {
        CHAT,
        EMBEDDING
    }
}
