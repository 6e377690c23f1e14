// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.scenario.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.it.harness.Jdk;
import io.agentprofiler.it.harness.trace.Segments;
import io.agentprofiler.it.openai.script.ChatRequest;
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

/** Anthropic's own SDK. */
class AnthropicSdkIT {
    private static final String OLDEST = "anthropic-java-1.0.0";
    private static final String WITHOUT_RUNNER = "anthropic-java-2.0.0";
    private static final Reply BUSY = Reply.error(429, "busy").withRetryAfter("0");
    private static final String CITY = "{\"city\":\"Oslo\"}";

    private static final String CALLS = """
            llm chat claude-whole in=100 out=7 cached=64
              http HTTP POST
            llm chat claude-retried in=10 out=5 cached=4
              http HTTP POST !error 429
              function retry back-off
              http HTTP POST
            llm chat claude-refused !error com.anthropic.errors.BadRequestException
              http HTTP POST !error 400
            llm chat claude-streamed in=100 out=7 cached=64 chunks=5
              http HTTP POST
            llm chat claude-calling in=10 out=5 cached=4 chunks=1
              http HTTP POST
            llm chat claude-unread !cancelled
              http HTTP POST
            llm chat claude-async in=10 out=5 cached=4
              http HTTP POST
            llm chat claude-async-refused !error com.anthropic.errors.BadRequestException
              http HTTP POST !error 400
            llm chat claude-async-streamed in=10 out=5 cached=4 chunks=2
              http HTTP POST
            llm chat claude-title in=10 out=5 cached=4
              http HTTP POST
            llm chat claude-raw
              http HTTP POST
            llm chat claude-beta in=10 out=5 cached=4
              http HTTP POST
            llm chat claude-beta in=10 out=5 cached=4 chunks=1
              http HTTP POST
            function SdkCalls.answer
              llm chat claude-desk in=10 out=5 cached=4
                http HTTP POST
              function SdkCalls.weather
              llm chat claude-desk in=10 out=5 cached=4
                http HTTP POST
              | llm chat claude-second in=10 out=5 cached=4
                http HTTP POST
              | llm chat claude-third in=10 out=5 cached=4
                http HTTP POST
              | llm chat claude-fourth in=10 out=5 cached=4
                http HTTP POST
              llm chat claude-last in=10 out=5 cached=4 chunks=1
                http HTTP POST
            """;

    private static final String RUNNER = """
            agent invoke_agent BetaToolRunner
              llm chat claude-runner in=10 out=5 cached=4
                http HTTP POST
              tool execute_tool weather
              tool execute_tool traffic !error tool_error
              llm chat claude-runner in=10 out=5 cached=4
                http HTTP POST
            """;

    static Stream<Arguments> sdks() {
        return SdkVersions.of("anthropic-java-3.14.0", "anthropic-java-2.15.0", WITHOUT_RUNNER, OLDEST);
    }

    @ParameterizedTest
    @MethodSource("sdks")
    void shouldTraceEveryWayOfCallingAModel(String framework, Jdk jdk, @TempDir Path dir) {
        Segments segments = Scenario.of("com.example.anthropic.SdkCalls")
                .answering(AnthropicSdkIT::answers)
                .setting("trace", "com.example.anthropic.SdkCalls#answer;com.example.anthropic.SdkCalls#weather")
                .yields(CALLS + RUNNER)
                .yieldsOn(WITHOUT_RUNNER, CALLS)
                // which waits in no class of its own
                .yieldsOn(OLDEST, CALLS.replace("  function retry back-off\n", ""))
                .answersCompared()
                .check(framework, jdk, dir)
                .segments();

        assertThat(segments.attributes("llm", "gen_ai.usage.cache_creation.input_tokens"))
                .as("what was put into the cache: of the first answer and of the stream")
                .startsWith("30", "0", "", "30");
        assertThat(segments.attributes("llm", "gen_ai.response.finish_reasons"))
                .startsWith("[\"stop\"]", "[\"stop\"]", "", "[\"stop\"]", "[\"tool_calls\"]", "");
    }

    private static void answers(Script server) {
        Usage cached = new Usage(100, 7, 64, -1, 30);
        server.then(
                Reply.text("42 km").withUsage(cached),
                BUSY,
                Reply.text("not now"),
                Reply.error(400, "no"),
                Reply.text("once upon").withThinking("let me see").withUsage(cached),
                Reply.tool("weather", CITY),
                Reply.text("unread").withUsage(null),
                Reply.text("soon"),
                Reply.error(400, "no"),
                Reply.text("there was"),
                Reply.text("A title"),
                Reply.text("raw").withUsage(null),
                Reply.text("new"),
                Reply.text("new"),
                Reply.tool("weather", CITY),
                Reply.text("It is sunny"));
        server.when(
                AnthropicSdkIT::isFirstOfRunner,
                request -> Reply.tool("weather", CITY).withTool("traffic", CITY));
    }

    private static boolean isFirstOfRunner(ChatRequest request) {
        return request.model().equals("claude-runner")
                && !request.json().toString().contains("tool_result");
    }
}
