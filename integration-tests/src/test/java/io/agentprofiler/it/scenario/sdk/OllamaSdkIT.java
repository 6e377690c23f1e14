// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.scenario.sdk;

import io.agentprofiler.it.harness.Jdk;
import io.agentprofiler.it.openai.script.Reply;
import io.agentprofiler.it.openai.script.Script;
import io.agentprofiler.it.openai.script.Usage;
import io.agentprofiler.it.scenario.Scenario;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Ollama4j. */
class OllamaSdkIT {
    private static final String OLDEST = "ollama4j-1.1.2";
    private static final String CALLS = """
            llm chat ollama-whole in=100 out=9
            llm chat ollama-refused !error io.github.ollama4j.exceptions.OllamaException
            llm chat ollama-streamed in=100 out=9 chunks=7
            llm chat ollama-observed in=10 out=5 chunks=4
            llm text_completion ollama-text in=10 out=5
            llm text_completion ollama-text-streamed in=10 out=5 chunks=3
            llm text_completion ollama-text-refused !error io.github.ollama4j.exceptions.OllamaException
            llm text_completion ollama-text-async in=10 out=5 chunks=5
            llm text_completion ollama-text-async-refused !error 404
            embedding embeddings ollama-embedding in=2
            function tool loop Ollama
              llm chat ollama-tools in=10 out=5
              tool execute_tool weather
              tool execute_tool Clock
              llm chat ollama-tools in=10 out=5
            function tool loop Ollama
              llm chat ollama-tools-streamed in=10 out=5 chunks=1
              tool execute_tool Clock
              llm chat ollama-tools-streamed in=10 out=5 chunks=5
            function tool loop Ollama !error io.github.ollama4j.exceptions.OllamaException
              llm chat ollama-tools-failing in=10 out=5
              tool execute_tool Clock !error java.lang.IllegalArgumentException
            agent invoke_agent clerk
              llm chat ollama-agent in=10 out=5
              tool execute_tool Clock
              llm chat ollama-agent in=10 out=5
            function OllamaCalls.answer
              function tool loop Ollama
                llm chat ollama-desk in=10 out=5
                tool execute_tool dice
                llm chat ollama-desk in=10 out=5
              | llm chat ollama-second in=10 out=5
              | llm chat ollama-third in=10 out=5
              llm chat ollama-last in=10 out=5 chunks=1
            """;

    static Stream<Arguments> libraries() {
        return SdkVersions.of("ollama4j-1.1.6", OLDEST);
    }

    @ParameterizedTest
    @MethodSource("libraries")
    void shouldTraceEveryWayOfCallingAModel(String framework, Jdk jdk, @TempDir Path dir) {
        Scenario.of("com.example.ollama.OllamaCalls")
                .answering(OllamaSdkIT::answers)
                .setting("trace", "com.example.ollama.OllamaCalls#answer")
                .yields(CALLS)
                // where an agent's call has another result
                .yieldsOn(OLDEST, CALLS.replace("agent invoke_agent clerk", "function tool loop Ollama"))
                .check(framework, jdk, dir);
    }

    private static void answers(Script server) {
        Usage usage = Usage.of(100, 9);
        server.then(
                Reply.text("42 km").withUsage(usage),
                Reply.error(500, "no"),
                Reply.text("once upon a time").withThinking("let me see").withUsage(usage),
                Reply.text("there was").withThinking("and now"),
                Reply.text("all of it").withThinking("so it is"),
                Reply.text("piece by piece"),
                Reply.error(404, "no such model"),
                Reply.text("soon it is").withThinking("when then"),
                Reply.error(404, "no such model"),
                Reply.tool("weather", "{\"city\":\"Oslo\"}").withTool("clock", "{\"zone\":\"CET\"}"),
                Reply.text("It is sunny at noon"),
                Reply.tool("clock", "{\"zone\":\"EST\"}"),
                Reply.text("It is noon there, too"),
                Reply.tool("clock", "{}"),
                Reply.tool("clock", "{\"zone\":\"UTC\"}"),
                Reply.text("It is noon"),
                Reply.tool("dice", "{\"zone\":\"here\"}"),
                Reply.text("It is four"));
    }
}
