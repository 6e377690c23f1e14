// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.jfr.event.call;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;

/** One request to an embedding model. */
@Name("agentprofiler.Embedding")
@Label("Embedding")
@Description("One request to an embedding model")
public final class EmbeddingCall extends CallEvent {
    @Label("Requested Model")
    public String requestModel;

    @Label("Texts")
    @Description("Texts embedded by the request; N/A when unknown")
    public double texts;

    @Label("Input Tokens")
    @Description("Tokens of the embedded text; N/A when the server did not say")
    public double inputTokens;
}
