// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.scenario.sdk;

import io.agentprofiler.it.harness.Jdk;
import io.agentprofiler.it.harness.Jdks;
import io.agentprofiler.it.openai.script.Reply;
import io.agentprofiler.it.scenario.Scenario;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** OpenAI's own SDK, used directly and by a framework. */
class OpenAiSdkIT {
    private static final Reply BUSY = Reply.error(429, "busy").withRetryAfter("0");

    static Stream<Arguments> sdks() {
        return SdkVersions.of("openai-java-4.101.0", "openai-java-2.20.1");
    }

    @ParameterizedTest
    @MethodSource("sdks")
    void shouldTraceEveryWayOfCallingAModel(String framework, Jdk jdk, @TempDir Path dir) {
        Scenario.of("com.example.openai.SdkCalls")
                .answering(server -> server.then(
                        Reply.text("42 km"),
                        BUSY,
                        Reply.text("not now"),
                        Reply.error(400, "no"),
                        Reply.text("once upon a time"),
                        Reply.text("unread"),
                        Reply.text("soon"),
                        Reply.error(400, "no"),
                        Reply.text("there was"),
                        Reply.text("A title"),
                        Reply.text("raw").withUsage(null)))
                .yields("""
                        llm chat gpt-whole in=10 out=5 cached=4 reasoning=2
                          http HTTP POST
                        llm chat gpt-retried in=10 out=5 cached=4 reasoning=2
                          http HTTP POST !error 429
                          function retry back-off
                          http HTTP POST
                        llm chat gpt-refused !error com.openai.errors.BadRequestException
                          http HTTP POST !error 400
                        llm chat gpt-streamed in=10 out=5 cached=4 reasoning=2 chunks=4
                          http HTTP POST
                        llm chat gpt-unread !cancelled
                          http HTTP POST
                        llm chat gpt-async in=10 out=5 cached=4 reasoning=2
                          http HTTP POST
                        llm chat gpt-async-refused !error com.openai.errors.BadRequestException
                          http HTTP POST !error 400
                        llm chat gpt-async-streamed in=10 out=5 cached=4 reasoning=2 chunks=2
                          http HTTP POST
                        llm chat gpt-title in=10 out=5 cached=4 reasoning=2
                          http HTTP POST
                        llm chat gpt-raw
                          http HTTP POST
                        llm chat gpt-responses in=10 out=5 cached=4 reasoning=2
                          http HTTP POST
                        llm chat gpt-responses in=10 out=5 cached=4 reasoning=2 chunks=1
                          http HTTP POST
                        embedding embeddings text-embedding-3-small in=3
                          http HTTP POST
                        """)
                .answersCompared()
                .check(framework, jdk, dir);
    }

    @Test
    @Tag("once")
    void shouldTakeTheSdkForAStepOfTheModelThatUsesIt(@TempDir Path dir) {
        Scenario.of("com.example.official.OfficialModels")
                .answering(server ->
                        server.then(Reply.text("42 km"), BUSY, Reply.text("not now"), Reply.text("once upon a time")))
                .yields("""
                        llm chat gpt-whole in=10 out=5 cached=4 reasoning=2
                          http HTTP POST
                        llm chat gpt-whole in=10 out=5 cached=4 reasoning=2
                          http HTTP POST !error 429
                          function retry back-off
                          http HTTP POST
                        llm chat gpt-streamed in=10 out=5 cached=4 reasoning=2 chunks=4
                          http HTTP POST
                        embedding embeddings text-embedding-3-small in=3
                          http HTTP POST
                        """)
                .check("langchain4j-open-ai-official", Jdks.current(), dir);
    }
}
