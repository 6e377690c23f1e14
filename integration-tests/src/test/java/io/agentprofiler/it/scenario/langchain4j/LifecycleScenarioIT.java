// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.scenario.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.agents.fate.ExitInTool;
import com.example.agents.fate.WaitInTool;
import io.agentprofiler.it.harness.AgentProcess;
import io.agentprofiler.it.harness.ProcessResult;
import io.agentprofiler.it.harness.RunningProgram;
import io.agentprofiler.it.harness.trace.Segments;
import io.agentprofiler.it.openai.OpenAiServer;
import io.agentprofiler.it.openai.script.Reply;
import io.agentprofiler.it.scenario.Environment;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Programs that end in the middle of their work. */
class LifecycleScenarioIT {
    private static final String NEWEST = "io.agentprofiler.it.scenario.Environment#newest";
    private static final int SIGTERM_EXIT = 128 + 15;

    @ParameterizedTest
    @MethodSource(NEWEST)
    void shouldFlushWhenAToolLeavesTheJvm(Environment environment, @TempDir Path dir) {
        try (OpenAiServer server = OpenAiServer.start()) {
            server.script().then(Reply.tool("leave", "{}"));

            ProcessResult result = AgentProcess.of(ExitInTool.class, dir)
                    .jdk(environment.jdk())
                    .server(server)
                    .run();

            assertThat(result.exitCode()).isEqualTo(7);
            assertThat(result.out()).isEqualTo("leaving\n");
            Segments segments = result.segments().assertBooksExact();
            segments.tree().assertEquals("segments", """
                            agent invoke_agent SimpleAssistant !unfinished
                              llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                                http HTTP POST
                              tool execute_tool leave !unfinished
                            """);
            assertThat(segments.footer().path("open").asInt()).isEqualTo(2);
        }
    }

    @ParameterizedTest
    @MethodSource(NEWEST)
    void shouldFlushOnSigterm(Environment environment, @TempDir Path dir) {
        try (OpenAiServer server = OpenAiServer.start()) {
            server.script().then(Reply.tool("sleep", "{}"));
            ProcessResult result = terminated(environment, dir, server);

            assertThat(result.exitCode()).isEqualTo(SIGTERM_EXIT);
            result.segments().assertNothingDropped().tree().assertEquals("segments", """
                    agent invoke_agent SimpleAssistant !unfinished
                      llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                        http HTTP POST
                      tool execute_tool sleep !unfinished
                    """);
        }
    }

    private static ProcessResult terminated(Environment environment, Path dir, OpenAiServer server) {
        AgentProcess process =
                AgentProcess.of(WaitInTool.class, dir).jdk(environment.jdk()).server(server);
        try (RunningProgram program = process.start()) {
            program.awaitOutput("waiting");
            program.terminate();
            return program.await(Duration.ofSeconds(60));
        }
    }
}
