// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.otlp;

import static io.agentprofiler.analyzer.testing.TestRun.at;
import static io.agentprofiler.analyzer.testing.TestRun.spanId;
import static io.agentprofiler.analyzer.testing.TestRun.traceId;

import io.agentprofiler.analyzer.testing.TestRun;

/** An agent that asks a model, which streams, and a tool, which fails; with content. */
final class WeatherRun {
    private WeatherRun() {}

    static TestRun recorded() {
        return TestRun.run("shop-42-x")
                .start(
                        1,
                        0,
                        0,
                        "agent",
                        "invoke_agent Weather",
                        "\"gen_ai.agent.name\":\"Weather\",\"gen_ai.conversation.id\":\"c-1\","
                                + "\"gen_ai.usage.input_tokens\":310")
                .start(
                        2,
                        1,
                        10,
                        "llm",
                        "chat gpt-4o",
                        "\"gen_ai.operation.name\":\"chat\",\"gen_ai.provider.name\":\"openai\","
                                + "\"gen_ai.request.model\":\"gpt-4o\",\"gen_ai.request.temperature\":0.5,"
                                + "\"gen_ai.request.max_tokens\":100,"
                                + "\"gen_ai.system_instructions\":\"be brief\","
                                + "\"gen_ai.input.messages\":[{\"role\":\"user\",\"parts\":[{\"type\":\"text\","
                                + "\"content\":\"rain?\"}]}]")
                .chunk(2, 110, 0)
                .chunk(2, 160, 1)
                .end(
                        2,
                        210,
                        "ok",
                        ",\"cpu_ns\":5,\"alloc_bytes\":7,\"chunks\":{\"count\":3,\"first_t\":" + at(110)
                                + ",\"last_t\":"
                                + at(160) + ",\"max_gap_ns\":50000000,\"handler_ns\":9},\"attributes\":{"
                                + "\"gen_ai.response.model\":\"gpt-4o-2024-08-06\","
                                + "\"gen_ai.response.finish_reasons\":[\"tool_calls\"],"
                                + "\"gen_ai.usage.input_tokens\":300,\"gen_ai.usage.output_tokens\":20,"
                                + "\"gen_ai.usage.cache_read.input_tokens\":100,"
                                + "\"agentprofiler.prompt.blocks\":{\"bytes\":9,\"hashes\":\"aa\"},"
                                + "\"gen_ai.output.messages\":[{\"role\":\"assistant\",\"parts\":[{\"type\":\"tool_call\","
                                + "\"id\":\"t1\",\"name\":\"rain\",\"arguments\":\"{\\\"city\\\":\\\"Bonn\\\"}\"}]}]}")
                .line(
                        "{\"event\":\"SPAN_START\",\"trace\":\"" + traceId(1) + "\",\"span\":\"" + spanId(3)
                                + "\",\"parent\":\"" + spanId(1) + "\",\"t\":" + at(220)
                                + ",\"kind\":\"tool\",\"name\":\"execute_tool rain\",\"rule\":\"test/tool\",\"thread\":\"pool-1\","
                                + "\"queued_ns\":77,\"attributes\":{\"gen_ai.tool.name\":\"rain\","
                                + "\"gen_ai.tool.call.id\":\"t1\",\"gen_ai.tool.call.arguments\":\"{\\\"city\\\":\\\"Bonn\\\"}\"}}")
                .end(3, 320, "error", ",\"error\":{\"type\":\"java.io.IOException\",\"message\":\"no sky\"}")
                .start(4, 1, 330, "http", "POST", "\"server.address\":\"host\"")
                .end(4, 340, "cancelled", "")
                .end(1, 400);
    }
}
