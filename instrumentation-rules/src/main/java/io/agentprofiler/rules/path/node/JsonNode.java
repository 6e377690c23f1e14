// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.path.node;

import io.agentprofiler.rules.path.json.JsonEvents;
import io.agentprofiler.rules.path.json.JsonText;
import io.agentprofiler.rules.path.root.PathRoots;

/** {@code [json]} and {@code [events]}: takes a text, or its bytes, as what it says in JSON, at once or in events. */
public final class JsonNode extends Node {
    private final boolean events;

    public JsonNode(boolean events) {
        this.events = events;
    }

    @Override
    Object apply(Object on, PathRoots roots) {
        return events ? JsonEvents.merged(on) : JsonText.of(on);
    }
}
