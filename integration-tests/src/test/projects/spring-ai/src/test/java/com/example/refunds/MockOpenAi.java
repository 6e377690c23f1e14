// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.refunds;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

/**
 * A server that answers chat requests as a script says. Which script is one of good behaviour, or of an agent that got worse, the
 * system property {@code worse} says: {@code no}, {@code call}, {@code tool} or {@code loop}.
 */
final class MockOpenAi {
    private final Queue<String> script = new ArrayDeque<>();
    private final HttpServer server;

    MockOpenAi() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            byte[] answer = next().getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        server.start();
    }

    private synchronized String next() {
        return script.remove();
    }

    synchronized void script(List<String> answers) {
        script.addAll(answers);
    }

    String url() {
        return "http://localhost:" + server.getAddress().getPort() + "/v1";
    }

    void stop() {
        server.stop(0);
    }

    static List<String> lookUpThenAnswer() {
        List<String> answers = new ArrayList<>();
        switch (System.getProperty("worse", "no")) {
            case "call" -> {
                answers.add(toolCall("4711"));
                answers.add(toolCall("4712"));
            }
            case "tool" -> answers.add(toolCall("X4711"));
            case "loop" -> {
                for (int i = 0; i < 4; i++) {
                    answers.add(toolCall("4711"));
                }
            }
            default -> answers.add(toolCall("4711"));
        }
        answers.addAll(answer("It was delivered yesterday."));
        return answers;
    }

    static List<String> answer(String text) {
        return List.of(completion("{\"role\":\"assistant\",\"content\":\"" + text + "\"}", "stop"));
    }

    private static String toolCall(String order) {
        return completion(
                "{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"id\":\"call_1\",\"type\":\"function\","
                        + "\"function\":{\"name\":\"orderState\",\"arguments\":\"{\\\"number\\\":\\\"" + order
                        + "\\\",\\\"arg0\\\":\\\"" + order + "\\\"}\"}}]}",
                "tool_calls");
    }

    private static String completion(String message, String reason) {
        return "{\"id\":\"c1\",\"object\":\"chat.completion\",\"created\":1,\"model\":\"gpt-4o-mini-2024-07-18\","
                + "\"choices\":[{\"index\":0,\"message\":" + message + ",\"finish_reason\":\"" + reason
                + "\"}],\"usage\":{\"prompt_tokens\":100,\"completion_tokens\":10,\"total_tokens\":110}}";
    }
}
