// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.testing;

import static io.agentprofiler.analyzer.testing.TestRun.at;

/**
 * A run that has all that formats find hard to say: streams with their chunks, failed attempts and retries, tools beside each other,
 * agents within tools and within agents, failures, spans without an end, tasks that waited, work that outlives its caller.
 */
public final class FullRun {
    /** Stands in every text that is content, and nowhere else. */
    public static final String SECRET = "s3cret";

    private final TestRun run = TestRun.run("shop-42-full");
    private final boolean content;

    private FullRun(boolean content) {
        this.content = content;
    }

    /**
     * Returns the run.
     *
     * @param content whether prompts, answers, arguments, results and messages of failures were recorded, else their lengths and hashes
     */
    public static TestRun of(boolean content) {
        FullRun full = new FullRun(content);
        full.support();
        full.retried();
        full.unfinished();
        full.alone();
        full.quick();
        return full.run.footer();
    }

    private String payload(String name, String json, String hash) {
        return content
                ? ",\"" + name + "\":" + json
                : ",\"agentprofiler.content." + name.replaceFirst("^gen_ai\\.", "") + "\":{\"chars\":" + json.length()
                        + ",\"hash\":\"" + hash + "\"}";
    }

    private static String text(String role, String said) {
        return "{\"role\":\"" + role + "\",\"parts\":[{\"type\":\"text\",\"content\":\"" + said + "\"}]}";
    }

    private static String asks(String... idsAndNames) {
        StringBuilder parts = new StringBuilder("{\"type\":\"reasoning\",\"content\":\"" + SECRET + " thought\"}");
        for (int i = 0; i < idsAndNames.length; i += 2) {
            parts.append(",{\"type\":\"tool_call\",\"id\":\"")
                    .append(idsAndNames[i])
                    .append("\",\"name\":\"")
                    .append(idsAndNames[i + 1])
                    .append("\",\"arguments\":{\"q\":\"" + SECRET + "\"}}");
        }
        return "{\"role\":\"assistant\",\"parts\":[" + parts + "]}";
    }

    private static String usage(int input, int output, int cached) {
        return "\"gen_ai.response.model\":\"gpt-4o-mini-2024\",\"gen_ai.response.finish_reasons\":[\"stop\"],"
                + "\"gen_ai.usage.input_tokens\":" + input + ",\"gen_ai.usage.output_tokens\":" + output
                + ",\"gen_ai.usage.cache_read.input_tokens\":" + cached
                + ",\"gen_ai.usage.reasoning.output_tokens\":" + output / 2;
    }

    private String model(String messages) {
        return "\"gen_ai.provider.name\":\"openai\",\"gen_ai.request.model\":\"gpt-4o-mini\",\"gen_ai.request.temperature\":0.5"
                + ",\"agentprofiler.prompt.blocks\":{\"block_bytes\":64,\"bytes\":200,\"hash_chars\":8,\"hashes\":\"aaaaaaaabbbbbbbbcccccccc\"}"
                + payload("gen_ai.input.messages", messages, "h1")
                + payload(
                        "gen_ai.tool.definitions",
                        "[{\"type\":\"function\",\"name\":\"find\",\"description\":\"" + SECRET
                                + "\",\"parameters\":{\"type\":\"object\"}}]",
                        "h2");
    }

    /** An agent that streams, asks for two tools at once, one of which is an agent of its own and one fails, and answers. */
    private void support() {
        String image = "{\"role\":\"user\",\"parts\":[{\"type\":\"text\",\"content\":\"" + SECRET
                + " please\"},{\"type\":\"image\",\"content\":\"pictures/" + SECRET
                + ".png\",\"mime_type\":\"image/png\"}]}";
        String first = "[" + text("system", SECRET + " rules") + "," + image + "]";
        String second = first.substring(0, first.length() - 1) + "," + asks("call_a", "find", "call_b", "delegate")
                + ",{\"role\":\"tool\",\"parts\":[{\"type\":\"tool_call_response\",\"id\":\"call_a\",\"response\":\""
                + SECRET
                + "\"}]}," + text("user", SECRET + " and quickly") + "]";
        run.trace(1)
                .start(
                        10,
                        0,
                        0,
                        "agent",
                        "Support.answer",
                        "\"gen_ai.agent.name\":\"Support\",\"gen_ai.conversation.id\":\"c1\""
                                + payload("agentprofiler.input", "\"" + SECRET + " question\"", "h3"))
                .span(11, 10, 0, 12, "memory", "memory get")
                .start(12, 10, 12, "llm", "chat gpt-4o-mini", model(first))
                .start(13, 12, 14, "http", "POST", "\"server.address\":\"api\",\"server.port\":443")
                .end(
                        13,
                        44,
                        "error",
                        ",\"error\":{\"type\":\"429\"},\"attributes\":{\"http.response.status_code\":429}")
                .start(14, 12, 94, "http", "POST", "\"server.address\":\"api\",\"server.port\":443")
                .chunk(12, 210, 0)
                .chunk(12, 310, 1)
                .chunk(12, 610, 2)
                .end(14, 612, "\"http.response.status_code\":200")
                .end(
                        12,
                        620,
                        "ok",
                        ",\"cpu_ns\":3000000,\"alloc_bytes\":4096,\"chunks\":{\"count\":3,\"first_t\":" + at(210)
                                + ",\"last_t\":" + at(610)
                                + ",\"max_gap_ns\":300000000,\"handler_ns\":5000000,\"handler_before_ns\":1000000,\"handler_after_ns\":0},\"attributes\":{"
                                + usage(1200, 80, 1000)
                                + payload(
                                        "gen_ai.output.messages",
                                        "[" + asks("call_a", "find", "call_b", "delegate") + "]",
                                        "h4")
                                + "}")
                .start(
                        15,
                        10,
                        621,
                        "tool",
                        "execute_tool find",
                        "\"gen_ai.tool.name\":\"find\",\"gen_ai.tool.call.id\":\"call_a\""
                                + payload("gen_ai.tool.call.arguments", "{\"q\":\"" + SECRET + "\"}", "h5"))
                .start(
                        16,
                        10,
                        622,
                        "tool",
                        "execute_tool delegate",
                        "\"gen_ai.tool.name\":\"delegate\",\"gen_ai.tool.call.id\":\"call_b\"")
                .start(17, 15, 625, "embedding", "embed", "\"gen_ai.request.model\":\"text-embedding-3-small\"")
                .end(17, 640, "\"gen_ai.usage.input_tokens\":9")
                .end(
                        15,
                        700,
                        "error",
                        ",\"error\":{\"type\":\"java.io.IOException\""
                                + (content ? ",\"message\":\"" + SECRET + " route\"" : "") + "}");
        helper();
        run.start(26, 10, 1010, "llm", "chat gpt-4o-mini", model(second))
                .end(
                        26,
                        1500,
                        usage(1400, 60, 1200)
                                + payload(
                                        "gen_ai.output.messages",
                                        "[" + text("assistant", SECRET + " done") + "]",
                                        "h6"))
                .end(
                        10,
                        1510,
                        "ok",
                        ",\"attributes\":{\"x\":1" + payload("agentprofiler.output", "\"" + SECRET + " done\"", "h6")
                                + "}");
    }

    /** An agent within a tool, with a tool of its own that waited for a thread and goes on for longer than its caller. */
    private void helper() {
        run.start(18, 16, 630, "agent", "Helper.help", "\"gen_ai.agent.name\":\"Helper\"")
                .start(19, 18, 631, "llm", "chat gpt-4o-mini", model("[" + text("user", SECRET + " help") + "]"))
                .end(
                        19,
                        900,
                        usage(300, 20, 0) + payload("gen_ai.output.messages", "[" + asks("call_a", "find") + "]", "h7"))
                .task(20, 18, 905, 1020, "tool", "execute_tool find", "pool-1", 4)
                .end(18, 1000)
                .end(16, 1005);
    }

    /** A model call that fails, and is made again. */
    private void retried() {
        run.trace(2)
                .start(30, 0, 2000, "agent", "Clerk.write", "\"gen_ai.agent.name\":\"Clerk\"")
                .start(31, 30, 2001, "llm", "chat gpt-4o-mini", model("[" + text("user", SECRET) + "]"))
                .end(31, 2101, "error", ",\"error\":{\"type\":\"java.net.SocketTimeoutException\"}")
                .start(32, 30, 2101, "llm", "chat gpt-4o-mini", model("[" + text("user", SECRET) + "]"))
                .end(32, 2201, usage(50, 5, 0))
                .end(30, 2210, "cancelled", "");
    }

    /** A workflow that was going on when the program ended. */
    private void unfinished() {
        run.trace(3)
                .start(40, 0, 2300, "agent", "Clerk.write", "\"gen_ai.agent.name\":\"Clerk\"")
                .start(41, 40, 2301, "llm", "chat gpt-4o-mini", model("[" + text("user", SECRET) + "]"));
    }

    /** A model call without an agent, and a function beside it that runs a tool. */
    private void alone() {
        run.trace(4)
                .start(50, 0, 2400, "llm", "chat unknown-model", "\"gen_ai.request.model\":\"unknown-model\"")
                .end(50, 2450)
                .trace(5)
                .start(60, 0, 2460, "workflow", "Nightly.run", "")
                .start(61, 60, 2461, "function", "step", "")
                .span(62, 61, 2462, 2470, "tool", "execute_tool clean")
                .end(61, 2471)
                .end(60, 2480);
    }

    /** So many quick workflows that percentiles mean something. */
    private void quick() {
        for (int i = 0; i < 12; i++) {
            int id = 100 + 10 * i;
            double t = 2500 + 20 * i;
            run.trace(100 + i)
                    .start(id, 0, t, "agent", "Greeter.greet", "\"gen_ai.agent.name\":\"Greeter\"")
                    .start(id + 1, id, t + 1, "llm", "chat gpt-4o-mini", model("[" + text("user", SECRET) + "]"))
                    .end(id + 1, t + 10 + i, usage(20 + i, 3, 0))
                    .end(id, t + 12 + i);
        }
    }
}
