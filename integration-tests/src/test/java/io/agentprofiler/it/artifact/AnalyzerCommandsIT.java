// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.artifact;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.agents.fate.ManyWorkflows;
import com.example.agents.stream.StreamingTools;
import io.agentprofiler.it.harness.AgentProcess;
import io.agentprofiler.it.harness.Jdks;
import io.agentprofiler.it.harness.ProcessResult;
import io.agentprofiler.it.harness.analyzer.Analyzer;
import io.agentprofiler.it.openai.OpenAiServer;
import io.agentprofiler.it.openai.script.Reply;
import io.agentprofiler.it.openai.script.Usage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The commands of the shipped analyzer on recorded runs: exit codes, figures that the model server counted, and text fit for a
 * pipe.
 */
@Tag("once")
class AnalyzerCommandsIT {
    private static final int WORKFLOWS = 30;
    private static final String WEATHER = "{\"city\":\"Oslo\"}";

    @TempDir
    private static Path dir;

    /** A run, the same with a slower model, and one whose answers were streamed. */
    private static Path before;

    private static Path after;
    private static Path streamed;

    /** The tokens and times that the server reported in the first run. */
    private static Usage usage;

    private static int calls;

    @BeforeAll
    static void record() {
        before = dir.resolve("before");
        after = dir.resolve("after");
        streamed = dir.resolve("streamed");
        try (OpenAiServer server = many(before, 10)) {
            usage = server.chatUsage();
            calls = server.exchanges().size();
        }
        many(after, 150).close();
        try (OpenAiServer server = OpenAiServer.start()) {
            Duration chunk = Duration.ofMillis(20);
            server.script()
                    .then(
                            Reply.tool("weather", WEATHER)
                                    .withTool("time", WEATHER)
                                    .withDelays(chunk, chunk),
                            Reply.text("Sunny, and noon.").withDelays(chunk, chunk));
            run(AgentProcess.of(StreamingTools.class, streamed).server(server));
        }
    }

    /** Runs workflows in sequence, each with two model calls and two tools; returns the server, still open. */
    private static OpenAiServer many(Path where, int millis) {
        OpenAiServer server = OpenAiServer.start();
        Duration delay = Duration.ofMillis(millis);
        server.script()
                .when(
                        request -> request.lastRole().equals("tool"),
                        request -> Reply.text("Sunny, and noon.")
                                .withUsage(new Usage(180, 7, 128, 0))
                                .withDelays(delay, Duration.ZERO))
                .when(
                        request -> true,
                        request -> Reply.tool("weather", WEATHER)
                                .withTool("time", WEATHER)
                                .withUsage(new Usage(90, 21, 0, 3))
                                .withDelays(delay, Duration.ZERO));
        run(AgentProcess.of(ManyWorkflows.class, where)
                .args("" + WORKFLOWS, "1")
                .server(server));
        return server;
    }

    private static void run(AgentProcess program) {
        ProcessResult result = program.run();
        assertThat(result.exitCode()).as(result.toString()).isZero();
        result.segments().assertNothingDropped();
    }

    @Test
    void shouldSumTokensAsTheServerDid() throws IOException {
        Path out = dir.resolve("tokens");
        JsonNode costs = json("tokens", "--format", "json", "--out", out, before);

        assertThat(costs).isEqualTo(read(out.resolve("costs.json")));
        JsonNode total = costs.path("total");
        assertThat(total.path("calls").asInt()).isEqualTo(calls);
        assertThat(total.path("runs").asInt()).isEqualTo(WORKFLOWS);
        assertThat(total.path("tokens").path("input").asInt()).isEqualTo(usage.input());
        assertThat(total.path("tokens").path("output").asInt()).isEqualTo(usage.output());
        assertThat(total.path("tokens").path("cache_read").asInt()).isEqualTo(usage.cached());
        assertThat(total.path("tokens").path("reasoning").asInt()).isEqualTo(usage.reasoning());
        assertThat(sum(costs.path("by_model"), model -> model.path("calls").asLong()))
                .isEqualTo(calls);
        assertThat(Files.readAllLines(out.resolve("calls.csv"))).hasSize(calls + 1);
        assertThat(text("tokens", before)).contains("gpt-4o-mini");
    }

    @Test
    void shouldHoldBudgets() {
        int tokens = usage.input() + usage.output();
        assertThat(exit("tokens", "--budget", "tokens=" + 2 * tokens, before)).isZero();
        assertThat(exit("tokens", "--budget", "tokens=" + tokens, before)).isEqualTo(3);
        assertThat(exit("tokens", "--budget", "tokens=" + (tokens - 1), before)).isEqualTo(1);
        assertThat(exit("tokens", "--budget", "tool:nobody,calls=1", "--unknown", "fail", before))
                .isEqualTo(1);
    }

    @Test
    void shouldSayWhatAPromptCacheCouldServe() throws IOException {
        Path out = dir.resolve("prefix");
        JsonNode prefix = json("prefix", "--format", "json", "--out", out, before);

        assertThat(prefix).isEqualTo(read(out.resolve("prefix.json")));
        JsonNode models = prefix.path("models");
        assertThat(sum(models, model -> model.path("calls").asLong())).isEqualTo(calls);
        assertThat(sum(models, model -> model.path("input_tokens").asLong())).isEqualTo(usage.input());
        assertThat(sum(models, model -> model.path("recorded_tokens").asLong())).isEqualTo(usage.cached());
        assertThat(text("prefix", "--rule", "vllm", before)).contains("gpt-4o-mini");
    }

    @Test
    void shouldCompareRunsAndFailABuild() throws IOException {
        Path out = dir.resolve("diff");
        ProcessResult failed =
                Analyzer.run(Jdks.current(), out, "diff", before, after, "--fail-on", "p50>+10%", "--out", out);
        assertThat(failed.exitCode()).as(failed.toString()).isEqualTo(1);
        assertPlain(failed);
        assertThat(failed.out()).contains("p50>+10%");
        JsonNode diff = read(out.resolve("diff.json"));
        assertThat(diff.path("before").path("workflows").asInt()).isEqualTo(WORKFLOWS);
        assertThat(diff.path("after").path("workflows").asInt()).isEqualTo(WORKFLOWS);
        assertThat(diff.path("gates").get(0).path("outcome").asString()).isEqualTo("broken");
        assertThat(out.resolve("diff.md")).content().contains("p50");
        assertThat(out.resolve("diff.html")).content().startsWith("<!DOCTYPE html>");

        assertThat(exit("diff", before, after, "--fail-on", "tokens>+5%,llm:calls>+0.5"))
                .isZero();
        assertThat(text("diff", "--format", "markdown", before, before)).doesNotContain("slower");
    }

    @Test
    void shouldAnswerWhatIf() throws IOException {
        JsonNode cache = json("whatif", "cache", "--format", "json", before);
        assertThat(cache.path("workflows").asInt()).isEqualTo(WORKFLOWS);
        // both tools get the same calls in every workflow, and the first calls must be made
        assertThat(count(cache, "calls answered from the cache")).isEqualTo(2 * (WORKFLOWS - 1));
        JsonNode noCache = json("whatif", "cache", "--size", "0", "--format", "json", before);
        assertThat(noCache.path("supposed_wall_ns").asLong())
                .isEqualTo(noCache.path("wall_ns").asLong())
                .isPositive();

        JsonNode tools = json("whatif", "parallel-tools", "--format", "json", before);
        assertThat(count(tools, "tools that they requested")).isEqualTo(2 * WORKFLOWS);
        assertThat(tools.path("supposed_wall_ns").asLong())
                .isLessThan(tools.path("wall_ns").asLong());

        JsonNode swap = json("whatif", "swap", "--from", "gpt-4o-mini", "--to", "gpt-4o", "--format", "json", before);
        assertThat(count(swap, "calls of gpt-4o-mini")).isEqualTo(calls);
        assertThat(swap.path("saved_usd").asDouble()).isNegative();

        JsonNode early = json("whatif", "early-tools", "--format", "json", streamed);
        assertThat(count(early, "tools that could begin earlier")).isPositive();

        Path out = dir.resolve("whatif");
        assertThat(text("whatif", "parallel-tools", "--limit", "1", "--out", out, before))
                .contains("Assumptions", "nothing saved");
        assertThat(read(out.resolve("whatif.json")).path("changed_workflows").asInt())
                .isZero();
        JsonNode prompts = json("whatif", "prompt-cache", "--format", "json", before);
        assertThat(prompts.path("workflows").asInt()).isEqualTo(WORKFLOWS);
        assertThat(prompts.path("evidence").get(0).asString()).startsWith("gpt-4o-mini: ");
    }

    @Test
    void shouldDrawWorkflows() {
        assertThat(text("waterfall", streamed)).contains("weather", "time", "gpt-4o-mini");
        assertThat(text("tree", "-n", "2", before)).contains("weather", "time", "gpt-4o-mini");
        assertThat(text("flame", "--min-share", "0", before)).contains("Flame graph by time", "weather");
        assertThat(text("flame", "--by", "tokens", before)).contains("Flame graph by tokens");
    }

    @Test
    void shouldForecastAndSize() throws IOException {
        Path out = dir.resolve("learned");
        assertThat(text("forecast", "--out", out, before))
                .contains(
                        "learned from the first 24 workflows, told for the later 6",
                        "no model beat the naive forecast already in training");
        assertThat(read(out.resolve("forecast.json")).isObject()).isTrue();
        assertThat(text("size", "--users", "4", "--target-runtime", "60", "--out", out, before, after))
                .contains("sizing.csv");
        // both runs had one workflow at a time: one measurement
        assertThat(Files.readAllLines(out.resolve("sizing.csv"))).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "tokens",
                "tokens --budget money=1 BEFORE",
                "diff BEFORE AFTER --fail-on p95>",
                "whatif",
                "whatif swap --from nobody --to gpt-4o BEFORE",
                "waterfall --trace zz BEFORE",
                "tree --no-such-option BEFORE",
                "forecast --load no-such-model.json BEFORE",
                "size --users 4 BEFORE"
            })
    void shouldRefuseInOneLine(String command) {
        List<Object> arguments = new ArrayList<>();
        for (String word : command.split(" ")) {
            arguments.add(word.equals("BEFORE") ? before : word.equals("AFTER") ? after : word);
        }
        ProcessResult result = Analyzer.run(Jdks.current(), dir.resolve("refused"), arguments.toArray());

        assertThat(result.exitCode()).as(result.toString()).isEqualTo(2);
        assertThat(result.out()).isEmpty();
        assertPlain(result);
        List<String> lines = result.err().lines().toList();
        assertThat(lines.get(0)).startsWith("analyzer: ").hasSizeGreaterThan(20);
        assertThat(lines.subList(1, lines.size())).allMatch(line -> line.endsWith("--help' shows what is possible."));
    }

    private static String text(Object... arguments) {
        ProcessResult result = Analyzer.run(Jdks.current(), dir.resolve("run"), arguments);
        assertThat(result.exitCode()).as(result.toString()).isZero();
        assertThat(result.err()).isEmpty();
        assertPlain(result);
        assertThat(result.out()).isNotBlank();
        return result.out();
    }

    private static JsonNode json(Object... arguments) {
        return JsonMapper.shared().readTree(text(arguments));
    }

    private static int exit(Object... arguments) {
        ProcessResult result = Analyzer.run(Jdks.current(), dir.resolve("run"), arguments);
        assertThat(result.err()).isEmpty();
        assertPlain(result);
        return result.exitCode();
    }

    private static void assertPlain(ProcessResult result) {
        assertThat(result.out() + result.err()).doesNotContain("\u001b", "Exception", "internal error", "\tat ");
    }

    private static JsonNode read(Path file) throws IOException {
        return JsonMapper.shared().readTree(Files.readString(file));
    }

    private static long sum(JsonNode array, ToLongFunction<JsonNode> figure) {
        return array.valueStream().mapToLong(figure).sum();
    }

    private static long count(JsonNode whatIf, String what) {
        return whatIf.path("counts")
                .valueStream()
                .filter(row -> row.path("what").asString().equals(what))
                .mapToLong(row -> row.path("count").asLong())
                .findFirst()
                .orElseThrow();
    }
}
