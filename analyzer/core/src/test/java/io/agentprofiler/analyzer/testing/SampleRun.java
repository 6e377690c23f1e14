// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.testing;

import static io.agentprofiler.analyzer.testing.TestRun.at;

/** One small run that has something of everything, for tests of what is printed and written. */
public final class SampleRun {
    private SampleRun() {}

    /** Returns the run: a slow workflow with a stream, a failure and parallel tools, and a quick one. */
    public static TestRun get() {
        return TestRun.run("shop-42-sample")
                .line(backend(5, 12, 100))
                .trace(1)
                .start(
                        1,
                        0,
                        0,
                        "agent",
                        "Support.answer",
                        "\"gen_ai.agent.name\":\"Support\",\"gen_ai.conversation.id\":\"c1\"")
                .span(2, 1, 0, 10, "memory", "memory get")
                .start(
                        3,
                        1,
                        10,
                        "llm",
                        "chat gpt",
                        "\"gen_ai.provider.name\":\"openai\",\"gen_ai.request.model\":\"gpt\"")
                .end(
                        3,
                        1010,
                        "ok",
                        ",\"chunks\":{\"count\":5,\"first_t\":" + at(210) + ",\"last_t\":" + at(1010)
                                + ",\"max_gap_ns\":300000000},\"attributes\":{\"gen_ai.response.model\":\"gpt-1\","
                                + "\"gen_ai.response.finish_reasons\":[\"tool_calls\"],\"gen_ai.usage.input_tokens\":1200,"
                                + "\"gen_ai.usage.output_tokens\":80,\"gen_ai.usage.cache_read.input_tokens\":1000,"
                                + "\"gen_ai.usage.cache_creation.input_tokens\":100,"
                                + "\"gen_ai.usage.reasoning.output_tokens\":30}")
                .line(backend(1005, 3, 140))
                .start(4, 1, 1010, "tool", "execute_tool find", "\"gen_ai.tool.name\":\"find\"")
                .start(5, 1, 1010, "tool", "execute_tool pay", "\"gen_ai.tool.name\":\"pay\"")
                .start(6, 4, 1020, "embedding", "embed", "\"gen_ai.request.model\":\"ada\"")
                .end(6, 1040, "\"gen_ai.usage.input_tokens\":9")
                .end(4, 1110, "ok", ",\"cpu_ns\":5000000,\"alloc_bytes\":2048")
                .end(
                        5,
                        1260,
                        "error",
                        ",\"error\":{\"type\":\"java.io.IOException\",\"message\":\"no route, \\\"really\\\"\"}")
                .start(7, 1, 1260, "llm", "chat gpt", "\"gen_ai.request.model\":\"gpt\"")
                .end(7, 1960)
                .end(1, 2000)
                .trace(2)
                .start(11, 0, 2500, "agent", "Support.greet", "\"gen_ai.agent.name\":\"Support\"")
                .span(12, 11, 2500, 2505, "memory", "memory get")
                .end(11, 2510)
                .footer("{\"SPAN_CHUNK\":{\"ring_full\":5}}");
    }

    private static String backend(double t, int waiting, int promptTokens) {
        return "{\"event\":\"BACKEND\",\"t\":" + at(t) + ",\"endpoint\":\"http://gpu-1:8000\",\"up\":true,"
                + "\"server\":\"vllm\",\"model\":\"gpt\",\"engines\":1,\"running\":8,\"waiting\":" + waiting
                + ",\"kv_cache_usage\":0.75,\"kv_cache_usage_max\":0.75,\"prefix_cache_queries\":" + promptTokens
                + ",\"prefix_cache_hits\":" + promptTokens / 2 + ",\"preemptions\":0}";
    }
}
