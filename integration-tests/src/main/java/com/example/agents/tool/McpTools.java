// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.agents.tool;

import com.example.agents.Models;
import com.example.agents.SimpleAssistant;
import dev.langchain4j.mcp.McpToolProvider;
import dev.langchain4j.mcp.client.DefaultMcpClient;
import dev.langchain4j.mcp.client.McpClient;
import dev.langchain4j.mcp.client.transport.stdio.StdioMcpTransport;
import dev.langchain4j.service.AiServices;
import java.nio.file.Path;
import java.util.List;

/** An AI service whose tool lives in another process and is reached by the Model Context Protocol. */
public final class McpTools {
    private McpTools() {}

    /** Runs the program. */
    public static void main(String[] args) throws Exception {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        try (McpClient client = new DefaultMcpClient.Builder()
                .transport(new StdioMcpTransport.Builder()
                        .command(List.of(
                                java,
                                "-XX:TieredStopAtLevel=1",
                                "-cp",
                                System.getProperty("java.class.path"),
                                McpServerMain.class.getName()))
                        .build())
                .build()) {
            SimpleAssistant assistant = AiServices.builder(SimpleAssistant.class)
                    .chatModel(Models.chat())
                    .toolProvider(McpToolProvider.builder()
                            .mcpClients(List.of(client))
                            .build())
                    .build();
            System.out.println(assistant.chat("How deep is the lake?"));
        }
    }
}
