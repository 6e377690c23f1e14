// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.agents.tool;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The other process of {@link McpTools}: a Model Context Protocol server on standard input and output with one tool. */
public final class McpServerMain {
    private static final Pattern ID = Pattern.compile("\"id\"\\s*:\\s*(\\d+|\"[^\"]*\")");
    private static final Pattern METHOD = Pattern.compile("\"method\"\\s*:\\s*\"([^\"]+)\"");
    private static final Pattern VERSION = Pattern.compile("\"protocolVersion\"\\s*:\\s*\"([^\"]+)\"");
    private static final Pattern TOOL = Pattern.compile("\"name\"\\s*:\\s*\"([^\"]+)\"");

    private McpServerMain() {}

    /** Answers until its input ends. */
    public static void main(String[] args) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String id = first(ID, line);
            if (id != null) {
                System.out.println("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":" + result(line) + "}");
            }
        }
    }

    private static String result(String request) {
        return switch (String.valueOf(first(METHOD, request))) {
            case "initialize" ->
                "{\"protocolVersion\":\"" + first(VERSION, request)
                        + "\",\"capabilities\":{\"tools\":{}},\"serverInfo\":{\"name\":\"lake\",\"version\":\"1\"}}";
            case "tools/list" ->
                "{\"tools\":[{\"name\":\"depth\",\"description\":\"depth of the lake\","
                        + "\"inputSchema\":{\"type\":\"object\",\"properties\":{}}}]}";
            case "tools/call" ->
                "depth".equals(first(TOOL, request))
                        ? "{\"content\":[{\"type\":\"text\",\"text\":\"94 m\"}],\"isError\":false}"
                        : "{\"content\":[{\"type\":\"text\",\"text\":\"no such tool\"}],\"isError\":true}";
            default -> "{}";
        };
    }

    private static String first(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        return matcher.find() ? matcher.group(1) : null;
    }
}
