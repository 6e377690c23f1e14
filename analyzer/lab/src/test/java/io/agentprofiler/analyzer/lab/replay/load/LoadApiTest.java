// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.replay.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.lab.replay.OnMiss;
import io.agentprofiler.analyzer.lab.replay.Pace;
import io.agentprofiler.analyzer.lab.replay.ReplayServer;
import io.agentprofiler.analyzer.lab.replay.WeatherRun;
import io.agentprofiler.analyzer.lab.replay.match.Replay;
import io.agentprofiler.analyzer.lab.replay.match.Replay.WorkflowProgress;
import io.agentprofiler.analyzer.testing.CommandRun;
import io.agentprofiler.analyzer.testing.Figures;
import io.agentprofiler.analyzer.testing.Json;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.Tokens;
import io.agentprofiler.shared.schema.ReplaySpeed;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls in the shapes of other providers than OpenAI. */
class LoadApiTest {
    @TempDir
    private Path dir;

    private final CommandRun command = new CommandRun();

    private void load(TestRun run, String to, String... options) {
        List<Object> arguments = new ArrayList<>(List.of("replay", "load", "--to", to, "--format", "json"));
        arguments.addAll(List.of(options));
        arguments.addAll(List.of("--concurrency", 1, "--think", "none"));
        arguments.add(run.write(dir.resolve("run/segment-000001.jsonl")));
        assertThat(command.run(arguments.toArray())).as(command.err()).isZero();
    }

    private List<WorkflowProgress> replayed(TestRun run, String... options) throws IOException {
        Replay replay = new Replay(WeatherRun.workflows(run), any -> {});
        try (ReplayServer server = new ReplayServer(
                replay,
                OnMiss.of("fail"),
                new Pace(ReplaySpeed.INSTANT),
                null,
                List.of("m"),
                0,
                new PrintStream(new ByteArrayOutputStream()))) {
            server.start(() -> new byte[0]);
            load(run, server.address(), options);
        }
        return replay.progress();
    }

    /** The recorded texts, tools and parameters are asked for in each shape as they were, and its refusals are read. */
    @ParameterizedTest
    @ValueSource(strings = {"openai", "anthropic", "ollama", "gemini"})
    void shouldAskTheSameInEachShape(String api) throws IOException {
        List<WorkflowProgress> progress = replayed(WeatherRun.run(true), "--api", api);

        assertThat(progress)
                .extracting(WorkflowProgress::outcome)
                .containsExactly("same", "same", "no requests", "same");
        // the second is refused with 429, which was a first attempt; the fourth lost its connection
        assertThat(figures())
                .containsEntry("levels/0/rate_limited", "1")
                .containsEntry("levels/0/failed", "1")
                .containsEntry("levels/0/tokens/input", "250")
                .containsEntry("levels/0/tokens/output", "18");
    }

    private Map<String, String> figures() {
        return Figures.of(Json.of(command.out()));
    }

    @ParameterizedTest
    @CsvSource({
        "openai,all",
        "openai,none",
        "anthropic,all",
        "anthropic,none",
        "ollama,all",
        "ollama,none",
        "gemini,all",
        "gemini,none"
    })
    void shouldReadTokensAndChunksOfEachShape(String api, String stream) throws IOException {
        TestRun run = ConversationRun.run(4, 3, 0, 4);
        Tokens recorded = WeatherRun.workflows(run).stream()
                .flatMap(workflow -> workflow.calls().stream())
                .map(call -> call.ending().answer().tokens())
                .reduce(Tokens.NONE, Tokens::plus);

        assertThat(replayed(run, "--api", api, "--stream", stream))
                .extracting(WorkflowProgress::outcome)
                .containsOnly("same");

        assertThat(figures())
                .containsEntry("levels/0/answered", "12")
                .containsEntry("levels/0/tokens/input", "7680")
                .containsEntry("levels/0/tokens/output", String.valueOf(recorded.output()))
                .containsEntry("levels/0/first_chunk_ns/n", stream.equals("all") ? "12" : "0");
    }

    private static TestRun ofProviders() {
        TestRun run = TestRun.run("several").start(1, 0, 0, "agent", "ask");
        int span = 2;
        for (String provider : List.of("anthropic", "ollama", "openai", "gcp.vertex_ai", "gcp.gemini")) {
            run.start(span, 1, span, "llm", "chat m", "\"gen_ai.provider.name\":\"" + provider + "\"")
                    .end(span, span + 0.5, "\"gen_ai.usage.input_tokens\":9,\"gen_ai.usage.output_tokens\":4");
            span++;
        }
        for (String provider : List.of("openai", "ollama")) {
            run.start(span, 1, span, "embedding", "embeddings e", "\"gen_ai.provider.name\":\"" + provider + "\"")
                    .span(100 + span, span, span, span + 0.4, "http", "HTTP POST")
                    .end(span, span + 0.5, "\"gen_ai.usage.input_tokens\":9");
            span++;
        }
        return run.end(1, 20).footer();
    }

    @Test
    void shouldSendEachCallAsItsProviderHasIt() throws IOException {
        List<String> asked;
        try (NullServer server = new NullServer(request -> NullServer.answer("application/json", "{}"), true)) {
            load(ofProviders(), server.address());
            asked = List.copyOf(server.kept());
        }

        assertThat(asked)
                .extracting(request -> request.substring(0, request.indexOf(" HTTP/1.1")))
                .containsExactly(
                        "POST /v1/messages",
                        "POST /api/chat",
                        "POST /v1/chat/completions",
                        "POST /v1/chat/completions",
                        "POST /v1beta/models/unknown:generateContent",
                        "POST /v1/embeddings",
                        "POST /api/embed");
        assertThat(asked.get(0)).contains("anthropic-version: 2023-06-01", "\"max_tokens\":4");
        assertThat(asked.get(1)).contains("\"num_predict\":4", "\"stream\":false");
        assertThat(command.out())
                .contains("1 call: the API of gcp.vertex_ai is not spoken here: they are sent as to openai");
    }

    @Test
    void shouldLeaveOutWhatAnApiDoesNotHave() throws IOException {
        Path out = dir.resolve("out");
        try (NullServer server = new NullServer(request -> NullServer.answer("application/json", "{}"), true)) {
            load(ofProviders(), server.address(), "--api", "anthropic", "--out", out.toString());
            assertThat(server.kept()).hasSize(5).allMatch(request -> request.startsWith("POST /v1/messages "));
        }

        assertThat(command.out())
                .contains(
                        "2 calls: the API anthropic has no embeddings: they are not sent, and their recorded time passes");
        assertThat(out.resolve("concurrency-1/segment-000001.jsonl"))
                .content()
                .contains("\"gen_ai.provider.name\":\"anthropic\"")
                .doesNotContain("ollama", "gcp.gemini", "gcp.vertex_ai");
        command.assertRefused(
                "--api cohere: expected recorded, openai, anthropic, ollama or gemini",
                "replay",
                "load",
                "--to",
                "http://127.0.0.1:1",
                "--concurrency",
                1,
                "--api",
                "cohere",
                dir.resolve("run"));
    }

    /** Anthropic names the tokens of the prompt at the stream's begin, and those of the answer at its end. */
    @Test
    void shouldPutTogetherWhatAStreamCounts() throws IOException {
        String stream =
                "event: message_start\ndata: {\"type\":\"message_start\",\"message\":{\"usage\":{\"input_tokens\":3,"
                        + "\"cache_creation_input_tokens\":2,\"cache_read_input_tokens\":5,\"output_tokens\":1}}}\n\n"
                        + "event: content_block_start\ndata: {\"type\":\"content_block_start\",\"index\":0,\"content_block\":{\"type\":"
                        + "\"text\",\"text\":\"\"}}\n\nevent: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":0,"
                        + "\"delta\":{\"type\":\"text_delta\",\"text\":\"ok\"}}\n\nevent: message_delta\ndata: {\"type\":\"message_delta\","
                        + "\"delta\":{\"stop_reason\":\"end_turn\"},\"usage\":{\"output_tokens\":7}}\n\n";
        Path out = dir.resolve("out");
        try (NullServer server = new NullServer(request -> NullServer.answer("text/event-stream", stream), false)) {
            load(ConversationRun.run(1, 1, 0, 4), server.address(), "--api", "anthropic", "--out", out.toString());
        }

        assertThat(figures())
                .containsEntry("levels/0/tokens/input", "10")
                .containsEntry("levels/0/tokens/output", "7")
                .containsEntry("levels/0/tokens/cache_read", "5")
                .containsEntry("levels/0/tokens/cache_creation", "2")
                .containsEntry("levels/0/first_chunk_ns/n", "1");
        assertThat(out.resolve("concurrency-1/segment-000001.jsonl"))
                .content()
                .contains("\"gen_ai.usage.cache_creation.input_tokens\":2", "\"chunks\":{\"count\":1,");
    }

    @Test
    void shouldSayThatAStreamFailed() throws IOException {
        try (NullServer server = new NullServer(
                request -> NullServer.answer("application/x-ndjson", "{\"error\":\"out of memory\"}\n"), false)) {
            load(ConversationRun.run(2, 1, 0, 4), server.address(), "--api", "ollama");
        }
        assertThat(figures()).containsEntry("levels/0/failed", "2").containsEntry("levels/0/answered", "0");
    }
}
