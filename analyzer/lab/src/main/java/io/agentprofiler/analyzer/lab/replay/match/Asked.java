// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.replay.match;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.lab.replay.recording.RecordedCall.Operation;
import java.util.List;
import java.util.Map;

/**
 * A request, whatever the provider's shape.
 *
 * @param operation what is asked for
 * @param model the model; {@code null} where the request does not name one
 * @param messages the messages of a chat, system instructions first
 * @param tools the tools that are offered: by name
 * @param schema the JSON schema that the answer's text is to follow; {@code null} for none
 * @param parameters temperature and its like, by the names of the trace format
 * @param streamed whether the answer is to come in chunks
 * @param embedding what a request for vectors asks for
 */
public record Asked(
        Operation operation,
        String model,
        List<AskedMessage> messages,
        Map<String, AskedTool> tools,
        Object schema,
        Map<String, Double> parameters,
        boolean streamed,
        AskedVectors embedding) {
    /**
     * What a request for vectors asks for.
     *
     * @param inputs the texts to embed
     * @param dimensions how long the vectors are to be; unknown where the request does not say
     * @param base64 whether vectors are to be written as base64
     */
    public record AskedVectors(List<String> inputs, long dimensions, boolean base64) {
        public AskedVectors {
            inputs = List.copyOf(inputs);
        }
    }

    public Asked {
        messages = List.copyOf(messages);
    }

    /** Returns a request for vectors. */
    public static Asked embedding(String model, List<String> inputs, long dimensions, boolean base64) {
        return new Asked(
                Operation.EMBEDDING,
                model,
                List.of(),
                Map.of(),
                null,
                Map.of(),
                false,
                new Asked.AskedVectors(inputs, dimensions, base64));
    }

    /** Returns a request for an answer. */
    public static Asked chat(
            String model,
            List<AskedMessage> messages,
            Map<String, AskedTool> tools,
            Object schema,
            Map<String, Double> parameters,
            boolean streamed) {
        return new Asked(
                Operation.CHAT,
                model,
                messages,
                tools,
                schema,
                parameters,
                streamed,
                new Asked.AskedVectors(List.of(), Unknown.LONG, false));
    }

    /**
     * A tool that a request offers.
     *
     * @param description what it is for; {@code null} where the request does not say
     * @param parameters JSON schema of its arguments; {@code null} where the request has none
     */
    public record AskedTool(String description, Object parameters) {}
}
