// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.jfr.event;

import io.agentprofiler.agent.jfr.event.call.OtherOperation;
import io.agentprofiler.shared.schema.Attributes;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;

/**
 * Work of any other kind: prompts, guardrails, evaluations, reranking, HTTP attempts, the user's own methods.
 *
 * <p>The one event that may be made a million times a second, so the sink reuses it.
 */
@Name("agentprofiler.OperationDetails")
@Label("Operation Details")
@Description("Work of another kind: prompt, guardrail, evaluation, rerank, http or function, see the kind")
public final class OperationEvent extends TypedEvent {
    @Label("Provider")
    @Description("gen_ai.provider.name, where a model does the work")
    String provider;

    @Label("Requested Model")
    String requestModel;

    @Label("Input Tokens")
    @Description("Tokens sent to the model; N/A when the server did not say or no model is involved")
    double inputTokens = EventText.UNKNOWN;

    @Label("Output Tokens")
    @Description("Tokens the model generated; N/A when the server did not say or no model is involved")
    double outputTokens = EventText.UNKNOWN;

    @Label("HTTP Status")
    @Description("Status of the response of an http span; N/A when there was none")
    double httpStatus = EventText.UNKNOWN;

    /** The next event that waits for reuse. */
    public transient OperationEvent next;

    private final transient OtherOperation shown;

    public OperationEvent() {
        this(new OtherOperation());
    }

    private OperationEvent(OtherOperation shown) {
        super(shown);
        this.shown = shown;
    }

    /** Forgets the span, so that the event can serve another. */
    public void clear() {
        clearSpan();
        provider = null;
        requestModel = null;
        inputTokens = EventText.UNKNOWN;
        outputTokens = EventText.UNKNOWN;
        httpStatus = EventText.UNKNOWN;
    }

    @Override
    void ownAttribute(String attribute, Object value) {
        switch (attribute) {
            case Attributes.PROVIDER_NAME -> provider = EventText.of(value);
            case Attributes.REQUEST_MODEL -> requestModel = EventText.of(value);
            case Attributes.INPUT_TOKENS -> inputTokens = EventText.count(value);
            case Attributes.OUTPUT_TOKENS -> outputTokens = EventText.count(value);
            case "http.response.status_code" -> httpStatus = EventText.count(value);
            default -> {
                // no field of this event
            }
        }
    }

    @Override
    void fillCall() {
        shown.name = name;
        shown.kind = kind;
        shown.httpStatus = httpStatus;
    }
}
