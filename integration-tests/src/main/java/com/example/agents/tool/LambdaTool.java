// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.agents.tool;

import com.example.agents.Models;
import com.example.agents.SimpleAssistant;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.tool.ToolExecutor;
import java.util.Map;

/** A tool whose executor is a lambda. */
public final class LambdaTool {
    private LambdaTool() {}

    /** Runs the program. */
    public static void main(String[] args) {
        ToolSpecification dice = ToolSpecification.builder()
                .name("dice")
                .description("throws a dice")
                .parameters(
                        JsonObjectSchema.builder().addIntegerProperty("sides").build())
                .build();
        ToolExecutor executor = (request, memoryId) -> "4 of " + request.arguments();
        SimpleAssistant assistant = AiServices.builder(SimpleAssistant.class)
                .chatModel(Models.chat())
                .tools(Map.of(dice, executor))
                .build();
        System.out.println(assistant.chat("Throw a dice"));
    }
}
