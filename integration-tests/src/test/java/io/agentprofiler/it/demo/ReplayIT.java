// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.support.SupportAgent;
import io.agentprofiler.it.harness.AgentProcess;
import io.agentprofiler.it.harness.Artifacts;
import io.agentprofiler.it.harness.ProcessResult;
import io.agentprofiler.it.harness.analyzer.ReplayAnalyzer;
import io.agentprofiler.it.openai.OpenAiServer;
import io.agentprofiler.it.openai.script.Reply;
import io.agentprofiler.it.openai.script.Usage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The demo's application once more, with nothing but its recording in place of the model server. */
@Tag("full")
class ReplayIT {
    private static final int SIGTERM_EXIT = 128 + 15;

    @TempDir
    private Path dir;

    private ProcessResult run(String name, String content, String baseUrl) {
        return AgentProcess.of(SupportAgent.class, dir.resolve(name))
                .setting("content", content)
                .property("support.baseUrl", baseUrl)
                .property("support.apiKey", "no-key")
                .property("support.model", "gpt-4o-mini")
                .run();
    }

    @ParameterizedTest
    @ValueSource(strings = {"hash", "full"})
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "there is no signal that lets a process end as it likes")
    void shouldMakeTheSameCallsWithTheSameTokens(String content) throws IOException, InterruptedException {
        ProcessResult recorded;
        try (OpenAiServer server = OpenAiServer.start()) {
            new SupportScript().addTo(server.script());
            recorded = run("recorded", content, server.baseUrl());
        }
        try (ReplayAnalyzer analyzer = ReplayAnalyzer.start(recorded.runDirs().get(0), dir.resolve("replay.log"))) {
            ProcessResult replayed = run("replayed", content, analyzer.baseUrl());

            assertThat(replayed.exitCode()).as(replayed.toString()).isZero();
            SupportAgentIT.assertWhole(replayed);
            if (content.equals("full")) {
                assertThat(replayed.out()).isEqualTo(recorded.out());
            }
            assertThat(analyzer.stop()).isEqualTo(SIGTERM_EXIT);
            assertThat(analyzer.printed())
                    .contains("6 requests, 6 answers, with 2615 tokens in and 135 out")
                    .doesNotContain("differs", "internal error", "no answer to");
        }
    }

    /** Gemini's API, as LangChain4j's client speaks it: a tool, streamed and whole. */
    @ParameterizedTest
    @ValueSource(strings = {"hash", "full"})
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "there is no signal that lets a process end as it likes")
    void shouldAnswerClientsOfGemini(String content) throws IOException, InterruptedException {
        ProcessResult recorded;
        try (OpenAiServer server = OpenAiServer.start()) {
            for (int round = 1; round <= 2; round++) {
                server.script()
                        .then(
                                Reply.tool("depth", "{\"arg0\":\"Inari\"}")
                                        .withUsage(new Usage(100 * round, 20, 40, 3, 10)),
                                Reply.text("It is so.").withUsage(new Usage(100 * round + 50, 10, 60, 0, 0)));
            }
            recorded = geminiRun("recorded", content, server.baseUrl());
        }
        assertThat(recorded.exitCode()).as(recorded.toString()).isZero();
        try (ReplayAnalyzer analyzer = ReplayAnalyzer.start(recorded.runDirs().get(0), dir.resolve("replay.log"))) {
            ProcessResult replayed = geminiRun("replayed", content, analyzer.baseUrl());

            assertThat(replayed.exitCode()).as(replayed.toString()).isZero();
            if (content.equals("full")) {
                assertThat(replayed.out()).isEqualTo(recorded.out());
            }
            assertThat(tokens(replayed)).isEqualTo(tokens(recorded));
            assertThat(analyzer.stop()).isEqualTo(SIGTERM_EXIT);
            assertThat(analyzer.printed())
                    .contains("4 requests, 4 answers, with 700 tokens in and 60 out")
                    .doesNotContain("differs", "internal error", "no answer to");
        }
    }

    private ProcessResult geminiRun(String name, String content, String baseUrl) {
        return AgentProcess.of("com.example.providers.ProviderModels", dir.resolve(name))
                .classPath(Artifacts.classPathWithPrograms("langchain4j-providers"))
                .args("gemini")
                .setting("content", content)
                .property("openai.baseUrl", baseUrl)
                .run();
    }

    /** The tokens of each model call, in order. */
    private static List<String> tokens(ProcessResult run) {
        List<String> tokens = new ArrayList<>();
        for (String name :
                List.of("input_tokens", "output_tokens", "cache_read.input_tokens", "reasoning.output_tokens")) {
            tokens.addAll(run.segments().attributes("llm", "gen_ai.usage." + name));
        }
        return tokens;
    }
}
