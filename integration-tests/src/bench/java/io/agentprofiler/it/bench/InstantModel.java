// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.bench;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A model server that thinks for no time and keeps nothing: it asks for two tools, {@code flights} and {@code hotels}, and then
 * answers. A process of its own; prints the port it listens on. It ends with its standard input.
 */
public final class InstantModel {
    private static final Pattern TOOL = Pattern.compile("\"name\"\\s*:\\s*\"([^\"]*(?:flights|hotels))\"");
    private static final Pattern LAST_ROLE = Pattern.compile("\"role\"\\s*:\\s*\"([a-z]+)\"");
    private static final Pattern STREAMED = Pattern.compile("\"stream\"\\s*:\\s*true");
    private static final JsonMapper JSON = new JsonMapper();
    private static final String HEAD = "{\"id\":\"chatcmpl-1\",\"created\":1700000000,\"model\":\"gpt-4o-mini\",";
    private static final String USAGE =
            "\"usage\":{\"prompt_tokens\":120,\"completion_tokens\":18,\"total_tokens\":138,"
                    + "\"prompt_tokens_details\":{\"cached_tokens\":64},\"completion_tokens_details\":{\"reasoning_tokens\":2}}";
    private static final String ANSWER = "There are three flights and three hotels, and the museum is open on Monday.";

    private InstantModel() {}

    /** Serves until standard input ends. */
    public static void main(String[] args) throws IOException {
        System.setProperty("sun.net.httpserver.nodelay", "true");
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newCachedThreadPool());
        server.createContext("/", InstantModel::answer);
        server.start();
        System.out.println(server.getAddress().getPort());
        while (System.in.read() >= 0) {
            continue;
        }
        System.exit(0);
    }

    private static void answer(HttpExchange http) throws IOException {
        String request = new String(http.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        boolean streamed = STREAMED.matcher(request).find();
        String body = http.getRequestURI().getPath().contains("embeddings")
                ? embedding(request)
                : streamed ? stream(request) : whole(request);
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        http.getResponseHeaders().set("Content-Type", streamed ? "text/event-stream" : "application/json");
        http.sendResponseHeaders(200, bytes.length);
        try (OutputStream out = http.getResponseBody()) {
            out.write(bytes);
        }
    }

    private static String embedding(String request) {
        JsonNode asked = JSON.readTree(request);
        int inputs = asked.path("input").isArray() ? asked.path("input").size() : 1;
        boolean coded = asked.path("encoding_format").asString("").equals("base64");
        String vector = coded ? "\"AACAPwAAAAAAAAAA\"" : "[1.0,0.0,0.0]";
        StringBuilder data = new StringBuilder();
        for (int i = 0; i < inputs; i++) {
            data.append(i == 0 ? "" : ",")
                    .append("{\"object\":\"embedding\",\"index\":" + i + ",\"embedding\":" + vector + "}");
        }
        return "{\"object\":\"list\",\"model\":\"text-embedding-3-small\",\"data\":[" + data
                + "],\"usage\":{\"prompt_tokens\":9,\"total_tokens\":9}}";
    }

    private static boolean toolsHaveAnswered(String request) {
        String last = "";
        for (Matcher role = LAST_ROLE.matcher(request); role.find(); ) {
            last = role.group(1);
        }
        return last.equals("tool");
    }

    private static String whole(String request) {
        String message = toolsHaveAnswered(request)
                ? "\"message\":{\"role\":\"assistant\",\"content\":\"" + ANSWER + "\"},\"finish_reason\":\"stop\""
                : "\"message\":{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[" + calls(request, false)
                        + "]},\"finish_reason\":\"tool_calls\"";
        return HEAD + "\"object\":\"chat.completion\",\"choices\":[{\"index\":0," + message + "}]," + USAGE + "}";
    }

    private static String stream(String request) {
        StringBuilder events = new StringBuilder();
        boolean answers = toolsHaveAnswered(request);
        if (answers) {
            for (String word : ANSWER.split("(?<= )", -1)) {
                chunk(events, "\"delta\":{\"role\":\"assistant\",\"content\":\"" + word + "\"}");
            }
        } else {
            chunk(events, "\"delta\":{\"role\":\"assistant\",\"tool_calls\":[" + calls(request, true) + "]}");
        }
        chunk(events, "\"delta\":{},\"finish_reason\":\"" + (answers ? "stop" : "tool_calls") + "\"");
        events.append("data: " + HEAD + "\"object\":\"chat.completion.chunk\",\"choices\":[]," + USAGE + "}\n\n");
        return events.append("data: [DONE]\n\n").toString();
    }

    private static void chunk(StringBuilder into, String choice) {
        into.append("data: " + HEAD + "\"object\":\"chat.completion.chunk\",\"choices\":[{\"index\":0," + choice
                + "}]}\n\n");
    }

    /** Returns calls of the tools offered, by the names the framework gave them. */
    private static String calls(String request, boolean indexed) {
        StringBuilder calls = new StringBuilder();
        int offered = request.indexOf("\"tools\"");
        Matcher tool = TOOL.matcher(request);
        for (int i = 0; i < 2 && tool.find(i == 0 ? Math.max(0, offered) : tool.end()); i++) {
            calls.append(i == 0 ? "{" : ",{")
                    .append(indexed ? "\"index\":" + i + "," : "")
                    .append("\"id\":\"call_" + i + "\",\"type\":\"function\",\"function\":{\"name\":\"" + tool.group(1)
                            + "\",\"arguments\":\"{\\\"city\\\":\\\"Paris\\\"}\"}}");
        }
        return calls.toString();
    }
}
