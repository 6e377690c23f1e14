// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.scenario.detail;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.agents.fate.EndlessWork;
import io.agentprofiler.it.harness.AgentProcess;
import io.agentprofiler.it.harness.Artifacts;
import io.agentprofiler.it.harness.MetricsServer;
import io.agentprofiler.it.harness.ProcessResult;
import io.agentprofiler.it.harness.RunningProgram;
import io.agentprofiler.it.harness.trace.Recordings;
import io.agentprofiler.it.harness.trace.Segments;
import io.agentprofiler.it.openai.OpenAiServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordedEvent;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Model servers are polled while the program runs, and their samples are recorded with its spans. */
@Tag("once")
class BackendScenarioIT {
    private static final String SKYRL = """
            {"timestamp": 1.5, "engines": [{"engine_id": 0, "kv_cache_usage_pct": 50.0, "num_running_reqs": 3,
             "num_waiting_reqs": 1, "num_cumulative_preemption": 2}]}""";

    @TempDir
    private Path dir;

    @Test
    void shouldPutWhatModelServersSayBesideTheSpans() throws IOException {
        String vllm = MetricsServer.page("vllm-datadog-opt125m.abridged.txt")
                .replace("facebook/opt-125m", "gpt-4o-mini")
                .replaceAll("(num_requests_waiting\\{.*}) 0.0", "$1 7.0");
        try (OpenAiServer server = OpenAiServer.start();
                MetricsServer metrics = MetricsServer.start()
                        .serving("/metrics", vllm)
                        .serving("/sglang", MetricsServer.page("sglang-docs-2026-07-llama31-8b.txt"))
                        .serving("/skyrl", SKYRL);
                RunningProgram program = AgentProcess.of(EndlessWork.class, dir)
                        .server(server)
                        .recorded()
                        .setting("backends.interval", "100ms")
                        .setting("backends", backends(metrics))
                        .start()) {
            program.awaitOutput("answer 5 ");
            Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> metrics.asked("/skyrl") >= 4);
            int answers = (int) program.out().lines().count();
            program.awaitOutput("answer " + (answers + 50) + " ");
            program.terminate();
            ProcessResult result = program.await(Duration.ofSeconds(60));

            assertLines(result, metrics);
            Segments segments = result.segments().assertBooksExact();
            assertRecords(segments, metrics);
            assertEvents(Recordings.events(result.recording()), metrics);
            // the polls are not part of the program: spans without a parent are its model calls, as without them
            assertThat(segments.records("SPAN_START"))
                    .filteredOn(start -> !start.has("parent"))
                    .isNotEmpty()
                    .allSatisfy(
                            start -> assertThat(start.path("rule").asString()).isEqualTo("langchain4j/chat-model"));
            assertReport(result.runDirs().get(0), "server");
            assertReport(result.recording(), "server");
            assertLoads(result.runDirs().get(0));
        }
    }

    @Test
    void shouldStopPollingWithTheStopFile() throws IOException {
        try (OpenAiServer server = OpenAiServer.start();
                MetricsServer metrics =
                        MetricsServer.start().serving("/metrics", MetricsServer.page("vllm-aibrix-docs-runtime.txt"));
                RunningProgram program = AgentProcess.of(EndlessWork.class, dir)
                        .server(server)
                        .setting("backends.interval", "100ms")
                        .setting("backends", metrics.address())
                        .start()) {
            Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> metrics.asked("/metrics") >= 2);
            Path run;
            try (Stream<Path> runs = Files.list(program.profileDir())) {
                run = runs.findFirst().orElseThrow();
            }
            Files.createFile(run.resolve("STOP"));
            Awaitility.await()
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> Files.readString(dir.resolve("err.txt")).contains("stopped: the file"));
            int answers = (int) program.out().lines().count();
            program.awaitOutput("answer " + (answers + 50) + " ");
            long asked = metrics.asked("/metrics");
            program.awaitOutput("answer " + (answers + 90) + " ");

            assertThat(metrics.asked("/metrics")).isEqualTo(asked);
        }
    }

    private static String backends(MetricsServer metrics) {
        return String.join(
                ",",
                metrics.address(),
                metrics.address().replace("http://", "http://me:s3cret@") + "/sglang?key=s3cret",
                metrics.address() + "/skyrl",
                metrics.address() + "/nowhere");
    }

    private static void assertLines(ProcessResult result, MetricsServer metrics) {
        assertThat(result.err().lines().filter(line -> line.startsWith("[agent-profiler]")))
                .as(result.err())
                .hasSize(3)
                .contains("[agent-profiler] agentprofiler.backends: " + metrics.address()
                        + "/nowhere cannot be polled: HTTP 404; the agent tries again");
        assertThat(result.err()).doesNotContain("s3cret");
    }

    private static void assertRecords(Segments segments, MetricsServer metrics) {
        List<JsonNode> samples = segments.records("BACKEND");
        assertThat(samples)
                .filteredOn(sample -> endpoint(sample).equals(metrics.address()))
                .hasSizeGreaterThan(2)
                .allSatisfy(sample -> {
                    assertThat(sample.propertyNames())
                            .containsExactly(
                                    "event",
                                    "t",
                                    "endpoint",
                                    "up",
                                    "server",
                                    "model",
                                    "engines",
                                    "running",
                                    "waiting",
                                    "kv_cache_usage",
                                    "kv_cache_usage_max",
                                    "prefix_cache_queries",
                                    "prefix_cache_hits",
                                    "prompt_tokens",
                                    "generation_tokens",
                                    "preemptions",
                                    "requests",
                                    "requests_by_finish_reason",
                                    "kv_cache_capacity_tokens",
                                    "kv_cache_block_tokens",
                                    "queue_seconds",
                                    "queue_requests",
                                    "prefill_seconds",
                                    "prefill_requests",
                                    "first_token_seconds",
                                    "first_token_requests");
                    assertThat(sample.path("up").asBoolean()).isTrue();
                    assertThat(sample.path("server").asString()).isEqualTo("vllm");
                    assertThat(sample.path("model").asString()).isEqualTo("gpt-4o-mini");
                    assertThat(sample.path("waiting").asLong()).isEqualTo(7);
                    assertThat(sample.path("prefix_cache_hits").asLong()).isEqualTo(64);
                });
        assertThat(samples)
                .filteredOn(sample -> endpoint(sample).equals(metrics.address() + "/sglang"))
                .hasSizeGreaterThan(2)
                .allSatisfy(sample -> {
                    assertThat(sample.path("model").asString()).isEqualTo("meta-llama/Llama-3.1-8B-Instruct");
                    assertThat(sample.path("running").asLong()).isEqualTo(162);
                    assertThat(sample.path("waiting").asLong()).isEqualTo(2826);
                    assertThat(sample.path("kv_cache_usage").asDouble()).isEqualTo(0.28);
                    assertThat(sample.has("prefix_cache_hits")).isFalse();
                });
        assertThat(samples)
                .filteredOn(sample -> endpoint(sample).equals(metrics.address() + "/skyrl"))
                .hasSizeGreaterThan(2)
                .allSatisfy(sample -> {
                    assertThat(sample.path("server").asString()).isEqualTo("skyrl");
                    assertThat(sample.path("kv_cache_usage").asDouble()).isEqualTo(0.5);
                    assertThat(sample.has("model")).isFalse();
                });
        assertThat(samples)
                .filteredOn(sample -> endpoint(sample).equals(metrics.address() + "/nowhere"))
                .isNotEmpty()
                .allSatisfy(sample -> {
                    assertThat(sample.path("up").asBoolean(true)).isFalse();
                    assertThat(sample.path("failure").asString()).isEqualTo("HTTP 404");
                });
        assertThat(segments.footer().path("written").path("BACKEND").asInt()).isEqualTo(samples.size());
        assertThat(segments.footer().path("consumer_cpu_ns").asLong()).isPositive();
        assertThat(segments.records().toString()).doesNotContain("s3cret");
    }

    private static String endpoint(JsonNode sample) {
        return sample.path("endpoint").asString("");
    }

    private static void assertEvents(List<RecordedEvent> events, MetricsServer metrics) {
        assertThat(events)
                .filteredOn(event -> event.getEventType().getName().equals("agentprofiler.Backend"))
                .filteredOn(event -> event.getString("endpoint").equals(metrics.address()))
                .isNotEmpty()
                .allSatisfy(event -> {
                    assertThat(event.getBoolean("up")).isTrue();
                    assertThat(event.getString("model")).isEqualTo("gpt-4o-mini");
                    assertThat(event.getDouble("waiting")).isEqualTo(7);
                    assertThat(event.getDouble("prefixCacheQueries")).isEqualTo(117);
                    assertThat(event.getDouble("kvCacheUsage")).isZero();
                    assertThat(event.getDouble("kvCacheCapacityTokens")).isEqualTo(7281 * 16);
                });
    }

    private void assertReport(Path input, String name) {
        ProcessResult report = analyzer(name, "report", "--all", input.toString());
        assertThat(report.exitCode()).as(report.toString()).isZero();
        assertThat(report.out())
                .contains("Model servers")
                .containsPattern("\n127.0.0.1:\\d+ +gpt-4o-mini .* 7\\.0 +7 ")
                .containsPattern("\n127.0.0.1:\\d+/sglang +meta-llama/Llama-3.1-8B-Instruct ")
                .contains("/nowhere never answered");
    }

    /** SkyRL names no model and may have served the calls, too. The calls then have no server figures. */
    private void assertLoads(Path input) throws IOException {
        ProcessResult report =
                analyzer("files", "report", "--out", dir.resolve("files").toString(), input.toString());
        assertThat(report.exitCode()).as(report.toString()).isZero();
        List<String> rows = Files.readAllLines(dir.resolve("files/spans.csv"));
        assertThat(rows.get(0)).endsWith(",rule,backend_running,backend_waiting,backend_kv_cache,reported_usd");
        assertThat(rows.subList(1, rows.size()))
                .isNotEmpty()
                .allSatisfy(row -> assertThat(row).endsWith(",,,,"));
    }

    private ProcessResult analyzer(String name, String... args) {
        return AgentProcess.of("io.agentprofiler.analyzer.cli.Main", dir.resolve("analyzer-" + name))
                .withoutAgent()
                .classPath(Artifacts.analyzerJar().toString())
                .args(args)
                .run();
    }
}
