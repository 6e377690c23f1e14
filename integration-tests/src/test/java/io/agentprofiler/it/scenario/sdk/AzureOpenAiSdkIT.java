// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.scenario.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.it.harness.Jdk;
import io.agentprofiler.it.harness.trace.Segments;
import io.agentprofiler.it.openai.script.Reply;
import io.agentprofiler.it.openai.script.Script;
import io.agentprofiler.it.openai.script.Usage;
import io.agentprofiler.it.scenario.Scenario;
import io.agentprofiler.it.scenario.Scenarios;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The Azure OpenAI SDK. */
class AzureOpenAiSdkIT {
    private static final String NEWEST = "azure-openai-beta.16";
    private static final String OLDEST = "azure-openai-beta.8";
    private static final String TREE = """
            llm chat azure-whole in=100 out=9
              http HTTP POST
            llm chat azure-response in=10 out=5 cached=4 reasoning=2
              http HTTP POST
            llm chat azure-retried in=10 out=5 cached=4 reasoning=2
              http HTTP POST !error 503
              http HTTP POST
            llm chat azure-refused !error com.azure.core.exception.HttpResponseException
              http HTTP POST !error 400
            llm chat azure-async in=10 out=5 cached=4 reasoning=2
              http HTTP POST
            llm chat azure-parts chunks=4
              http HTTP POST
            llm chat azure-stream chunks=2
              http HTTP POST
            llm chat azure-parts-response chunks=2
              http HTTP POST
            llm chat azure-parts-tool chunks=2
              http HTTP POST
            llm chat azure-async-parts chunks=3
              http HTTP POST
            llm text_completion azure-completed in=10 out=5
              http HTTP POST
            llm text_completion azure-options in=10 out=5
              http HTTP POST
            llm text_completion azure-completed-parts chunks=3
              http HTTP POST
            llm text_completion azure-completed-async in=10 out=5
              http HTTP POST
            llm text_completion azure-completed-async-parts chunks=3
              http HTTP POST
            embedding embeddings azure-embedding in=2
              http HTTP POST
            embedding embeddings azure-embedding-response in=2
              http HTTP POST
            embedding embeddings azure-embedding-async in=2
              http HTTP POST
            function AzureCalls.answer
              llm chat azure-desk in=10 out=5 cached=4 reasoning=2
                http HTTP POST
              llm chat azure-desk in=10 out=5 cached=4 reasoning=2
                http HTTP POST
              | llm chat azure-second in=10 out=5 cached=4 reasoning=2
                http HTTP POST
              | llm chat azure-third in=10 out=5 cached=4 reasoning=2
                http HTTP POST
              llm chat azure-last chunks=1
                http HTTP POST
            """;

    static Stream<Arguments> sdks() {
        return SdkVersions.of(NEWEST, OLDEST);
    }

    @ParameterizedTest
    @MethodSource("sdks")
    void shouldTraceEveryWayOfCallingAModel(String framework, Jdk jdk, @TempDir Path dir) {
        boolean newest = framework.equals(NEWEST);
        Scenarios scenarios = newest ? Scenarios.of(everyWay(), whatOnlyNewerReleasesHave()) : Scenarios.of(everyWay());
        Segments segments = scenarios.check(framework, jdk, dir).segments();

        assertThat(segments.attributes("llm", "gen_ai.provider.name")).containsOnly("azure.ai.openai");
        if (newest) {
            List<String> reasons = segments.attributes("llm", "gen_ai.response.finish_reasons");
            assertThat(reasons.subList(reasons.size() - 8, reasons.size()))
                    .as("of what only newer releases have: an answer that never came has none")
                    .containsExactly(
                            "[\"stop\"]",
                            "[\"stop\"]",
                            "[\"stop\"]",
                            "[\"stop\"]",
                            "[\"stop\"]",
                            "[\"stop\"]",
                            "[\"stop\"]",
                            "");
        }
    }

    private static Scenario everyWay() {
        return Scenario.of("com.example.azure.AzureCalls")
                .answering(AzureOpenAiSdkIT::answers)
                .setting("trace", "com.example.azure.AzureCalls#answer")
                .yields(TREE)
                .yieldsOn(OLDEST, TREE.replace(" cached=4 reasoning=2", ""))
                .answersCompared();
    }

    private static Scenario whatOnlyNewerReleasesHave() {
        return Scenario.of("com.example.azure.newer.ResponseCalls")
                .answering(server -> server.then(
                        Reply.text("once upon a time").withUsage(new Usage(100, 20, 40, 3, 0)),
                        Reply.text("there was")))
                .yields("""
                        llm chat azure-usage in=100 out=20 cached=40 reasoning=3 chunks=4
                          http HTTP POST
                        llm chat azure-async-usage in=10 out=5 cached=4 reasoning=2 chunks=2
                          http HTTP POST
                        llm chat azure-answer in=10 out=5 reasoning=2
                          http HTTP POST
                        llm chat azure-messages in=10 out=5 reasoning=2
                          http HTTP POST
                        llm chat azure-answer-parts in=10 out=5 reasoning=2 chunks=1
                          http HTTP POST
                        llm chat azure-answer-async in=10 out=5 reasoning=2
                          http HTTP POST
                        llm chat azure-answer-async-parts in=10 out=5 reasoning=2 chunks=1
                          http HTTP POST
                        llm chat azure-nowhere !error com.azure.core.exception.HttpResponseException
                          http HTTP POST !error 404
                        """)
                .answersCompared();
    }

    private static void answers(Script server) {
        server.then(
                Reply.text("42 km").withUsage(Usage.of(100, 9)),
                Reply.text("42 km again"),
                Reply.error(503, "busy"),
                Reply.text("43 km"),
                Reply.error(400, "no"),
                Reply.text("soon"),
                Reply.text("once upon a time"),
                Reply.text("there was"),
                Reply.text("a lake"),
                Reply.tool("weather", "{\"city\":\"Oslo\"}"),
                Reply.text("and a boat"),
                Reply.text("upon"),
                Reply.text("upon a"),
                Reply.text("upon a time"),
                Reply.text("upon a lake"),
                Reply.text("upon a boat"),
                Reply.tool("weather", "{\"city\":\"Oslo\"}"),
                Reply.text("It is sunny"));
    }
}
