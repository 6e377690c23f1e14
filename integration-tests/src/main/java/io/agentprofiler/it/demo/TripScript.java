// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.demo;

import io.agentprofiler.it.openai.Reply;
import io.agentprofiler.it.openai.Script;

/**
 * The embedded model of the trip planner: asks for two tools, then for one that fails, then answers; where it is offered no
 * tools, it answers at once.
 *
 * <p><b>Threading:</b> called on the server's threads, several at a time.
 */
final class TripScript {
    private static final String CITY = "{\"city\":\"Paris\"}";

    private final SmallModel model = new SmallModel();

    /** Adds the demo's rules to {@code script}. */
    void addTo(Script script) {
        script.when(
                request -> request.json().path("tools").isEmpty() || request.mentions("no weather"),
                request -> model.text(request, "Have a nice trip."));
        script.when(
                request -> request.lastRole().equals("tool"),
                request -> model.reply(request, Reply.tool("weather", CITY), 9));
        script.when(
                request -> true,
                request -> model.reply(request, Reply.tool("flights", CITY).withTool("hotels", CITY), 18));
    }
}
