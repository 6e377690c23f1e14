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

/** The Google Gen AI SDK. */
class GoogleSdkIT {
    private static final String OLDEST = "google-genai-1.0.0";
    private static final String CALLS = """
            llm chat gemini-whole in=100 out=9 cached=64 reasoning=2
              http HTTP POST
            llm chat gemini-refused !error com.google.genai.errors.ClientException
              http HTTP POST !error 400
            llm chat gemini-streamed in=100 out=9 cached=64 reasoning=2 chunks=4
              http HTTP POST
            llm chat gemini-unread !cancelled
              http HTTP POST
            llm chat gemini-async in=10 out=2 cached=4 reasoning=2
              http HTTP POST
            llm chat gemini-async-refused !error com.google.genai.errors.ClientException
              http HTTP POST !error 400
            llm chat gemini-async-streamed in=100 out=9 cached=64 reasoning=2 chunks=2
              http HTTP POST
            llm chat gemini-chat in=10 out=5 cached=4 reasoning=2
              http HTTP POST
            llm chat gemini-chat in=10 out=2 cached=4 reasoning=2 chunks=2
              http HTTP POST
            llm chat gemini-careless in=10 out=5 cached=4 reasoning=2
              http HTTP POST
            tool execute_tool broken !error java.lang.IllegalStateException
            llm chat gemini-careless in=10 out=5 cached=4 reasoning=2
              http HTTP POST
            llm chat gemini-careful in=10 out=5 cached=4 reasoning=2
              http HTTP POST
            tool execute_tool weather
            llm chat gemini-careful in=10 out=5 cached=4 reasoning=2
              http HTTP POST
            embedding embeddings gemini-embedding
              http HTTP POST
            function SdkCalls.answer
              llm chat gemini-desk in=10 out=5 cached=4 reasoning=2
                http HTTP POST
              tool execute_tool weather
              llm chat gemini-desk in=10 out=5 cached=4 reasoning=2
                http HTTP POST
              | llm chat gemini-second in=10 out=5 cached=4 reasoning=2
                http HTTP POST
              | llm chat gemini-third in=10 out=5 cached=4 reasoning=2
                http HTTP POST
              | llm chat gemini-fourth in=10 out=5 cached=4 reasoning=2
                http HTTP POST
              llm chat gemini-last in=10 out=5 cached=4 reasoning=2 chunks=1
                http HTTP POST
            """;

    static Stream<Arguments> sdks() {
        return SdkVersions.of("google-genai-2.3.0", OLDEST);
    }

    @ParameterizedTest
    @MethodSource("sdks")
    void shouldTraceEveryWayOfCallingAModel(String framework, Jdk jdk, @TempDir Path dir) {
        Scenario scenario = Scenario.of("com.example.genai.SdkCalls")
                .answering(GoogleSdkIT::answers)
                .setting("trace", "com.example.genai.SdkCalls#answer")
                .yields(CALLS)
                // its HTTP client tells no status; its asynchronous calls are blocking ones on other threads
                .yieldsOn(OLDEST, CALLS.replace("HTTP POST !error 400", "HTTP POST"));
        if (!framework.equals(OLDEST)) {
            // which reads one of the answers that report no usage
            scenario.answersCompared();
        }
        scenario.check(framework, jdk, dir);
    }

    private static void answers(Script server) {
        Usage usage = new Usage(100, 9, 64, 2);
        Usage thought = new Usage(10, 2, 4, 2);
        server.then(
                Reply.text("42 km").withUsage(usage),
                Reply.error(400, "no"),
                Reply.text("once upon a time").withUsage(usage),
                Reply.text("unread").withUsage(null),
                Reply.text("soon").withUsage(thought),
                Reply.error(400, "no"),
                Reply.text("there was").withUsage(usage),
                Reply.text("hello"),
                Reply.text("hello again").withUsage(thought),
                Reply.tool("broken", "{\"city\":\"Oslo\"}"),
                Reply.text("sorry"),
                Reply.tool("weather", "{\"city\":\"Rome\"}"),
                Reply.text("take care"),
                Reply.tool("weather", "{\"city\":\"Oslo\"}"),
                Reply.text("It is sunny"));
    }
}
