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

/** The Azure AI Inference SDK. */
class InferenceSdkIT {
    static Stream<Arguments> sdks() {
        return SdkVersions.of("azure-inference-beta.5", "azure-inference-beta.1");
    }

    @ParameterizedTest
    @MethodSource("sdks")
    void shouldTraceEveryWayOfCallingAModel(String framework, Jdk jdk, @TempDir Path dir) {
        Scenario.of("com.example.inference.InferenceCalls")
                .answering(InferenceSdkIT::answers)
                .setting("trace", "com.example.inference.InferenceCalls#answer")
                .yields("""
                        llm chat azure-whole in=100 out=9
                          http HTTP POST
                        llm chat azure-retried in=10 out=5
                          http HTTP POST !error 503
                          http HTTP POST
                        llm chat azure-refused !error com.azure.core.exception.HttpResponseException
                          http HTTP POST !error 400
                        llm chat azure-streamed chunks=4
                          http HTTP POST
                        llm chat azure-async in=10 out=5
                          http HTTP POST
                        llm chat azure-async-streamed chunks=2
                          http HTTP POST
                        embedding embeddings azure-embedding in=2
                          http HTTP POST
                        function InferenceCalls.answer
                          llm chat azure-desk in=10 out=5
                            http HTTP POST
                          llm chat azure-desk in=10 out=5
                            http HTTP POST
                          | llm chat azure-second in=10 out=5
                            http HTTP POST
                          | llm chat azure-third in=10 out=5
                            http HTTP POST
                          llm chat azure-last chunks=1
                            http HTTP POST
                        """)
                .answersCompared()
                .check(framework, jdk, dir);
    }

    private static void answers(Script server) {
        server.then(
                Reply.text("42 km").withUsage(Usage.of(100, 9)),
                Reply.error(503, "busy"),
                Reply.text("43 km"),
                Reply.error(400, "no"),
                Reply.text("once upon a time"),
                Reply.text("soon"),
                Reply.text("there was"),
                Reply.tool("weather", "{\"city\":\"Oslo\"}"),
                Reply.text("It is sunny"));
    }
}
