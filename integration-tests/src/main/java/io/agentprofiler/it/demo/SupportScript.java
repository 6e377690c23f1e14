// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.demo;

import io.agentprofiler.it.openai.script.Reply;
import io.agentprofiler.it.openai.script.Script;

/**
 * The embedded model of the support agent: answers the four questions of the demo.
 *
 * <p><b>Threading:</b> called on the server's threads, several at a time.
 */
final class SupportScript {
    private final SmallModel model = new SmallModel();

    /** Adds the demo's rules to {@code script}. */
    void addTo(Script script) {
        script.when(
                request -> request.lastRole().equals("tool")
                        && request.lastUserText().contains("4711"),
                request -> model.text(
                        request,
                        "Your espresso machine was sent yesterday and arrives on Thursday between 10 and 12. "
                                + "The tracking number is SE-77-4711."));
        script.when(
                request -> request.lastRole().equals("tool")
                        && request.lastUserText().contains("4712"),
                request -> model.text(
                        request,
                        "I am sorry, the payment system does not answer just now. I opened a ticket; "
                                + "you get the money within 14 days."));
        script.when(
                request -> request.lastUserText().contains("4711"),
                request -> model.reply(
                        request,
                        Reply.tool("orderStatus", "{\"order\": \"4711\"}")
                                .withTool("deliveryEstimate", "{\"order\": \"4711\"}"),
                        30));
        script.when(
                request -> request.lastUserText().contains("4712"),
                request -> model.reply(request, Reply.tool("refund", "{\"order\": \"4712\"}"), 16));
        script.when(
                request -> request.lastUserText().contains("return it"),
                request -> model.text(request, "You have 30 days from the delivery, and the return label is free."));
        script.when(
                request -> true,
                request -> model.text(request, "A repair takes a week. If it is not possible, we replace the device."));
    }
}
