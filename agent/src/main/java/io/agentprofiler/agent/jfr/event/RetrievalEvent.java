// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.jfr.event;

import io.agentprofiler.agent.jfr.event.call.RetrievalCall;
import io.agentprofiler.shared.schema.Attributes;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;

/** One look-up: a retriever, an augmentor, a vector or web search. */
@Name("agentprofiler.RetrievalDetails")
@Label("Retrieval Details")
@Description("One look-up in a store, an index or on the web")
public final class RetrievalEvent extends TypedEvent {
    @Label("Provider")
    @Description("gen_ai.provider.name of the store, where the rule names one")
    String provider;

    @Label("Requested Documents")
    @Description("Maximum number of documents to find; N/A when none was set")
    double topK = EventText.UNKNOWN;

    @Label("Documents")
    @Description("Documents found; N/A when unknown")
    double documents = EventText.UNKNOWN;

    private final transient RetrievalCall shown;

    public RetrievalEvent() {
        this(new RetrievalCall());
    }

    private RetrievalEvent(RetrievalCall shown) {
        super(shown);
        this.shown = shown;
    }

    @Override
    void ownAttribute(String attribute, Object value) {
        switch (attribute) {
            case Attributes.PROVIDER_NAME -> provider = EventText.of(value);
            case Attributes.REQUEST_TOP_K -> topK = EventText.count(value);
            case "agentprofiler.retrieval.documents" -> documents = EventText.count(value);
            default -> {
                // no field of this event
            }
        }
    }

    @Override
    void fillCall() {
        shown.name = name;
        shown.documents = documents;
    }
}
