// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import com.example.support.SupportAgent;
import io.agentprofiler.it.harness.AgentProcess;
import io.agentprofiler.it.harness.Artifacts;
import io.agentprofiler.it.harness.Jdks;
import io.agentprofiler.it.harness.ProcessResult;
import io.agentprofiler.it.harness.analyzer.Analyzer;
import io.agentprofiler.it.harness.analyzer.ReplayAnalyzer;
import io.agentprofiler.it.openai.OpenAiServer;
import io.agentprofiler.it.openai.script.Reply;
import io.agentprofiler.it.openai.script.Usage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A recording sent as load by one process to another that answers from it, and what the analyzer makes of what was sent. */
@Tag("full")
class LoadIT {
    private static final List<Integer> LEVELS = List.of(1, 2, 4, 8);
    private static final int WORKFLOWS = 4;
    private static final int CALLS = 6;
    private static final int INPUT = 2615;
    private static final int OUTPUT = 135;
    private static final double STATED = 0.1;

    @TempDir
    private Path dir;

    private ProcessResult analyzer(Object... arguments) {
        return Analyzer.run(Jdks.current(), dir.resolve("analyzer"), arguments);
    }

    private JsonNode json(Object... arguments) {
        ProcessResult result = analyzer(arguments);
        assertThat(result.exitCode()).as(result.toString()).isZero();
        return new JsonMapper().readTree(result.out());
    }

    private Path supportAgent() {
        try (OpenAiServer server = OpenAiServer.start()) {
            new SupportScript().addTo(server.script());
            return AgentProcess.of(SupportAgent.class, dir.resolve("recorded"))
                    .property("support.baseUrl", server.baseUrl())
                    .property("support.apiKey", "no-key")
                    .property("support.model", "gpt-4o-mini")
                    .run()
                    .runDirs()
                    .get(0);
        }
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "there is no signal that lets a process end as it likes")
    void shouldSendTheRecordedCallsAtEachLevel() throws IOException, InterruptedException {
        Path recording = supportAgent();
        Path out = dir.resolve("load");
        JsonNode load;
        try (ReplayAnalyzer server = ReplayAnalyzer.start(recording, dir.resolve("serve.log"))) {
            load = json(
                    "replay",
                    "load",
                    "--to",
                    server.baseUrl(),
                    "--concurrency",
                    "1,2,4,8",
                    "--think",
                    "none",
                    "--out",
                    out,
                    "--format",
                    "json",
                    recording);
            server.stop();
            assertThat(server.printed())
                    .contains("%d requests, %d answers, with %d tokens in and %d out"
                            .formatted(4 * CALLS, 4 * CALLS, 4 * INPUT, 4 * OUTPUT))
                    .doesNotContain("differs", "internal error", "no answer to");
        }

        assertThat(load.path("levels")
                        .valueStream()
                        .map(level -> level.path("concurrency").asInt()))
                .isEqualTo(LEVELS);
        assertThat(load.path("levels").valueStream()).allSatisfy(level -> {
            assertThat(level.path("workflows_answered").asInt()).isEqualTo(WORKFLOWS);
            assertThat(level.path("requests").asInt()).isEqualTo(CALLS);
            assertThat(level.path("answered").asInt()).isEqualTo(CALLS);
            assertThat(level.path("tokens").path("input").asInt()).isEqualTo(INPUT);
            assertThat(level.path("tokens").path("output").asInt()).isEqualTo(OUTPUT);
            assertThat(level.path("first_chunk_ns").path("n").asInt()).isEqualTo(CALLS);
        });

        assertThat(analyzer("report", out.resolve("concurrency-2")).out())
                .contains("%d model calls".formatted(CALLS), "data complete", "in 2,615", "out 135");
        assertThat(json("size", "--format", "json", out).path("levels").valueStream())
                .extracting(
                        level -> level.path("concurrency").asInt(),
                        level -> level.path("workflows").asInt(),
                        level -> level.path("model_calls").asInt())
                .containsExactlyElementsOf(LEVELS.stream()
                        .map(level -> tuple(level, WORKFLOWS, CALLS))
                        .toList());
        assertSaysHowFarOffItIs(json("simulate", "--all-runs", "--format", "json", out));
    }

    /** The error is the larger difference of what it prints, and one that is large is said. */
    private static void assertSaysHowFarOffItIs(JsonNode simulation) {
        assertThat(simulation.path("fit").path("calls").asInt()).isEqualTo(4 * CALLS);
        JsonNode recorded = simulation.path("results").get(0);
        JsonNode recomputed = simulation.path("results").get(1);
        JsonNode simulated = simulation.path("results").get(2);
        String notes = simulation.path("notes").toString();
        assertThat(simulation.path("errors").valueStream()).hasSize(4).allSatisfy(error -> {
            String figure = error.path("figure").asString("");
            String of = figure.startsWith("latency") ? "latency_ns" : "run_time_ns";
            String percentile = figure.substring(figure.lastIndexOf(' ') + 1);
            double real = recorded.path(of).path(percentile).asDouble();
            double again = recomputed.path(of).path(percentile).asDouble();
            double unchanged = simulated.path(of).path(percentile).asDouble();
            double relative = error.path("relative_error").asDouble();
            double furthest = Math.max(Math.abs(again - real), Math.abs(unchanged - real));
            assertThat(Math.abs(relative)).isCloseTo(furthest / real, within(1e-6));
            assertThat(notes.contains("not simulated well: " + figure)).isEqualTo(Math.abs(relative) > STATED);
        });
    }

    /** Anthropic, Gemini and Ollama, each whole and streamed, with tools: the answers are read as LangChain4j's clients read them. */
    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "there is no signal that lets a process end as it likes")
    void shouldSendEachProvidersCallsInItsOwnShape() throws IOException, InterruptedException {
        Path recording;
        try (OpenAiServer server = OpenAiServer.start()) {
            for (int round = 1; round <= 6; round++) {
                server.script()
                        .then(
                                Reply.tool("depth", "{\"arg0\":\"Inari\"}")
                                        .withUsage(new Usage(100 * round, 20, 40, 3, 10)),
                                Reply.text("It is deep.").withUsage(new Usage(100 * round + 50, 10, 60, 0, 0)));
            }
            recording = AgentProcess.of("com.example.providers.ProviderModels", dir.resolve("recorded"))
                    .classPath(Artifacts.classPathWithPrograms("langchain4j-providers"))
                    .args("anthropic", "gemini", "ollama")
                    .setting("content", "full")
                    .server(server)
                    .run()
                    .runDirs()
                    .get(0);
        }
        try (ReplayAnalyzer server = ReplayAnalyzer.start(recording, dir.resolve("serve.log"))) {
            JsonNode level = json(
                            "replay",
                            "load",
                            "--to",
                            server.baseUrl(),
                            "--concurrency",
                            1,
                            "--think",
                            "none",
                            "--out",
                            dir.resolve("load"),
                            "--format",
                            "json",
                            recording)
                    .path("levels")
                    .get(0);
            server.stop();
            assertThat(server.printed())
                    .contains("12 requests, 12 answers, with 4500 tokens in and 180 out")
                    .doesNotContain("differs", "internal error", "no answer to");
            assertThat(level.path("answered").asInt()).isEqualTo(12);
            assertThat(level.path("tokens").path("input").asInt()).isEqualTo(4500);
            assertThat(level.path("tokens").path("output").asInt()).isEqualTo(180);
            // of the first four rounds alone: Ollama counts no cache, and Gemini not what it puts there
            assertThat(level.path("tokens").path("cache_read").asInt()).isEqualTo(400);
            assertThat(level.path("tokens").path("cache_creation").asInt()).isEqualTo(20);
        }
        assertThat(analyzer("tokens", "--format", "json", dir.resolve("load/concurrency-1"))
                        .out())
                .contains("claude-lake", "gemini-lake", "llama-lake");
    }

    @Test
    void shouldSendToNoOtherMachineUnlessTold() {
        ProcessResult refused =
                analyzer("replay", "load", "--to", "http://192.0.2.1/v1", "--concurrency", 1, supportAgent());

        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.err())
                .contains("--to: 192.0.2.1 is not this machine: add --i-own-this-host if its owner wants this load");
    }
}
