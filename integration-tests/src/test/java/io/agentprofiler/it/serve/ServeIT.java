// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.example.agents.fate.EndlessWork;
import io.agentprofiler.it.harness.AgentProcess;
import io.agentprofiler.it.harness.RunningProgram;
import io.agentprofiler.it.harness.analyzer.LiveAnalyzer;
import io.agentprofiler.it.openai.OpenAiServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A running traced program, and an analyzer that follows it. */
@Tag("once")
class ServeIT {
    private static final Duration PATIENCE = Duration.ofSeconds(120);
    private static final int SIGTERM_EXIT = 128 + 15;

    @TempDir
    private Path dir;

    private static JsonNode run(LiveAnalyzer analyzer) {
        return analyzer.json("/api/runs").path("runs").path(0);
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "there is no signal that lets a process end as it likes")
    void shouldFollowAProgramFromItsStartToItsDeath() throws Exception {
        Path profiles = Files.createDirectories(dir.resolve("profiles"));
        try (LiveAnalyzer analyzer = LiveAnalyzer.start(profiles, dir.resolve("serve.log"), List.of());
                OpenAiServer server = OpenAiServer.start();
                RunningProgram program = AgentProcess.of(EndlessWork.class, dir)
                        .server(server)
                        .setting("dir", profiles.toString())
                        .setting("segment.maxBytes", "64k")
                        .setting("gzip", "true")
                        .start()) {
            assertThat(analyzer.json("/api/runs").path("runs")).isEmpty();
            program.awaitOutput("answer 10 ");
            await().atMost(PATIENCE)
                    .untilAsserted(() ->
                            assertThat(run(analyzer).path("state").asString()).isEqualTo("running"));
            await("finished workflows")
                    .atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(
                                    analyzer.json("/api/workflows?state=over").path("workflows"))
                            .hasSizeGreaterThan(5));
            JsonNode workflow =
                    analyzer.json("/api/workflows?state=over").path("workflows").path(0);
            assertThat(workflow.path("model_calls").asInt()).isEqualTo(1);
            JsonNode spans = analyzer.json(
                            "/api/workflows/" + workflow.path("id").asString())
                    .path("span_list");
            assertThat(spans).hasSize(workflow.path("spans").asInt());
            assertThat(analyzer.json("/api/spans/" + spans.path(0).path("id").asString())
                            .path("workflow")
                            .asString())
                    .isEqualTo(workflow.path("id").asString());

            program.kill();
            await().atMost(PATIENCE)
                    .untilAsserted(() ->
                            assertThat(run(analyzer).path("state").asString()).isEqualTo("killed"));
            await("figures of everything")
                    .atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(analyzer.get("/metrics").body())
                            .contains("agentprofiler_spans_total "
                                    + run(analyzer).path("span_starts").asLong() + ".0"));
            assertThat(run(analyzer).path("missing_segments").asInt()).isZero();
            assertThat(analyzer.stop()).isEqualTo(SIGTERM_EXIT);
            assertThat(analyzer.printed()).contains("analyzer: stopped").doesNotContain("internal error", "no answer");
        }
    }
}
