// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.prefix;

import static io.agentprofiler.analyzer.answer.prefix.PromptRun.answer;
import static io.agentprofiler.analyzer.answer.prefix.PromptRun.instructions;
import static io.agentprofiler.analyzer.answer.prefix.PromptRun.tools;
import static io.agentprofiler.analyzer.answer.prefix.PromptRun.user;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.answer.prefix.PromptRun.Part;
import io.agentprofiler.analyzer.answer.prefix.cache.Servers;
import io.agentprofiler.analyzer.answer.prefix.prompt.HashChain.PromptSource;
import io.agentprofiler.analyzer.answer.prefix.rule.CacheRules;
import io.agentprofiler.analyzer.testing.TestRun;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Hits that are known of engines and providers, to the token, and what is said of answers and breakpoints around them. */
class CacheVectorsTest {
    private static final double MINUTE = 60_000;
    private static final String ANTHROPIC = "{\"id\":\"a\",\"provider\":{\"equals\":\"a\"},\"entries\":\"breakpoints\","
            + "\"min_tokens\":1024,\"lifetime\":\"5 min\",\"charges_writes\":true,\"breakpoints\":%s}";

    private final PromptRun run = new PromptRun();

    @Test
    void shouldRecomputeTheLastBlockOfAPromptThatComesAgain() {
        run.call(0, user("a", 48)).call(2000, user("a", 48));

        assertThat(run.with("vllm").achievable()).isEqualTo(32);
    }

    private PromptRun goOn() {
        return run.answered(0, answer("b", 20), user("a", 100))
                .call(2000, user("a", 100), answer("b", 20), user("c", 30));
    }

    @Test
    void shouldKeepWhatEnginesGenerated() {
        goOn();

        ModelResult vllm = run.with("vllm");
        ModelResult sglang = run.with("sglang");

        assertThat(vllm.achievable()).isEqualTo(112);
        assertThat(vllm.assumed()).isZero();
        assertThat(vllm.isUpperBound()).isFalse();
        // of the last token of an answer nothing is computed that could be kept
        assertThat(sglang.achievable()).isEqualTo(119);
        assertThat(sglang.assumed()).isZero();
    }

    @Test
    void shouldNotKeepWhatWasGeneratedByRulesThatSaySo() {
        goOn();

        assertThat(run.with("{\"id\":\"v\",\"provider\":{\"equals\":\"v\"},\"entries\":\"blocks\",\"unit\":16,"
                                + "\"computes_last_token\":true,\"keeps_output\":false}")
                        .achievable())
                .isEqualTo(96);
    }

    @Test
    void shouldSupposeThatAnswersComeBackWhereThatIsNotKnown() {
        run.withoutEnds();
        goOn();

        ModelResult vllm = run.with("vllm");

        assertThat(vllm.achievable()).isEqualTo(112);
        assertThat(vllm.assumed()).isEqualTo(16);
        assertThat(vllm.isUpperBound()).isTrue();
        assertThat(vllm.withoutEnds()).isEqualTo(2);
    }

    @Test
    void shouldSupposeItOfAnAnswerWrittenDownInAnotherWay() {
        run.answered(0, answer("b", 20), user("a", 100)).call(2000, user("a", 100), answer("x", 20), user("c", 30));

        assertThat(run.with("sglang").achievable()).isEqualTo(119);
        assertThat(run.with("sglang").assumed()).isEqualTo(19);
    }

    @Test
    void shouldSeeThatAnAnswerDidNotComeBack() {
        run.answered(0, answer("b", 20), user("a", 100)).call(2000, user("a", 100), user("b", 20), user("c", 30));

        assertThat(run.with("sglang").achievable()).isEqualTo(100);
        assertThat(run.with("sglang").assumed()).isZero();
    }

    @Test
    void shouldNotTakeAnAnswerForHeldByAPromptThatIsTooShortForIt() {
        run.withoutEnds()
                .answered(0, answer("b", 200), user("a", 112))
                .call(2000, user("a", 112), answer("b", 20), user("c", 30));

        assertThat(run.with("sglang").achievable()).isEqualTo(112);
    }

    @Test
    void shouldNotCountAnswersWithReasoning() {
        run.reporting(",\"gen_ai.usage.reasoning.output_tokens\":5");
        goOn();

        assertThat(run.with("sglang").achievable()).isEqualTo(100);
    }

    @Test
    void shouldFindTheAnswerThatCameBackAmongSeveral() {
        run.answered(0, answer("b", 20), user("a", 100))
                .answered(2000, answer("d", 40), user("a", 100))
                .call(4000, user("a", 100), answer("b", 20), user("c", 30));

        assertThat(run.with("sglang").achievable()).isEqualTo(99 + 119);
        assertThat(run.with("sglang").assumed()).isZero();
    }

    @Test
    void shouldCountExactlyWhereTokensAreKnown() {
        String prompt = "p".repeat(50) + "q".repeat(50);
        String answer = "abcdefghijklmnopqrst";
        run.tokens(0, answer, prompt)
                .tokens(2000, "x", prompt + answer + "r".repeat(30))
                .tokens(4000, "x", prompt + answer.substring(0, 10) + "z".repeat(40));

        ModelResult vllm = run.with("vllm");
        ModelResult sglang = run.with("sglang");

        assertThat(vllm.from(PromptSource.TOKENS)).isEqualTo(3);
        assertThat(vllm.input()).isEqualTo(100 + 150 + 150);
        assertThat(vllm.achievable()).isEqualTo(112 + 96);
        assertThat(sglang.achievable()).isEqualTo(119 + 110);
        assertThat(sglang.assumed()).isZero();
    }

    @Test
    void shouldRoundOpenAisHitsDownToSteps() {
        run.call(0, user("a", 1500), user("b", 100)).call(2000, user("a", 1500), user("c", 100));

        assertThat(run.with("openai").achievable()).isEqualTo(1408);
    }

    @Test
    void shouldHaveNoHitOfOpenAiBelowTheMinimum() {
        run.call(0, user("a", 1000), user("b", 4000)).call(2000, user("a", 1000), user("c", 4000));

        assertThat(run.with("openai").achievable()).isZero();
    }

    private void changingLastMessage() {
        for (int i = 0; i < 3; i++) {
            run.call(i * 2000, instructions("fixed", 9000), user("x" + i, 500));
        }
    }

    @Test
    void shouldMissWhereOnlyTheNewestMessageIsABreakpoint() {
        changingLastMessage();

        ModelResult implicit = run.with("openai-5.6");

        assertThat(implicit.achievable()).isZero();
        assertThat(implicit.noEntry()).isEqualTo(2 * 9000);
        assertThat(implicit.writing()).isEqualTo(3);
        assertThat(implicit.written()).isEqualTo(3 * 9500);
    }

    @Test
    void shouldHitUpToAnExplicitBreakpoint() {
        changingLastMessage();

        ModelResult explicit = run.with(ANTHROPIC.formatted("[\"instructions\",\"newest\"]"));

        assertThat(explicit.achievable()).isEqualTo(2 * 9000);
        assertThat(explicit.written()).isEqualTo(9500 + 2 * 500);
    }

    @Test
    void shouldFindOpenAisEntriesFarBack() {
        List<Part> prompt = new ArrayList<>(List.of(user("a", 1500)));
        run.call(0, prompt.toArray(Part[]::new));
        for (int i = 0; i < 80; i++) {
            prompt.add(user("m" + i, 3));
        }
        run.call(2000, prompt.toArray(Part[]::new));
        prompt.add(user("one more", 3));
        run.workflow(2).call(MINUTE * 60, user("a", 1500)).call(MINUTE * 61, prompt.toArray(Part[]::new));

        ModelResult result = run.with("openai-5.6");

        // the second call finds the first, 80 messages before; the fourth is 81 messages after the third
        assertThat(result.achievable()).isEqualTo(1500);
    }

    @Test
    void shouldRenewAnthropicsEntriesByReading() {
        run.call(0, user("a", 1600)).call(4 * MINUTE, user("a", 1600)).call(8 * MINUTE, user("a", 1600));

        assertThat(run.with("anthropic").hits()).isEqualTo(2);
        assertThat(run.with("anthropic").achievable()).isEqualTo(3200);
    }

    @Test
    void shouldForgetAnthropicsEntriesAfterFiveMinutes() {
        run.call(0, user("a", 1600)).call(6 * MINUTE, user("a", 1600)).call(12 * MINUTE, user("a", 1600));

        assertThat(run.with("anthropic").hits()).isZero();
        assertThat(run.with("anthropic").expired()).isEqualTo(3200);
    }

    @Test
    void shouldWriteFiveTimesWhenFiveCallsRunAtTheSameTime() {
        for (int i = 0; i < 5; i++) {
            run.workflow(i + 1).call(i * 100, instructions("i", 1500), user("a", 100));
        }

        ModelResult parallel = run.with("anthropic");

        assertThat(parallel.hits()).isZero();
        assertThat(parallel.writing()).isEqualTo(5);
        assertThat(parallel.written()).isEqualTo(5 * 1600);
    }

    @Test
    void shouldWriteOnceWhenFiveCallsComeOneAfterTheOther() {
        for (int i = 0; i < 5; i++) {
            run.workflow(i + 1).call(i * 1000, instructions("i", 1500), user("a", 100));
        }

        ModelResult staggered = run.with("anthropic");

        assertThat(staggered.hits()).isEqualTo(4);
        assertThat(staggered.writing()).isEqualTo(1);
        assertThat(staggered.achievable()).isEqualTo(4 * 1600);
    }

    private PromptRun after(int messages) {
        List<Part> prompt = new ArrayList<>(List.of(user("a", 2000)));
        for (int i = 0; i < messages; i++) {
            prompt.add(user("m" + i, 5));
        }
        return run.call(0, user("a", 2000)).call(2000, prompt.toArray(Part[]::new));
    }

    @Test
    void shouldMissWhatIsTooFarBeforeAnthropicsBreakpoint() {
        assertThat(after(25).with("anthropic").achievable()).isZero();
        assertThat(run.with("anthropic").noEntry()).isEqualTo(2000);
        assertThat(run.with("qwen").achievable()).isZero();
    }

    @Test
    void shouldHitWithAnExtraBreakpointOnTheWay() {
        assertThat(after(25)
                        .with(ANTHROPIC.formatted("[\"newest\",\"newest-15\"]"))
                        .achievable())
                .isEqualTo(2000);
    }

    @Test
    void shouldHitWhatIsNearEnoughToAnthropicsBreakpoint() {
        assertThat(after(20).with("anthropic").achievable()).isEqualTo(2000);
    }

    @Test
    void shouldCountThePiecesOfMessages() {
        Part calls = new Part("assistant", "calls", 50, 21);
        run.call(0, user("a", 2000)).call(2000, user("a", 2000), calls);

        assertThat(run.with("anthropic").achievable()).isZero();
    }

    @Test
    void shouldNotLookBackWhereTheEndsOfMessagesAreNotKnown() {
        run.withoutEnds();

        assertThat(after(25).with("anthropic").achievable()).isEqualTo(2000);
        assertThat(run.with("anthropic").withoutEnds()).isEqualTo(2);
    }

    @Test
    void shouldNotKnowTheAnswerToMessagesWhoseEndsAreLeftOut() {
        List<Part> prompt = new ArrayList<>(List.of(user("a", 100), answer("b", 20)));
        for (int i = 0; i < 200; i++) {
            prompt.add(user("m" + i, 5));
        }
        run.answered(0, answer("b", 20), user("a", 100)).call(2000, prompt.toArray(Part[]::new));

        ModelResult sglang = run.with("sglang");

        assertThat(sglang.achievable()).isEqualTo(119);
        assertThat(sglang.assumed()).isEqualTo(23);
    }

    @Test
    void shouldKnowAnAnswerByItsText() {
        String message = "{\"role\":\"%s\",\"parts\":[{\"type\":\"text\",\"content\":\"%s\"}]}";
        String question = message.formatted("user", "q".repeat(400));
        String reply = message.formatted("assistant", "r".repeat(100));
        String more = message.formatted("user", "s".repeat(100));
        TestRun text = TestRun.run("text")
                .start(1, 0, 0, "llm", "chat", "\"gen_ai.input.messages\":[" + question + "]")
                .end(
                        1,
                        1000,
                        "\"gen_ai.usage.input_tokens\":110,\"gen_ai.usage.output_tokens\":35,"
                                + "\"gen_ai.output.messages\":[" + reply + "]")
                .trace(2)
                .start(
                        2,
                        0,
                        2000,
                        "llm",
                        "chat",
                        "\"gen_ai.input.messages\":[" + question + "," + reply + "," + more + "]")
                .end(2, 3000, "\"gen_ai.usage.input_tokens\":200");

        ModelResult sglang = PrefixResult.of(
                        PromptRun.log(
                                ContentRun.traces(text),
                                CacheRules.bundled().only("sglang").orElseThrow()),
                        Servers.ONE)
                .models()
                .get(0);

        assertThat(sglang.from(PromptSource.TEXT)).isEqualTo(2);
        assertThat(sglang.achievable()).isEqualTo(144);
        assertThat(sglang.assumed()).isZero();
    }

    @Test
    void shouldDetectACommonBeginningTheThirdTime() {
        run.call(0, user("a", 160), user("b", 50))
                .call(2000, user("a", 160), user("c", 50))
                .call(4000, user("a", 160), user("d", 50));

        assertThat(run.with("deepseek").achievable()).isEqualTo(160);
        assertThat(run.with("deepseek").noEntry()).isEqualTo(160);
    }

    @Test
    void shouldHitNothingWhenToolsAreReordered() {
        Part messages = user("m", 3000);
        run.call(0, tools("search", 1000), tools("weather", 1000), messages)
                .call(2000, tools("weather", 1000), tools("search", 1000), messages);

        for (String rule : CacheRules.bundled().ids()) {
            assertThat(run.with(rule).achievable()).as(rule).isZero();
        }
    }
}
