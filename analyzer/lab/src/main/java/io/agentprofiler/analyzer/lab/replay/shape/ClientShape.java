// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.replay.shape;

import io.agentprofiler.analyzer.lab.replay.match.Asked;
import io.agentprofiler.analyzer.trace.Tokens;
import java.util.Map;

/** A shape in which requests are sent, too: the other direction of the same format. */
public interface ClientShape extends Shape {
    /**
     * Returns the path of requests below a server's address, with the API's version where the address has none by custom.
     *
     * @param model the model that is asked
     * @param streamed whether the answer is to come in chunks
     */
    String path(String model, boolean streamed);

    /** Returns the body of a request: {@link #asked} reads from it what it was made of. A schema of the answer is not sent. */
    byte[] request(Asked asked);

    /** Answers whether a part of a stream holds text, reasoning or a tool call. */
    boolean says(String part);

    /** Answers whether a part of a stream may name tokens. */
    boolean counts(String part);

    /** Returns the tokens that an answer, or a part of its stream, names. */
    Tokens tokens(Map<?, ?> body);
}
