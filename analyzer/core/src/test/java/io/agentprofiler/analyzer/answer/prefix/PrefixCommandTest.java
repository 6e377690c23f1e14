// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.prefix;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.cli.Main;
import io.agentprofiler.analyzer.command.ExitCode;
import io.agentprofiler.analyzer.command.terminal.Terminal;
import io.agentprofiler.analyzer.testing.Figures;
import io.agentprofiler.analyzer.testing.Json;
import io.agentprofiler.analyzer.testing.TestRun;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PrefixCommandTest {
    private static final Pattern NAME = Pattern.compile("\"([a-z_0-9]+)\" ?:");

    @TempDir
    private Path directory;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private Path run;

    private static String prompt(String hashes, int blocks) {
        return "\"gen_ai.provider.name\":\"openai\",\"gen_ai.request.model\":\"gpt-4o\","
                + "\"agentprofiler.content.tool.definitions\":{\"chars\":6400},"
                + "\"agentprofiler.content.system_instructions\":{\"chars\":640},"
                + "\"agentprofiler.content.input.messages\":{\"chars\":6400},"
                + "\"agentprofiler.prompt.blocks\":{\"block_bytes\":64,\"bytes\":" + blocks * 64
                + ",\"hash_chars\":1,\"hashes\":\"" + hashes + "\"}";
    }

    private static String usage(int input, int cached) {
        return "\"gen_ai.usage.input_tokens\":" + input + ",\"gen_ai.usage.output_tokens\":10,"
                + "\"gen_ai.usage.cache_read.input_tokens\":" + cached;
    }

    @BeforeEach
    void writeARun() {
        // 100 blocks of tools; the second call has another instruction, the third continues it
        String tools = "t".repeat(100);
        run = TestRun.run("shop-1")
                .start(1, 0, 0, "agent", "Support")
                .start(2, 1, 0, "llm", "chat", prompt(tools + "s".repeat(10) + "m".repeat(50), 160))
                .end(2, 1000, usage(2560, 0))
                .start(3, 1, 2000, "llm", "chat", prompt(tools + "S".repeat(10) + "m".repeat(60), 170))
                .end(3, 3000, usage(2720, 1536))
                .start(4, 1, 4000, "llm", "chat", prompt(tools + "S".repeat(10) + "m".repeat(80), 190))
                .end(4, 5000, usage(3040, 2688))
                .start(5, 1, 5000, "llm", "chat", "\"gen_ai.request.model\":\"other\"")
                .end(5, 6000, "\"gen_ai.usage.input_tokens\":100,\"gen_ai.usage.output_tokens\":10")
                .start(6, 1, 7000, "llm", "chat", "\"gen_ai.request.model\":\"other\"")
                .end(6, 8000, "\"gen_ai.usage.input_tokens\":200,\"gen_ai.usage.output_tokens\":10")
                .end(1, 9000)
                .footer()
                .write(directory.resolve("run/segment-000001.jsonl"));
    }

    private int prefix(Object... arguments) {
        out.reset();
        err.reset();
        String[] texts = new String[arguments.length + 2];
        texts[0] = "prefix";
        for (int i = 0; i < arguments.length; i++) {
            texts[i + 1] = arguments[i].toString();
        }
        texts[arguments.length + 1] = run.toString();
        return Main.run(
                new Terminal(
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        new PrintStream(err, true, StandardCharsets.UTF_8),
                        StandardCharsets.UTF_8,
                        false,
                        false,
                        Map.of()),
                texts);
    }

    private String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private String err() {
        return err.toString(StandardCharsets.UTF_8);
    }

    @Test
    void shouldPrintWhatACacheCouldServeAndWhatBreaksPrefixes() {
        assertThat(prefix("--width", "150")).isEqualTo(ExitCode.OK);

        assertThat(out()).isEqualTo("""
                        Prompt caching  of input tokens, by rules of 2026-11-20; list prices of 2026-09-23
                        model   rule    calls     in  sent before  achievable  recorded  cost uncached  as recorded  achievable
                        gpt-4o  openai      3  8,320       51.9 %      50.8 %    50.8 %        $0.0211      $0.0158     $0.0158
                        · gpt-4o: the rule predicts 4,224 cached tokens where 4,224 were reported, call by call 0.0 % of the input apart

                        Why less than was sent before  tokens that had been sent before and could not be read from a cache
                        model   sent before  too short  rounding  expired  concurrent  no entry there  achievable
                        gpt-4o        4,320                   96                                            4,224

                        Stable prefixes  what all prompts of an agent begin with, and at least half of them
                        workflow / agent  model   calls  shared by all  ends in              shared by half  calls
                        Support           gpt-4o      3          1,600  system instructions           2,720      2

                        What breaks prefixes  the first part that differs from the prompt before it
                        workflow / agent  first difference     from          times  at token  sent again  cacheable     saves  example
                        Support           system instructions  call to call      1     1,600         960      1,024  $0.00128  trace 0000000000000000

                        From token counts alone  calls without hashes and text: if conversations only grew
                        model  calls   in  may continue        achievable  recorded
                        other      2  300             1  33.3 % to 36.7 %         -

                        Data  complete: nothing dropped, nothing missing
                        """);
    }

    @Test
    void shouldShowTheTextThatDiffers() {
        String message = "\"gen_ai.request.model\":\"gpt-4o\",\"gen_ai.input.messages\":[{\"role\":\"system\",\"text\":"
                + "\"You are a clerk. It is 10:0%d. " + "Be kind. ".repeat(600)
                + "\"},{\"role\":\"user\",\"text\":\"Hi\"}]";
        TestRun text = TestRun.run("shop-2");
        for (int i = 1; i <= 2; i++) {
            text.trace(i)
                    .start(i, 0, i * 5000, "llm", "chat", message.formatted(i))
                    .end(i, i * 5000 + 100, usage(1500, 0));
        }
        run = text.footer().write(directory.resolve("text/segment-000001.jsonl"));

        assertThat(prefix("--rule", "openai", "--width", "150")).isEqualTo(ExitCode.OK);

        assertThat(out())
                .contains("message 1 (system)")
                .contains("workflow to workflow")
                .contains("message 1 (system): \"are a clerk. It is 10:0[2. Be kind. Be kind. Be]\""
                        + " was \"are a clerk. It is 10:0[1. Be kind. Be kind. Be]\"");
    }

    @Test
    void shouldSayNothingOfSavingsWhereTheServerDoesNotFollowTheRule() throws Exception {
        // the server reports cached tokens of prompts that are too short by the rule
        TestRun other = TestRun.run("shop-3");
        for (int i = 1; i <= 2; i++) {
            other.trace(i)
                    .start(i, 0, i * 5000, "llm", "chat", prompt("t".repeat(50), 50))
                    .end(i, i * 5000 + 100, usage(800, i == 1 ? 0 : 241));
        }
        run = other.footer().write(directory.resolve("other/segment-000001.jsonl"));

        assertThat(prefix("--width", "150")).isEqualTo(ExitCode.OK);

        // 241 of 1,600 are 15.06 %
        assertThat(out()).contains("""
                        model   rule    calls     in  sent before  achievable  recorded  cost uncached  as recorded
                        gpt-4o  openai      2  1,600       50.0 %      15.1 %    15.1 %        $0.0042      $0.0039
                        ! gpt-4o: the rule predicts 0 cached tokens where 241 were reported, call by call 15.1 % of the input apart: too far to say what would be saved. Does
                          its server follow another rule (--rule ID)?
                        """);
        assertThat(prefix("--format", "json")).isEqualTo(ExitCode.OK);
        assertThat(out()).contains("\"believed\":false", "\"recorded_usd\"").doesNotContain("achievable_usd");
    }

    @Test
    void shouldNotAdviseTheRuleThatWasChosen() throws Exception {
        TestRun other = TestRun.run("shop-5");
        for (int i = 1; i <= 2; i++) {
            other.trace(i)
                    .start(i, 0, i * 5000, "llm", "chat", prompt("t".repeat(50), 50))
                    .end(i, i * 5000 + 100, usage(800, 0));
        }
        run = other.footer().write(directory.resolve("ruled/segment-000001.jsonl"));

        for (String rule : List.of("vllm", "sglang", "openai", "gemini")) {
            assertThat(prefix("--rule", rule, "--cache-tokens", "1000", "--width", "200"))
                    .isEqualTo(ExitCode.OK);
            assertThat(out()).doesNotContain("--rule");
        }
        assertThat(prefix("--cache-tokens", "1000", "--width", "200")).isEqualTo(ExitCode.OK);
        assertThat(out()).contains("--rule vllm or sglang simulates a server of your own");
    }

    @Test
    void shouldSayWhatCachedTokensAreWorthInTime() {
        TestRun streamed = TestRun.run("shop-4");
        for (int i = 1; i <= 24; i++) {
            // 100 ms, and 20 microseconds for each token that is not cached; the rule says 1,536 of every second prompt
            int cached = i % 2 == 0 ? 1408 : 0;
            double first = i * 5000 + 100 + (1600 - cached) * 0.02;
            streamed.trace(i)
                    .start(
                            i,
                            0,
                            i * 5000,
                            "llm",
                            "chat",
                            prompt((i % 2 == 0 ? "" : "x" + (char) ('a' + i)) + "t".repeat(i % 2 == 0 ? 100 : 98), 100))
                    .chunk(i, first, 0)
                    .end(i, first + 500, usage(1600, cached));
        }
        run = streamed.footer().write(directory.resolve("streamed/segment-000001.jsonl"));

        assertThat(prefix("--width", "250")).isEqualTo(ExitCode.OK);

        assertThat(out())
                .contains(
                        "gpt-4o: each 1,000 input tokens that are not cached delay the first chunk by 20.0 ms (20.0 ms to 20.0 ms, from 24 calls)");
    }

    @Test
    void shouldTakeOneRuleForAll() {
        assertThat(prefix("--rule", "sglang")).isEqualTo(ExitCode.OK);

        assertThat(out()).contains("sglang for all");
        assertThat(prefix("--rule", "house")).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(err())
                .startsWith("analyzer: --rule house is none of vllm, sglang, openai-5.6, openai, anthropic-512");
    }

    @Test
    void shouldSimulateServersOfOnesOwn() {
        assertThat(prefix("--rule", "vllm", "--replicas", "2", "--cache-tokens", "2700", "--width", "150"))
                .isEqualTo(ExitCode.OK);

        assertThat(out()).contains("""
                        Cache size  how many tokens a server's cache must hold to serve a part of what is achievable
                        model   rule  achievable  a quarter   half   95 %    all  served with 2,700
                        """).contains("""
                        Replicas  of input tokens, when each model has 2 servers with caches of 2,700 tokens each
                        model   rule  one server  round robin  by conversation  longest prefix  routing is worth
                        """);
        assertThat(prefix("--cache-tokens", "2700")).isEqualTo(ExitCode.OK);
        assertThat(out()).contains("! the size of a cache has no effect on these models");
        assertThat(prefix("--replicas", "65")).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(err()).isEqualTo("analyzer: --replicas 65 is not 1 to 64" + System.lineSeparator());
        assertThat(prefix("--cache-tokens", "-1")).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(err()).startsWith("analyzer: --cache-tokens -1 is less than 0");
    }

    @Test
    void shouldTakeTheDocumentedRules() throws Exception {
        String page = Files.readString(Path.of("..", "..", "docs", "questions", "prefix.md"));
        int start = page.indexOf("```json\n") + 8;
        Path file =
                Files.writeString(directory.resolve("rules.json"), page.substring(start, page.indexOf("```", start)));

        assertThat(prefix("--rules", file, "--rule", "house")).isEqualTo(ExitCode.OK);

        assertThat(out()).contains("rules of 2026-11-20 from " + file + ", house for all");
        Files.writeString(file, Files.readString(file).replace("\"blocks\"", "\"some\""));
        assertThat(prefix("--rules", file)).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(err())
                .startsWith(
                        "analyzer: --rules " + file
                                + ":6:17: \"entries\" is \"some\", expected one of blocks, prompts, prompts_and_common, breakpoints, best");
    }

    @Test
    void shouldWriteAFileWhoseFieldsAreDocumented() throws Exception {
        Path files = directory.resolve("out");

        assertThat(prefix("--out", files, "--rule", "vllm", "--replicas", "2", "--cache-tokens", "2000"))
                .isEqualTo(ExitCode.OK);

        String json = Files.readString(files.resolve("prefix.json"));
        assertThat(out()).endsWith("Written: " + files.resolve("prefix.json") + System.lineSeparator());
        String page = Files.readString(Path.of("..", "..", "docs", "questions", "prefix.md"));
        Set<String> names = new TreeSet<>();
        Matcher name = NAME.matcher(json);
        while (name.find()) {
            names.add(name.group(1));
        }
        assertThat(names)
                .contains(
                        "breaks", "worth_usd", "ends_in", "continuing_calls", "in_cache_tokens", "busiest_input_tokens")
                .allSatisfy(field -> assertThat(page).containsPattern("`" + field + "(\\[])?`"));
        assertThat(prefix("--format", "json", "--rule", "vllm", "--replicas", "2", "--cache-tokens", "2000"))
                .isEqualTo(ExitCode.OK);
        assertThat(Figures.of(Json.of(out()))).isEqualTo(Figures.of(Json.of(json)));
    }

    @Test
    void shouldPrintTablesAsMarkdownAndAsAPage() {
        assertThat(prefix("--format", "markdown")).isEqualTo(ExitCode.OK);
        assertThat(out())
                .contains(
                        "| <code>gpt-4o</code> | <code>openai</code> | 3 | 8,320 | 51.9 % |",
                        "Prompt caching", "From token counts alone");

        assertThat(prefix("--format", "html")).isEqualTo(ExitCode.OK);
        assertThat(out())
                .contains("<td class=\"text plain\">openai", "What breaks prefixes")
                .doesNotContain("Written:");
    }
}
