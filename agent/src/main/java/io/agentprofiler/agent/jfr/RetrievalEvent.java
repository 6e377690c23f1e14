// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.jfr;

import io.agentprofiler.schema.Attributes;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;

/** One look-up: a retriever, an augmentor, a vector or web search. */
@Name("agentprofiler.Retrieval")
@Label("Retrieval")
@Description("One look-up in a store, an index or on the web")
final class RetrievalEvent extends TypedEvent {
    @Label("Provider")
    @Description("gen_ai.provider.name of the store, where the rule names one")
    String provider;

    @Override
    void ownAttribute(String attribute, Object value) {
        if (attribute.equals(Attributes.PROVIDER_NAME)) {
            provider = EventText.of(value);
        }
    }
}
