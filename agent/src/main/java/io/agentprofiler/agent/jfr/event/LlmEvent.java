// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.jfr.event;

import io.agentprofiler.agent.jfr.event.call.ModelCall;
import io.agentprofiler.shared.schema.Attributes;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;

/**
 * One request to a language model. The only event that carries the token usage of a generation.
 *
 * <p>Numbers are doubles because those can be unknown; Mission Control sums and charts them like ints.
 */
@Name("agentprofiler.LlmDetails")
@Label("Model Call Details")
@Description("One request to a language model")
public final class LlmEvent extends TypedEvent {
    @Label("Provider")
    @Description("gen_ai.provider.name, for example openai")
    String provider;

    @Label("Requested Model")
    String requestModel;

    @Label("Response Model")
    String responseModel;

    @Label("Response Id")
    String responseId;

    @Label("Finish Reasons")
    @Description("Why the model stopped, for example stop, length or tool_calls; several joined by commas")
    String finishReasons;

    @Label("Conversation Id")
    String conversationId;

    @Label("Temperature")
    @Description("N/A when the request set none")
    double temperature = EventText.UNKNOWN;

    @Label("Maximum Tokens")
    @Description("Maximum length of the answer; N/A when the request set none")
    double maxTokens = EventText.UNKNOWN;

    @Label("Request Messages")
    @Description("Messages in the prompt; N/A when unknown")
    double requestMessages = EventText.UNKNOWN;

    @Label("Request Tools")
    @Description("Tools the model could choose from; N/A when unknown")
    double requestTools = EventText.UNKNOWN;

    @Label("Input Tokens")
    @Description("Tokens of the prompt, cached ones included; N/A when the server did not say")
    double inputTokens = EventText.UNKNOWN;

    @Label("Output Tokens")
    @Description("Tokens of the answer, reasoning included; N/A when the server did not say")
    double outputTokens = EventText.UNKNOWN;

    @Label("Cache Read Tokens")
    @Description("The part of the input tokens served from the provider's prompt cache; N/A when unknown")
    double cacheReadTokens = EventText.UNKNOWN;

    @Label("Cache Creation Tokens")
    @Description("The part of the input tokens written to the provider's prompt cache; N/A when unknown")
    double cacheCreationTokens = EventText.UNKNOWN;

    @Label("Reasoning Tokens")
    @Description("The part of the output tokens spent on reasoning; N/A when unknown")
    double reasoningTokens = EventText.UNKNOWN;

    private final transient ModelCall shown;

    public LlmEvent() {
        this(new ModelCall());
    }

    private LlmEvent(ModelCall shown) {
        super(shown);
        this.shown = shown;
    }

    @Override
    void ownAttribute(String attribute, Object value) {
        switch (attribute) {
            case Attributes.PROVIDER_NAME -> provider = EventText.of(value);
            case Attributes.REQUEST_MODEL -> requestModel = EventText.of(value);
            case Attributes.RESPONSE_MODEL -> responseModel = EventText.of(value);
            case Attributes.RESPONSE_ID -> responseId = EventText.of(value);
            case Attributes.RESPONSE_FINISH_REASONS -> finishReasons = EventText.of(value);
            case Attributes.CONVERSATION_ID -> conversationId = EventText.of(value);
            case Attributes.REQUEST_TEMPERATURE -> temperature = EventText.decimal(value);
            case Attributes.REQUEST_MAX_TOKENS -> maxTokens = EventText.count(value);
            case "agentprofiler.request.messages" -> requestMessages = EventText.count(value);
            case "agentprofiler.request.tools" -> requestTools = EventText.count(value);
            case Attributes.INPUT_TOKENS -> inputTokens = EventText.count(value);
            case Attributes.OUTPUT_TOKENS -> outputTokens = EventText.count(value);
            case Attributes.CACHE_READ_TOKENS -> cacheReadTokens = EventText.count(value);
            case Attributes.CACHE_CREATION_TOKENS -> cacheCreationTokens = EventText.count(value);
            case Attributes.REASONING_TOKENS -> reasoningTokens = EventText.count(value);
            default -> {
                // no field of this event
            }
        }
    }

    @Override
    void fillCall() {
        shown.requestModel = requestModel;
        shown.inputTokens = inputTokens;
        shown.outputTokens = outputTokens;
        shown.firstChunk = firstChunk;
        shown.finishReasons = finishReasons;
    }
}
