// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.jfr.event.call;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Timespan;

/** One request to a language model. */
@Name("agentprofiler.Llm")
@Label("Model Call")
@Description("One request to a language model")
public final class ModelCall extends CallEvent {
    @Label("Requested Model")
    public String requestModel;

    @Label("Input Tokens")
    @Description("Tokens of the prompt, cached ones included; N/A when the server did not say")
    public double inputTokens;

    @Label("Output Tokens")
    @Description("Tokens of the answer, reasoning included; N/A when the server did not say")
    public double outputTokens;

    @Label("First Chunk")
    @Description("Time from the start to the first part of a streamed result; N/A when there was none")
    @Timespan(Timespan.NANOSECONDS)
    public long firstChunk;

    @Label("Finish Reasons")
    @Description("Why the model stopped; several joined by commas")
    public String finishReasons;
}
