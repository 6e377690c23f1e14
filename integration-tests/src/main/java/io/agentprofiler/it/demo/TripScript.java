// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.demo;

import io.agentprofiler.it.openai.script.ChatRequest;
import io.agentprofiler.it.openai.script.Reply;
import io.agentprofiler.it.openai.script.Script;
import tools.jackson.databind.JsonNode;

/**
 * The embedded model of the trip planner: requests two tools, then one that fails, and then answers. Without offered tools,
 * it answers immediately.
 *
 * <p><b>Threading:</b> called on the server's threads, several at a time.
 */
final class TripScript {
    private static final String CITY = "{\"city\":\"Paris\"}";

    private final SmallModel model = new SmallModel();

    /** Adds the demo's rules to {@code script}. */
    void addTo(Script script) {
        script.when(
                request -> offered(request, "weather").isEmpty()
                        || request.json().path("messages").toString().contains("call_" + offered(request, "weather")),
                request -> model.text(request, "Have a nice trip."));
        script.when(
                request -> request.lastRole().equals("tool"),
                request -> model.reply(request, Reply.tool(offered(request, "weather"), CITY), 9));
        script.when(
                request -> true,
                request -> model.reply(
                        request,
                        Reply.tool(offered(request, "flights"), CITY).withTool(offered(request, "hotels"), CITY),
                        18));
    }

    /** Returns what the framework calls a tool, which may be the name of its group and its own; empty if it offers none. */
    private static String offered(ChatRequest request, String tool) {
        for (JsonNode each : request.json().path("tools")) {
            String name = each.path("function").path("name").asString("");
            if (name.endsWith(tool)) {
                return name;
            }
        }
        return "";
    }
}
