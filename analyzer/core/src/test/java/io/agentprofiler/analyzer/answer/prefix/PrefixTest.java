// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.prefix;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.answer.prefix.rule.CacheRules;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.Trace;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PrefixTest extends PrefixCalls {
    private static final double MINUTE = 60_000;

    @ParameterizedTest
    @CsvSource({
        "gpt-5, openai",
        "gpt-5-2025-08-07, openai",
        "gpt-5-mini-2025-08-07, openai",
        "gpt-5.1-2025-11-13, openai",
        "gpt-4.1-2025-04-14, openai",
        "gpt-4o-2024-08-06, openai",
        "gpt-5.6, openai-5.6",
        "gpt-5.6-mini-2026-07-01, openai-5.6",
        "gpt-5-6, openai-5.6",
        "gpt-5.10, openai-5.6",
        "gpt-6, openai-5.6",
        "gpt-6-2027-01-01, openai-5.6"
    })
    void shouldTellModelsOfAnOlderRuleFromNewerOnesByTheirDatedNames(String model, String rule) {
        run.start(
                        1,
                        0,
                        0,
                        "llm",
                        "chat",
                        "\"gen_ai.provider.name\":\"openai\",\"gen_ai.request.model\":\"" + model + "\","
                                + blocks("a100"))
                .end(1, 1000, usage("a100", ""));

        assertThat(with(null).rule().id()).isEqualTo(rule);
    }

    /** Nine calls do not say what was cached; of the one that does the rule predicts everything, and nothing was. */
    @Test
    void shouldNotBelieveARuleThatEveryCallThatCouldCheckItContradicts() {
        for (int i = 0; i < 9; i++) {
            call(i * 2000, "a100");
        }
        call(18_000, "a100", ",\"gen_ai.usage.cache_read.input_tokens\":0");
        ModelResult result = with("openai");

        assertThat(result.input()).isEqualTo(16_000);
        assertThat(result.reporting()).isEqualTo(1);
        assertThat(result.error()).isEqualTo(1536);
        assertThat(result.isTrusted()).isFalse();
    }

    // the test vectors of the reference

    @Test
    void shouldRecomputeTheLastTokenInVllm() {
        // 48 tokens twice
        call(0, "a3").call(2000, "a3");

        assertThat(with("vllm").achievable()).isEqualTo(32);
        assertThat(with("sglang").achievable()).isEqualTo(47);
        assertThat(with("vllm").rounding()).isEqualTo(16);
    }

    @Test
    void shouldRoundDownToOpenAisSteps() {
        // 1504 of 1600 tokens shared
        call(0, "a94b6").call(2000, "a94c6");

        assertThat(with("openai").achievable()).isEqualTo(1408);
        assertThat(with("openai").rounding()).isEqualTo(96);
    }

    @Test
    void shouldHaveNoHitBelowTheMinimum() {
        // 992 of 5008 tokens shared
        call(0, "a62b251").call(2000, "a62c251");

        assertThat(with("openai").achievable()).isZero();
        assertThat(with("openai").tooShort()).isEqualTo(992);
        assertThat(with("openai").seen()).isEqualTo(992);
    }

    @Test
    void shouldHitWholeEarlierPromptsOnlyWhereBreakpointsAreAtTheEnd() {
        call(0, "a600b4").call(2000, "a600c4").call(4000, "a600c4d4");

        ModelResult implicit = with("openai-5.6");

        assertThat(implicit.achievable()).isEqualTo(604 * 16);
        assertThat(implicit.noEntry()).isEqualTo(600 * 16);
    }

    @Test
    void shouldRenewEntriesByReadingThem() {
        call(0, "a100").call(4 * MINUTE, "a100").call(8 * MINUTE, "a100");

        assertThat(with("anthropic").achievable()).isEqualTo(2 * 1600);
        assertThat(with("anthropic").expired()).isZero();
    }

    @Test
    void shouldForgetWhatIsNotUsed() {
        call(0, "a100").call(6 * MINUTE, "a100").call(12 * MINUTE, "a100");

        assertThat(with("anthropic").achievable()).isZero();
        assertThat(with("anthropic").expired()).isEqualTo(2 * 1600);
        assertThat(with("vllm").expired()).isZero();
    }

    @Test
    void shouldMissWhatIsStillBeingWritten() {
        call(0, "a100").call(100, "a100").call(200, "a100").call(300, "a100").call(400, "a100");

        assertThat(with("anthropic").achievable()).isZero();
        assertThat(with("anthropic").parallel()).isEqualTo(4 * 1600);
    }

    @Test
    void shouldHitWhatWasAnswered() {
        call(0, "a100").call(1000, "a100").call(2001, "a100").call(3002, "a100").call(4003, "a100");

        assertThat(with("anthropic").achievable()).isEqualTo(4 * 1600);
    }

    @Test
    void shouldDetectACommonBeginningTheSecondTime() {
        call(0, "a10b1").call(2000, "a10c1").call(4000, "a10d1");

        assertThat(with("deepseek").achievable()).isEqualTo(160);
        assertThat(with("deepseek").noEntry()).isEqualTo(160);
    }

    @Test
    void shouldHitNothingWhenTheBeginningChanges() {
        call(0, "a1b500").call(2000, "c1b500");

        assertThat(with("anthropic").seen()).isZero();
    }

    @Test
    void shouldChooseTheRuleByProviderAndModel() {
        call(0, "a100").call(2000, "a100");

        assertThat(with(null).rule().id()).isEqualTo("openai");
        CacheRules rules = CacheRules.bundled();
        assertThat(rules.of("anthropic", "claude-haiku-4-5").id()).isEqualTo("anthropic-4096");
        assertThat(rules.of("aws.bedrock", "eu.anthropic.claude-sonnet-4-5-v1:0")
                        .id())
                .isEqualTo("anthropic");
        assertThat(rules.of("azure.ai.openai", "gpt-5.6-sol").id()).isEqualTo("openai-5.6");
        assertThat(rules.of("openai", "gpt-5.5").id()).isEqualTo("openai");
        assertThat(rules.of("gcp.gemini", "gemini-2.5-pro").id()).isEqualTo("gemini");
        assertThat(rules.of("ollama", "llama3")).isNull();
    }

    @Test
    void shouldHoldPredictionsAgainstWhatWasReported() {
        call(0, "a100", ",\"gen_ai.usage.cache_read.input_tokens\":0")
                .call(2000, "a100", ",\"gen_ai.usage.cache_read.input_tokens\":1024")
                .call(4000, "a100");

        ModelResult result = with("openai");

        assertThat(result.reporting()).isEqualTo(2);
        assertThat(result.recorded()).isEqualTo(1024);
        assertThat(result.predicted()).isEqualTo(1536);
        assertThat(result.error()).isEqualTo(512);
    }

    @Test
    void shouldTellWhatCachingIsWorth() {
        call(0, "a100").call(2000, "a100", ",\"gen_ai.usage.cache_read.input_tokens\":1024");

        ModelResult result = with("openai");

        // gpt-4o: 2.50 a million, cached 1.25; 20 answer tokens at 10
        assertThat(result.uncachedCost()).isEqualByComparingTo("0.0082");
        assertThat(result.recordedCost()).isEqualByComparingTo("0.00692");
        assertThat(result.achievableCost()).isEqualByComparingTo("0.00628");
    }

    private TestRun conversation(String... prompts) {
        int trace = 100 + calls++;
        run.trace(trace).start(trace * 100, 0, trace * 100_000.0, "agent", "planner");
        for (int i = 0; i < prompts.length; i++) {
            double t = trace * 100_000.0 + i * 2000;
            run.start(
                            trace * 100 + i + 1,
                            trace * 100,
                            t,
                            "llm",
                            "chat",
                            "\"gen_ai.provider.name\":\"openai\",\"gen_ai.request.model\":\"gpt-4o\","
                                    + "\"agentprofiler.content.tool.definitions\":{\"chars\":640},"
                                    + "\"agentprofiler.content.system_instructions\":{\"chars\":640},"
                                    + "\"agentprofiler.content.input.messages\":{\"chars\":999999},"
                                    + blocks(prompts[i]))
                    .end(trace * 100 + i + 1, t + 1000, usage(prompts[i], ""));
        }
        return run.end(trace * 100, trace * 100_000.0 + 90_000);
    }

    @Test
    void shouldFindTheFieldThatBreaksAPrefixWithinAWorkflow() {
        // ten blocks of tools, ten of instructions, messages; the second call changes an instruction
        List<Trace> traces = ContentRun.traces(conversation("a10b10c100", "a10d10c100", "a10d10c100e5"));

        PrefixResult answer = answer(traces, "openai");

        assertThat(answer.breaks()).singleElement().satisfies(found -> {
            assertThat(found.broken().part()).isEqualTo("system instructions");
            assertThat(found.broken().within()).isTrue();
            assertThat(found.broken().caller().agent()).isEqualTo("planner");
            assertThat(found.times()).isEqualTo(1);
            assertThat(found.atToken()).isEqualTo(160);
            assertThat(found.lost().lostTokens()).isEqualTo(1760);
            // 1920 tokens are 15 steps of 128
            assertThat(found.lost().savedTokens()).isEqualTo(1920);
            assertThat(found.lost().savedDollars()).isEqualByComparingTo("0.0024");
        });
        assertThat(answer.stable()).singleElement().satisfies(stable -> {
            assertThat(stable.commonTokens()).isEqualTo(160);
            assertThat(stable.endsIn()).isEqualTo("system instructions");
            assertThat(stable.mostCalls()).isEqualTo(2);
            assertThat(stable.mostTokens()).isEqualTo(1920);
        });
    }

    @Test
    void shouldExpectOnlyToolsAndInstructionsToBeTheSameInAnotherWorkflow() {
        conversation("a10b10c100");
        conversation("a10b10d100");
        List<Trace> traces = ContentRun.traces(conversation("a10x10d100"));

        PrefixResult answer = answer(traces, "sglang");

        assertThat(answer.breaks()).singleElement().satisfies(found -> {
            assertThat(found.broken().within()).isFalse();
            assertThat(found.broken().part()).isEqualTo("system instructions");
            assertThat(found.lost().lostTokens()).isEqualTo(160);
            assertThat(found.lost().savedTokens()).isEqualTo(160);
        });
    }

    @Test
    void shouldNotCompareHashesOfDifferentRuns() {
        // the same tools and instructions in three runs at once, each with its own salt; one asked the same twice
        conversation("a10b10c10");
        conversation("d10e10f10");
        conversation("a10b10g10");
        conversation("d10e10f10");
        List<Trace> traces = ContentRun.traces(conversation("h10i10j10"));
        String[] runs = {"one", "two", "one", "two", "three"};

        PrefixResult answer = answer(
                IntStream.range(0, traces.size())
                        .mapToObj(i -> traces.get(i).inRun(runs[i]))
                        .toList(),
                "sglang");

        assertThat(answer.breaks()).isEmpty();
        // nothing is known of a run's only call
        assertThat(answer.stable()).singleElement().satisfies(stable -> {
            assertThat(stable.calls()).isEqualTo(4);
            assertThat(stable.commonTokens()).isEqualTo(320);
            assertThat(stable.endsIn()).isEqualTo("messages");
            assertThat(stable.mostTokens()).isEqualTo(480);
            assertThat(stable.mostCalls()).isEqualTo(2);
        });
        // every run starts with an empty cache
        assertThat(answer.models().get(0).seen()).isEqualTo(320 + 480);
    }

    @Test
    void shouldCompareHashesWithHashesAndTextsOfRunsWithTexts() {
        conversation("a10b10c100");
        conversation("a10x10c100");
        String text = "\"gen_ai.system_instructions\":\"" + "%s".repeat(640)
                + "\",\"gen_ai.input.messages\":[{\"role\":\"user\",\"text\":\"hi\"}],"
                + "\"gen_ai.request.model\":\"gpt-4o\"";
        for (int i = 0; i < 2; i++) {
            int trace = 100 + calls++;
            run.trace(trace)
                    .start(trace * 100, 0, trace * 100_000.0, "agent", "planner")
                    .start(
                            trace * 100 + 1,
                            trace * 100,
                            trace * 100_000.0,
                            "llm",
                            "chat",
                            text.replace("%s", "yz".substring(i, i + 1)))
                    .end(trace * 100 + 1, trace * 100_000.0 + 1000, "\"gen_ai.usage.input_tokens\":160")
                    .end(trace * 100, trace * 100_000.0 + 90_000);
        }
        List<Trace> traces = ContentRun.traces(run);
        String[] runs = {"hashed", "hashed", "one text", "other text"};

        PrefixResult answer = answer(
                IntStream.range(0, traces.size())
                        .mapToObj(i -> traces.get(i).inRun(runs[i]))
                        .toList(),
                "sglang");

        // not from the last hashed prompt to the first text
        assertThat(answer.breaks()).singleElement().satisfies(found -> {
            assertThat(found.broken().part()).isEqualTo("system instructions");
            assertThat(found.times()).isEqualTo(2);
        });
    }

    @Test
    void shouldReadTextWhereThereAreNoHashes() {
        String message = "\"gen_ai.input.messages\":[{\"role\":\"system\",\"text\":\"" + "s".repeat(1000)
                + "\"},{\"role\":\"user\",\"text\":\"%s" + "u".repeat(1000) + "\"}]";
        for (int i = 1; i <= 2; i++) {
            run.trace(i)
                    .start(i * 10, 0, i * 5000, "workflow", "w")
                    .start(i * 10 + 1, i * 10, i * 5000, "llm", "chat", message.formatted(i))
                    .end(i * 10 + 1, i * 5000 + 1, "\"gen_ai.usage.input_tokens\":1000")
                    .end(i * 10, i * 5000 + 2);
        }

        List<Trace> traces = ContentRun.traces(run);
        PrefixResult answer = answer(traces, "sglang");

        assertThat(answer.estimates()).isEmpty();
        // "role: system\n" + "text: " + the text + "\n", the same of the user up to the number: 1051 bytes of 2051 or
        // so
        assertThat(answer.models().get(0).seen()).isEqualTo(Math.round(1000.0 * 1024 / bytes()));
        assertThat(answer.stable().get(0).endsIn()).isEqualTo("message 2 (user)");
        assertThat(answer.breaks()).isEmpty();
    }

    private static long bytes() {
        return "role: system\ntext: \n".length() + 1000 + "role: user\ntext: 1\n".length() + 1000;
    }

    /** The worked example of the reference: a real conversation of which only token counts are known. */
    @Test
    void shouldEstimateFromTokenCountsAlone() {
        int[] prompts = {9662, 11708, 12141, 14347, 14557, 15786};
        int[] answers = {145, 301, 2176, 131, 91, 7};
        run.trace(1).start(1, 0, 0, "agent", "cli");
        for (int i = 0; i < prompts.length; i++) {
            run.start(i + 2, 1, i * 2000, "llm", "chat", "\"gen_ai.request.model\":\"gemini-2.5-pro\"")
                    .end(
                            i + 2,
                            i * 2000 + 1000,
                            "\"gen_ai.usage.input_tokens\":" + prompts[i] + ",\"gen_ai.usage.output_tokens\":"
                                    + answers[i] + ",\"gen_ai.usage.cache_read.input_tokens\":0");
        }
        List<Trace> traces = run.end(1, 20_000).traces();

        assertThat(answer(traces, null).estimates())
                .containsExactly(new CountEstimate("gemini-2.5-pro", 6, 78_201, 5, 62_415, 65_259, 0));
    }
}
