// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.springai;

import io.modelcontextprotocol.client.McpAsyncClient;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.spec.McpSchema;
import java.nio.file.Path;
import java.util.Map;

/** A Model Context Protocol server in a process of its own, and two clients of it. */
final class Lake implements AutoCloseable {
    private final McpSyncClient client = McpClient.sync(transport()).build();

    Lake() {
        client.initialize();
    }

    McpSyncClient client() {
        return client;
    }

    /** Calls the tool that answers. */
    Object depth() {
        return content(client.callTool(new McpSchema.CallToolRequest("depth", Map.of())));
    }

    /** Calls the same tool with the asynchronous client. */
    Object depthLater() {
        McpAsyncClient later = McpClient.async(transport()).build();
        try {
            later.initialize().block();
            return content(later.callTool(new McpSchema.CallToolRequest("depth", Map.of()))
                    .block());
        } finally {
            later.close();
        }
    }

    /** Calls the tool that answers with an error. */
    Object sink() {
        return client.callTool(new McpSchema.CallToolRequest("sink", Map.of())).isError();
    }

    private static String content(McpSchema.CallToolResult result) {
        return ((McpSchema.TextContent) result.content().get(0)).text();
    }

    private static StdioClientTransport transport() {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        return new StdioClientTransport(
                ServerParameters.builder(java)
                        .args(
                                "-XX:TieredStopAtLevel=1",
                                "-cp",
                                System.getProperty("java.class.path"),
                                "com.example.agents.tool.McpServerMain")
                        .build(),
                McpJsonDefaults.getMapper());
    }

    @Override
    public void close() {
        client.close();
    }
}
