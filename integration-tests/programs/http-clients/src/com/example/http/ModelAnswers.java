// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.zip.CRC32;
import java.util.zip.GZIPOutputStream;

/** A server that answers in the formats of several services: whole, or below {@code /stream} and {@code /long} in events. */
final class ModelAnswers implements AutoCloseable {
    private static final int BUSY = 429;
    private static final int FRAME = 16;
    private static final int PRELUDE = 8;
    /** Beyond what anybody would keep of an answer. */
    private static final int MANY = 6000;

    private static final Map<String, String> WHOLE = Map.of(
            "/v1/chat/completions",
            "{\"id\":\"c1\",\"model\":\"acme-1-0\",\"usage\":{\"prompt_tokens\":10,\"completion_tokens\":5,"
                    + "\"prompt_tokens_details\":{\"cached_tokens\":4}}}",
            "/openai/deployments/acme-1/chat/completions",
            "{\"id\":\"c2\",\"model\":\"acme-1-0\",\"usage\":{\"prompt_tokens\":9,\"completion_tokens\":4}}",
            "/v1/responses",
            "{\"id\":\"r1\",\"model\":\"acme-1-0\",\"usage\":{\"input_tokens\":11,\"output_tokens\":6,"
                    + "\"input_tokens_details\":{\"cached_tokens\":5}}}",
            "/v1/messages",
            "{\"id\":\"m1\",\"model\":\"acme-1-0\",\"usage\":{\"input_tokens\":3,\"output_tokens\":7,\"cache_read_input_tokens\":2}}",
            "/v1beta/models/acme-1:generateContent",
            "{\"responseId\":\"g1\",\"modelVersion\":\"acme-1-0\",\"usageMetadata\":{\"promptTokenCount\":8,"
                    + "\"candidatesTokenCount\":9,\"thoughtsTokenCount\":1}}",
            "/model/acme-1/converse",
            "{\"usage\":{\"inputTokens\":12,\"outputTokens\":13,\"totalTokens\":25}}",
            "/api/chat",
            "{\"model\":\"acme-1-0\",\"prompt_eval_count\":14,\"eval_count\":15}");

    /** Usage is said at the beginning, at the end, in every event, or in none but the last. */
    private static final Map<String, List<String>> EVENTS = Map.of(
            "/v1/chat/completions",
            List.of(
                    "{\"id\":\"c3\",\"model\":\"acme-1-0\",\"choices\":[{\"delta\":{\"content\":\"42\"}}],\"usage\":null}",
                    "{\"id\":\"c3\",\"model\":\"acme-1-0\",\"choices\":[],\"usage\":{\"prompt_tokens\":20,\"completion_tokens\":6,"
                            + "\"prompt_tokens_details\":{\"cached_tokens\":3}}}",
                    "[DONE]"),
            "/v1/responses",
            List.of(
                    "{\"type\":\"response.created\",\"response\":{\"id\":\"r2\",\"model\":\"acme-1-0\",\"usage\":null}}",
                    "{\"type\":\"response.output_text.delta\",\"delta\":\"42\"}",
                    "{\"type\":\"response.completed\",\"response\":{\"id\":\"r2\",\"usage\":{\"input_tokens\":21,"
                            + "\"output_tokens\":7,\"input_tokens_details\":{\"cached_tokens\":8}}}}"),
            "/v1/messages",
            List.of(
                    "{\"type\":\"message_start\",\"message\":{\"id\":\"m2\",\"model\":\"acme-1-0\",\"usage\":{\"input_tokens\":22,"
                            + "\"output_tokens\":1,\"cache_read_input_tokens\":2,\"cache_creation_input_tokens\":1}}}",
                    "{\"type\":\"content_block_delta\",\"delta\":{\"text\":\"42\"}}",
                    "{\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"end_turn\"},\"usage\":{\"output_tokens\":8}}"),
            "/v1beta/models/acme-1:streamGenerateContent",
            List.of(
                    "{\"responseId\":\"g2\",\"modelVersion\":\"acme-1-0\",\"usageMetadata\":{\"promptTokenCount\":23}}",
                    "{\"responseId\":\"g2\",\"modelVersion\":\"acme-1-0\",\"usageMetadata\":{\"promptTokenCount\":23,"
                            + "\"candidatesTokenCount\":7,\"thoughtsTokenCount\":2}}"));

    private final HttpServer server;
    private int busy = 1;

    ModelAnswers() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newFixedThreadPool(2));
        server.createContext("/", this::answer);
        server.start();
    }

    URI uri(String path) {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path);
    }

    private void answer(HttpExchange exchange) throws IOException {
        exchange.getRequestBody().readAllBytes();
        String path = exchange.getRequestURI().getPath();
        List<byte[]> events = events(path);
        if (!events.isEmpty()) {
            List<String> accepted = exchange.getRequestHeaders().getOrDefault("Accept-Encoding", List.of());
            send(exchange, events, accepted.stream().anyMatch(each -> each.contains("gzip")));
            return;
        }
        boolean refuses = path.startsWith("/busy") && busy-- > 0;
        byte[] body = (refuses ? "{}" : WHOLE.getOrDefault(path.replace("/busy", ""), "{}")).getBytes();
        exchange.sendResponseHeaders(refuses ? BUSY : 200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private static void send(HttpExchange exchange, List<byte[]> events, boolean zipped) throws IOException {
        if (zipped) {
            exchange.getResponseHeaders().add("Content-Encoding", "gzip");
        }
        exchange.sendResponseHeaders(200, 0);
        try (OutputStream plain = exchange.getResponseBody();
                OutputStream out = zipped ? new GZIPOutputStream(plain, true) : plain) {
            for (byte[] event : events) {
                out.write(event);
                out.flush();
            }
        }
    }

    private static List<byte[]> events(String path) {
        List<byte[]> bytes = new ArrayList<>();
        if (path.equals("/stream/api/chat")) {
            bytes.add("{\"model\":\"acme-1-0\",\"message\":{\"content\":\"42\"},\"done\":false}\n".getBytes());
            bytes.add("{\"model\":\"acme-1-0\",\"done\":true,\"prompt_eval_count\":24,\"eval_count\":10}\n".getBytes());
        } else if (path.equals("/model/acme-1/converse-stream")) {
            bytes.add(message("{\"contentBlockIndex\":0,\"delta\":{\"text\":\"42\"}}"));
            bytes.add(message("{\"usage\":{\"inputTokens\":25,\"outputTokens\":11,\"cacheReadInputTokens\":2}}"));
        } else if (path.equals("/model/acme-1/invoke-with-response-stream")) {
            for (String event : EVENTS.get("/v1/messages")) {
                bytes.add(message(
                        "{\"bytes\":\"" + Base64.getEncoder().encodeToString(event.getBytes()) + "\",\"p\":\"abc\"}"));
            }
        } else {
            boolean streamed = path.startsWith("/stream") || path.startsWith("/long") || path.contains(":stream");
            List<String> events =
                    streamed ? EVENTS.getOrDefault(path.replaceFirst("^/(stream|long)", ""), List.of()) : List.of();
            for (int i = 0; i < events.size(); i++) {
                for (int times = path.startsWith("/long") && i == 0 ? MANY : 1; times > 0; times--) {
                    bytes.add(("data: " + events.get(i) + "\n\n").getBytes());
                }
            }
        }
        return bytes;
    }

    /** Returns a message of Amazon's event stream without headers. */
    private static byte[] message(String payload) {
        byte[] body = payload.getBytes(StandardCharsets.UTF_8);
        ByteBuffer message = ByteBuffer.allocate(FRAME + body.length);
        message.putInt(message.capacity()).putInt(0).putInt(sum(message.array(), PRELUDE));
        message.put(body);
        message.putInt(sum(message.array(), message.position()));
        return message.array();
    }

    private static int sum(byte[] bytes, int count) {
        CRC32 sum = new CRC32();
        sum.update(bytes, 0, count);
        return (int) sum.getValue();
    }

    @Override
    public void close() {
        server.stop(0);
        ((ExecutorService) server.getExecutor()).shutdown();
    }
}
