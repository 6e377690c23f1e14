// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.anthropic;

import com.anthropic.client.AnthropicClient;
import com.anthropic.models.beta.messages.BetaMessage;
import com.anthropic.models.beta.messages.MessageCreateParams;
import com.fasterxml.jackson.annotation.JsonClassDescription;
import java.util.function.Supplier;

/** What is written differently in versions from 2.11 on: their tool runner calls the tools. */
final class Line {
    private Line() {}

    /** Two tools that a model calls, one of which fails. */
    static void runTools(AnthropicClient client) {
        MessageCreateParams params = MessageCreateParams.builder()
                .model("claude-runner")
                .maxTokens(100)
                .addUserMessage("Where is it warm?")
                .addTool(Weather.class)
                .addTool(Traffic.class)
                .build();
        for (BetaMessage message : client.beta().messages().toolRunner(params)) {
            System.out.println("runner: " + message.content().size());
        }
    }

    /** A tool. */
    @JsonClassDescription("Tells the weather")
    public static final class Weather implements Supplier<String> {
        /** Where. */
        public String city;

        @Override
        public String get() {
            return "sunny in " + city;
        }
    }

    /** A tool that fails. */
    @JsonClassDescription("Tells the traffic")
    public static final class Traffic implements Supplier<String> {
        /** Where. */
        public String city;

        @Override
        public String get() {
            throw new IllegalStateException("no traffic in " + city);
        }
    }
}
