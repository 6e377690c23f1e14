// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.gate;

import io.agentprofiler.analyzer.testing.TestRun;

/** Runs of tests as a build leaves them, written by hand. */
final class GateRuns {
    private static final String MODEL = "\"gen_ai.provider.name\":\"openai\",\"gen_ai.request.model\":\"gpt-4o\"";

    private GateRuns() {}

    /** Returns a run with a header. */
    static TestRun of(String service, String id) {
        TestRun run = TestRun.run(id);
        String header = run.lines().get(0).replace("\"service\":\"shop\"", "\"service\":\"" + service + "\"");
        return TestRun.bare().line(header);
    }

    /**
     * Adds a workflow: an agent with model calls of 100 input and 10 output tokens each, 10 ms long.
     *
     * @param number of the trace
     * @param calls how many model calls
     */
    static TestRun answer(TestRun run, int number, String name, int calls) {
        return answer(run, number, name, calls, "\"gen_ai.usage.input_tokens\":100,\"gen_ai.usage.output_tokens\":10");
    }

    static TestRun answer(TestRun run, int number, String name, int calls, String usage) {
        int first = number * 100;
        run.trace(number).start(first, 0, 0, "agent", name);
        for (int i = 1; i <= calls; i++) {
            run.start(first + i, first, i * 10 - 10, "llm", "chat gpt-4o", MODEL)
                    .end(first + i, i * 10, usage);
        }
        return run.end(first, calls * 10);
    }

    /** Adds a workflow in which a tool fails, and the agent goes on. */
    static TestRun failingTool(TestRun run, int number, String name) {
        int first = number * 100;
        return run.trace(number)
                .start(first, 0, 0, "agent", name)
                .start(first + 1, first, 0, "tool", "execute_tool refund", "\"gen_ai.tool.name\":\"refund\"")
                .end(first + 1, 5, "error", ",\"error\":{\"type\":\"java.lang.IllegalStateException\"}")
                .end(first, 10);
    }

    /** Adds a workflow in which a model asks for the same tool call again and again. */
    static TestRun loop(TestRun run, int number, String name, int times, String arguments) {
        int first = number * 100;
        run.trace(number).start(first, 0, 0, "agent", name);
        for (int i = 0; i < times; i++) {
            run.start(first + 1 + 2 * i, first, i * 20, "llm", "chat gpt-4o", MODEL)
                    .end(first + 1 + 2 * i, i * 20 + 10)
                    .start(
                            first + 2 + 2 * i,
                            first,
                            i * 20 + 10,
                            "tool",
                            "execute_tool search",
                            "\"gen_ai.tool.name\":\"search\"" + arguments)
                    .end(first + 2 + 2 * i, i * 20 + 20);
        }
        return run.end(first, times * 20);
    }

    /** Adds a workflow that is one streamed model call. */
    static TestRun streamed(TestRun run, int number, String name, double firstChunk) {
        int span = number * 100;
        return run.trace(number)
                .start(span, 0, 0, "llm", name, MODEL)
                .end(
                        span,
                        100,
                        "ok",
                        ",\"chunks\":{\"count\":2,\"first_t\":" + TestRun.at(firstChunk) + ",\"last_t\":"
                                + TestRun.at(90) + ",\"max_gap_ns\":1000}");
    }
}
