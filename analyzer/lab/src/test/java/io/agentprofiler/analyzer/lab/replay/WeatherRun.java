// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.replay;

import io.agentprofiler.analyzer.lab.replay.recording.RecordedWorkflow;
import io.agentprofiler.analyzer.lab.replay.recording.Recording;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.view.json.JsonLine;
import io.agentprofiler.shared.schema.ContentText;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A recording of two workflows: the first asks for the weather, has a tool called and answers; the second is refused once, then streams.
 * The third embeds two texts, the fourth loses its connection.
 */
public final class WeatherRun {
    public static final String SYSTEM = "Be brief.";
    public static final String QUESTION = "Weather in Berlin?";
    public static final String OTHER_QUESTION = "What is a thunderstorm, in a sentence?";
    public static final String ANSWER = "It is sunny in Berlin.";
    public static final String OTHER_ANSWER = "A storm with lightning, thunder and mostly rain.";
    public static final String ARGUMENTS = "{\"city\": \"Berlin\"}";
    public static final String RESULT = "sunny";

    private WeatherRun() {}

    /** Returns the workflows. */
    public static List<RecordedWorkflow> workflows(boolean texts) {
        return workflows(run(texts));
    }

    /** Returns the workflows of a run. */
    public static List<RecordedWorkflow> workflows(TestRun run) {
        Recording recording = Recording.ANALYSIS.empty();
        for (Trace trace : run.traces()) {
            recording = Recording.ANALYSIS.addTrace(recording, trace);
        }
        return recording.workflows();
    }

    /** Returns the run, with texts or with lengths and hashes. */
    public static TestRun run(boolean texts) {
        Map<String, Object> call = part("tool_call", "id", "c1", "name", "weather", "arguments", ARGUMENTS);
        List<Object> first = List.of(message("system", text(SYSTEM)), message("user", text(QUESTION)));
        List<Object> second = new ArrayList<>(first);
        second.add(message("assistant", call));
        second.add(message("tool", part("tool_call_response", "id", "c1", "response", RESULT)));
        List<Object> other = List.of(message("system", text(SYSTEM)), message("user", text(OTHER_QUESTION)));
        return TestRun.run("weather")
                .trace(1)
                .start(1, 0, 0, "agent", "ask")
                .start(2, 1, 10, "llm", "chat gpt-4o", asked(texts, first))
                .end(2, 40, answered(texts, message("assistant", call), "tool_calls", 100, 10))
                .start(
                        3,
                        1,
                        50,
                        "tool",
                        "execute_tool weather",
                        "\"gen_ai.tool.name\":\"weather\",\"gen_ai.tool.call.id\":\"c1\"")
                .end(3, 60, payload(texts, "gen_ai.tool.call.arguments", ARGUMENTS))
                .start(4, 1, 70, "llm", "chat gpt-4o", asked(texts, second))
                .end(4, 90, answered(texts, message("assistant", text(ANSWER)), "stop", 150, 8))
                .end(1, 100)
                .trace(2)
                .start(11, 0, 200, "agent", "ask")
                .start(12, 11, 210, "llm", "chat gpt-4o", asked(texts, other))
                .start(13, 12, 211, "http", "HTTP POST")
                .end(13, 220, "\"http.response.status_code\":429")
                .start(14, 12, 230, "http", "HTTP POST")
                .chunk(12, 240, 0)
                .chunk(12, 250, 1)
                .chunk(12, 260, 2)
                .end(14, 270, "\"http.response.status_code\":200")
                .end(
                        12,
                        272,
                        "ok",
                        ",\"chunks\":{\"count\":3,\"first_t\":" + TestRun.at(240) + ",\"last_t\":" + TestRun.at(260)
                                + ",\"max_gap_ns\":10000000},\"attributes\":{"
                                + answered(texts, message("assistant", text(OTHER_ANSWER)), "stop", 40, 12)
                                + "}")
                .end(11, 280)
                .trace(3)
                .start(
                        21,
                        0,
                        300,
                        "embedding",
                        "embeddings small",
                        "\"gen_ai.request.model\":\"small\",\"agentprofiler.embeddings.count\":2")
                .end(21, 310, "\"gen_ai.usage.input_tokens\":7,\"gen_ai.embeddings.dimension.count\":16")
                .trace(4)
                .start(31, 0, 400, "llm", "chat broken", "\"gen_ai.request.model\":\"broken\"")
                .end(31, 410, "error", ",\"error\":{\"type\":\"java.net.SocketException\"}")
                .footer();
    }

    /** Returns the attributes of a call with one message of a user, of which only the length is known. */
    public static String request(int chars) {
        return asked(false, List.of(message("user", text("x".repeat(chars)))));
    }

    private static String asked(boolean texts, List<Object> messages) {
        StringBuilder ends = new StringBuilder();
        StringBuilder roles = new StringBuilder();
        StringBuilder parts = new StringBuilder();
        long bytes = 0;
        for (Object message : messages) {
            bytes += ContentText.ofElement(message).getBytes(StandardCharsets.UTF_8).length;
            ends.append(ends.isEmpty() ? "" : ",").append(bytes);
            roles.append(roles.isEmpty() ? "\"" : ",\"")
                    .append(((Map<?, ?>) message).get("role"))
                    .append('"');
            parts.append(parts.isEmpty() ? "1" : ",1");
        }
        String hashes = "aaaaaaaa".repeat(messages.size());
        String attributes = "\"gen_ai.request.model\":\"gpt-4o\",\"gen_ai.request.temperature\":0.5,"
                + "\"agentprofiler.request.tools\":1,"
                + "\"agentprofiler.prompt.blocks\":{\"block_bytes\":64,\"bytes\":" + bytes
                + ",\"hash_chars\":8,\"hashes\":\"\",\"messages\":{\"left_out\":0,\"ends\":[" + ends + "],\"roles\":["
                + roles + "],\"parts\":[" + parts + "],\"hashes\":\"" + hashes + "\"}}";
        return attributes + "," + payload(texts, "gen_ai.input.messages", messages);
    }

    private static String answered(boolean texts, Object message, String finish, int input, int output) {
        return payload(texts, "gen_ai.output.messages", List.of(message)) + ",\"gen_ai.response.id\":\"r" + input
                + "\",\"gen_ai.response.model\":\"gpt-4o-1\",\"gen_ai.response.finish_reasons\":[\"" + finish
                + "\"],\"gen_ai.usage.input_tokens\":" + input + ",\"gen_ai.usage.output_tokens\":" + output
                + ",\"gen_ai.usage.cache_read.input_tokens\":32";
    }

    private static String payload(boolean texts, String name, Object content) {
        String length = "\"agentprofiler.content." + name.replaceFirst("^gen_ai\\.", "") + "\":{\"chars\":"
                + ContentText.of(content).length() + ",\"hash\":\"aaaaaaaa\"}";
        return texts ? length + ",\"" + name + "\":" + JsonLine.of(content) : length;
    }

    private static Map<String, Object> text(String text) {
        return part("text", "content", text);
    }

    private static Map<String, Object> message(String role, Object part) {
        Map<String, Object> message = new LinkedHashMap<>();
        message.put("role", role);
        message.put("parts", List.of(part));
        return message;
    }

    private static Map<String, Object> part(String type, String... pairs) {
        Map<String, Object> part = new LinkedHashMap<>();
        part.put("type", type);
        for (int i = 0; i < pairs.length; i += 2) {
            part.put(pairs[i], pairs[i + 1]);
        }
        return part;
    }
}
