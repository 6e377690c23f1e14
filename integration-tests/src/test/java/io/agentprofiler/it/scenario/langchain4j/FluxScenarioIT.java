// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.scenario.langchain4j;

import io.agentprofiler.it.harness.Jdk;
import io.agentprofiler.it.openai.script.Reply;
import io.agentprofiler.it.scenario.Scenario;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** AI services that return a {@code Flux}: LangChain4j starts the work before their call is over. */
class FluxScenarioIT {
    @ParameterizedTest
    @MethodSource("io.agentprofiler.it.harness.Jdks#tested")
    void shouldEndWithTheWorkThatWasStartedInsideTheCall(Jdk jdk, @TempDir Path dir) {
        Scenario.of("com.example.flux.FluxChat")
                .answering(server -> server.then(
                        Reply.text("Once upon a time"),
                        Reply.tool("weather", "{\"city\":\"Oslo\"}"),
                        Reply.text("It is sunny."),
                        Reply.text("one two three four"),
                        Reply.error(400, "no")))
                .yields("""
                        agent invoke_agent FluxAssistant
                          memory memory add
                          llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2 chunks=4
                            http HTTP POST
                          memory memory add
                        agent invoke_agent FluxAssistant
                          memory memory add
                          llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2 chunks=2
                            http HTTP POST
                          memory memory add
                          tool execute_tool weather
                          memory memory add
                          memory memory read
                          llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2 chunks=3
                            http HTTP POST
                          memory memory add
                        agent invoke_agent FluxAssistant
                          memory memory add
                          llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2 chunks=4
                            http HTTP POST
                          memory memory add
                        agent invoke_agent FluxAssistant !error dev.langchain4j.exception.InvalidRequestException
                          memory memory add
                          llm chat gpt-4o-mini !error dev.langchain4j.exception.InvalidRequestException
                            http HTTP POST !error dev.langchain4j.exception.HttpException
                        """)
                .check("langchain4j-reactor-1.10.0", jdk, dir);
    }
}
