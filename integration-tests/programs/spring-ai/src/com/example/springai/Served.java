// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.springai;

import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpStatelessServerHandler;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpServerSession;
import io.modelcontextprotocol.spec.McpServerTransportProvider;
import io.modelcontextprotocol.spec.McpStatelessServerTransport;
import io.modelcontextprotocol.spec.McpStreamableServerSession;
import io.modelcontextprotocol.spec.McpStreamableServerTransport;
import io.modelcontextprotocol.spec.McpStreamableServerTransportProvider;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.springframework.ai.chat.model.ChatModel;
import reactor.core.publisher.Mono;

/** MCP servers of all three kinds with a tool that asks a model. Their transports pass objects, in this process. */
final class Served {
    private static final McpSchema.JSONRPCNotification INITIALIZED =
            new McpSchema.JSONRPCNotification("2.0", "notifications/initialized", null);

    private final ChatModel model;
    private final McpJsonMapper json = McpJsonDefaults.getMapper();

    Served(ChatModel model) {
        this.model = model;
    }

    /** Asks each server for its tools, then calls one that answers and one that fails; returns what the servers said. */
    String ask() {
        List<String> said = new ArrayList<>();
        ask("session", session(), said);
        ask("stream", streamable(), said);
        ask("stateless", stateless(), said);
        return String.join(", ", said);
    }

    private static void ask(String kind, UnaryOperator<McpSchema.JSONRPCMessage> server, List<String> said) {
        server.apply(new McpSchema.JSONRPCRequest("2.0", "tools/list", 2, Map.of()));
        said.add(kind + " " + text(server.apply(call(3, "depth"))));
        said.add(text(server.apply(traced(call(4, "sink")))));
    }

    private static McpSchema.JSONRPCRequest call(int id, String tool) {
        return new McpSchema.JSONRPCRequest("2.0", "tools/call", id, Map.of("name", tool, "arguments", Map.of()));
    }

    /** Returns a call as a client that traces makes it. */
    private static McpSchema.JSONRPCRequest traced(McpSchema.JSONRPCRequest call) {
        Map<String, Object> params = new HashMap<>((Map<String, Object>) call.params());
        params.put("_meta", Map.of("traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"));
        return new McpSchema.JSONRPCRequest(call.jsonrpc(), call.method(), call.id(), params);
    }

    private static String text(McpSchema.JSONRPCMessage message) {
        McpSchema.CallToolResult result = (McpSchema.CallToolResult) ((McpSchema.JSONRPCResponse) message).result();
        return ((McpSchema.TextContent) result.content().get(0)).text();
    }

    private static McpSchema.JSONRPCRequest initialize() {
        return new McpSchema.JSONRPCRequest(
                "2.0",
                "initialize",
                1,
                Map.of(
                        "protocolVersion",
                        "2025-06-18",
                        "capabilities",
                        Map.of(),
                        "clientInfo",
                        Map.of("name", "visitor", "version", "1")));
    }

    private McpSchema.CallToolResult depth() {
        return McpSchema.CallToolResult.builder()
                .addTextContent(model.call("Sound the sea."))
                .build();
    }

    private static McpSchema.CallToolResult sink() {
        return McpSchema.CallToolResult.builder()
                .addTextContent("too deep")
                .isError(true)
                .build();
    }

    private McpSchema.Tool tool(String name) {
        return McpSchema.Tool.builder()
                .name(name)
                .description("about the sea")
                .inputSchema(json, "{\"type\":\"object\",\"properties\":{}}")
                .build();
    }

    private UnaryOperator<McpSchema.JSONRPCMessage> session() {
        Provider provider = new Provider();
        McpServer.sync((McpServerTransportProvider) provider)
                .jsonMapper(json)
                .capabilities(tools())
                .toolCall(tool("depth"), (exchange, request) -> depth())
                .toolCall(tool("sink"), (exchange, request) -> sink())
                .build();
        Transport transport = new Transport();
        McpServerSession session = provider.factory.create(transport);
        session.handle(initialize()).block();
        session.handle(INITIALIZED).block();
        return message -> {
            session.handle(message).block();
            return transport.last;
        };
    }

    private UnaryOperator<McpSchema.JSONRPCMessage> streamable() {
        StreamProvider provider = new StreamProvider();
        McpServer.sync((McpStreamableServerTransportProvider) provider)
                .jsonMapper(json)
                .capabilities(tools())
                .toolCall(tool("depth"), (exchange, request) -> depth())
                .toolCall(tool("sink"), (exchange, request) -> sink())
                .build();
        McpStreamableServerSession session = provider.factory
                .startSession(json.convertValue(initialize().params(), McpSchema.InitializeRequest.class))
                .session();
        session.accept(INITIALIZED).block();
        return message -> {
            Transport transport = new Transport();
            session.responseStream((McpSchema.JSONRPCRequest) message, transport)
                    .block();
            return transport.last;
        };
    }

    private UnaryOperator<McpSchema.JSONRPCMessage> stateless() {
        Stateless transport = new Stateless();
        McpServer.sync(transport)
                .jsonMapper(json)
                .capabilities(tools())
                .toolCall(tool("depth"), (context, request) -> depth())
                .toolCall(tool("sink"), (context, request) -> sink())
                .build();
        return message -> transport
                .handler
                .handleRequest(McpTransportContext.EMPTY, (McpSchema.JSONRPCRequest) message)
                .block();
    }

    private static McpSchema.ServerCapabilities tools() {
        return McpSchema.ServerCapabilities.builder().tools(false).build();
    }

    /** Remembers what the server sent last. */
    private final class Transport implements McpStreamableServerTransport {
        private volatile McpSchema.JSONRPCMessage last;

        @Override
        public Mono<Void> sendMessage(McpSchema.JSONRPCMessage message) {
            return Mono.fromRunnable(() -> last = message);
        }

        @Override
        public Mono<Void> sendMessage(McpSchema.JSONRPCMessage message, String id) {
            return sendMessage(message);
        }

        @Override
        public <T> T unmarshalFrom(Object data, TypeRef<T> type) {
            return json.convertValue(data, type);
        }

        @Override
        public Mono<Void> closeGracefully() {
            return Mono.empty();
        }
    }

    private static final class Provider implements McpServerTransportProvider {
        private McpServerSession.Factory factory;

        @Override
        public void setSessionFactory(McpServerSession.Factory value) {
            factory = value;
        }

        @Override
        public Mono<Void> notifyClients(String method, Object params) {
            return Mono.empty();
        }

        @Override
        public Mono<Void> closeGracefully() {
            return Mono.empty();
        }
    }

    private static final class StreamProvider implements McpStreamableServerTransportProvider {
        private McpStreamableServerSession.Factory factory;

        @Override
        public void setSessionFactory(McpStreamableServerSession.Factory value) {
            factory = value;
        }

        @Override
        public Mono<Void> notifyClients(String method, Object params) {
            return Mono.empty();
        }

        @Override
        public Mono<Void> closeGracefully() {
            return Mono.empty();
        }
    }

    private static final class Stateless implements McpStatelessServerTransport {
        private McpStatelessServerHandler handler;

        @Override
        public void setMcpHandler(McpStatelessServerHandler value) {
            handler = value;
        }

        @Override
        public Mono<Void> closeGracefully() {
            return Mono.empty();
        }
    }
}
