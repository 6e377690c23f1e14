// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.replay.shape;

import io.agentprofiler.analyzer.lab.replay.answer.ReplayedAnswer;
import io.agentprofiler.analyzer.lab.replay.match.Asked;
import io.agentprofiler.analyzer.lab.replay.recording.Timing;
import java.util.List;
import java.util.Map;

/**
 * How a provider has requests and answers.
 *
 * <p><b>Threading:</b> stateless.
 */
public interface Shape {
    /** Returns what a request asks. */
    Asked asked(Map<?, ?> body);

    /** Returns the body of an answer that is not streamed. */
    byte[] whole(ReplayedAnswer answer, Asked asked);

    /** Returns the media type of a stream. */
    String streamType();

    /** Returns the parts of a stream, in order. */
    List<Part> stream(ReplayedAnswer answer, Asked asked, Timing timing);

    /** Returns the body of a refusal. */
    byte[] error(int status, String message);

    /**
     * A part of a stream.
     *
     * @param nanos when it is due, since the request; 0 for at once
     * @param bytes what is sent
     * @param counts whether it carries a piece of the answer
     */
    record Part(long nanos, byte[] bytes, boolean counts) {}
}
