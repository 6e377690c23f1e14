// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.jfr.event;

import io.agentprofiler.agent.jfr.event.call.EmbeddingCall;
import io.agentprofiler.shared.schema.Attributes;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;

/** One request to an embedding model. */
@Name("agentprofiler.EmbeddingDetails")
@Label("Embedding Details")
@Description("One request to an embedding model")
public final class EmbeddingEvent extends TypedEvent {
    @Label("Provider")
    @Description("gen_ai.provider.name, for example openai")
    String provider;

    @Label("Requested Model")
    String requestModel;

    @Label("Response Model")
    String responseModel;

    @Label("Texts")
    @Description("Texts embedded by the request; N/A when unknown")
    double texts = EventText.UNKNOWN;

    @Label("Dimensions")
    @Description("Length of a vector; N/A when unknown")
    double dimensions = EventText.UNKNOWN;

    @Label("Input Tokens")
    @Description("Tokens of the embedded text; N/A when the server did not say")
    double inputTokens = EventText.UNKNOWN;

    private final transient EmbeddingCall shown;

    public EmbeddingEvent() {
        this(new EmbeddingCall());
    }

    private EmbeddingEvent(EmbeddingCall shown) {
        super(shown);
        this.shown = shown;
    }

    @Override
    void ownAttribute(String attribute, Object value) {
        switch (attribute) {
            case Attributes.PROVIDER_NAME -> provider = EventText.of(value);
            case Attributes.REQUEST_MODEL -> requestModel = EventText.of(value);
            case Attributes.RESPONSE_MODEL -> responseModel = EventText.of(value);
            case "agentprofiler.embeddings.count" -> texts = EventText.count(value);
            case "gen_ai.embeddings.dimension.count" -> dimensions = EventText.count(value);
            case Attributes.INPUT_TOKENS -> inputTokens = EventText.count(value);
            default -> {
                // no field of this event
            }
        }
    }

    @Override
    void fillCall() {
        shown.requestModel = requestModel;
        shown.texts = texts;
        shown.inputTokens = inputTokens;
    }
}
