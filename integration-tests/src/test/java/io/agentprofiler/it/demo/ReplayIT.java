// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.support.SupportAgent;
import io.agentprofiler.it.harness.AgentProcess;
import io.agentprofiler.it.harness.ProcessResult;
import io.agentprofiler.it.harness.ReplayAnalyzer;
import io.agentprofiler.it.openai.OpenAiServer;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The demo's application once more, with nothing but its recording in place of the model server. */
@Tag("once")
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
}
