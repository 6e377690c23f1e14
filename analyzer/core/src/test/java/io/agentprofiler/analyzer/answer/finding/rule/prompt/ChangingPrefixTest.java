// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.prompt;

import static io.agentprofiler.analyzer.answer.prefix.PromptRun.answer;
import static io.agentprofiler.analyzer.answer.prefix.PromptRun.tools;
import static io.agentprofiler.analyzer.answer.prefix.PromptRun.user;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.answer.finding.Confidence;
import io.agentprofiler.analyzer.answer.finding.Finding;
import io.agentprofiler.analyzer.answer.finding.FindingRule;
import io.agentprofiler.analyzer.answer.finding.Impact;
import io.agentprofiler.analyzer.answer.finding.RuleRun;
import io.agentprofiler.analyzer.answer.finding.Saving;
import io.agentprofiler.analyzer.answer.finding.Thresholds;
import io.agentprofiler.analyzer.answer.prefix.PromptRun;
import io.agentprofiler.analyzer.answer.prefix.PromptRun.Part;
import io.agentprofiler.analyzer.read.event.JvmEvents;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.Trace;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

/** Instructions with something in them that changes, in front of what does not. */
class ChangingPrefixTest {
    private static final FindingRule RULE = new ChangingPrefix();

    private static Part system(String name, int tokens) {
        return new Part("system", name, tokens, 1);
    }

    private static List<Finding> found(List<Trace> traces) {
        return RuleRun.found(List.of(RULE), Thresholds.STANDARD, JvmEvents.NONE, traces);
    }

    private static PromptRun workflows(int count, double apart, IntFunction<Part[]> prompt) {
        PromptRun run = new PromptRun();
        for (int i = 0; i < count; i++) {
            run.workflow(i + 1).answered(i * apart, answer("a" + i, 10), prompt.apply(i));
        }
        return run;
    }

    private static PromptRun timeAtTheTop(double apart) {
        return workflows(10, apart, i ->
                new Part[] {system("time " + i + "!", 16), system("rules", 2000), user("question " + i, 10)});
    }

    @Test
    void shouldFindATimeAtTheTopOfTheInstructions() {
        assertThat(found(timeAtTheTop(2000).traces())).singleElement().satisfies(finding -> {
            assertThat(finding.text().title())
                    .isEqualTo(
                            "the prompts of llm gpt-4o diverge in 10 of 10 workflows at the beginning of message 1 (system), so the next 2,000"
                                    + " tokens of instructions cannot be cached");
            // 1 920 tokens in blocks of 128, at half of $2.50 a million, in all calls but the first
            assertThat(finding.saving()).isEqualTo(Saving.money(new BigDecimal("0.021600000"), 9 * 1920));
            assertThat(finding.text().advice())
                    .contains("to the end of the instructions")
                    .contains("the recording does not show");
            assertThat(finding.confidence()).isEqualTo(Confidence.STRONG);
            assertThat(finding.impact()).isEqualTo(Impact.HIGH);
            assertThat(finding.seen().workflows()).isEqualTo(10);
            assertThat(finding.seen().evidence()).hasSize(5);
        });
    }

    @Test
    void shouldFindNothingOfATimeAtTheEnd() {
        assertThat(found(workflows(10, 2000, i -> new Part[] {
                            system("rules", 2000), system("time " + i + "!", 16), user("question " + i, 10)
                        })
                        .traces()))
                .isEmpty();
    }

    @Test
    void shouldFindNothingOfQuestionsThatDiffer() {
        assertThat(found(workflows(10, 2000, i -> new Part[] {user("question " + i, 3000)})
                        .traces()))
                .isEmpty();
        assertThat(found(workflows(10, 2000, i -> new Part[] {system("rules", 2000), user("question " + i, 3000)})
                        .traces()))
                .isEmpty();
    }

    @Test
    void shouldFindNothingOfPromptsThatAreTooShortToBeCached() {
        assertThat(found(workflows(10, 2000, i ->
                                new Part[] {system("time " + i + "!", 16), system("rules", 900), user("q" + i, 10)})
                        .traces()))
                .isEmpty();
    }

    @Test
    void shouldFindNothingWhereEntriesWouldExpire() {
        // a workflow every 11 minutes
        assertThat(found(timeAtTheTop(660_000).traces())).isEmpty();
    }

    @Test
    void shouldTellStepsFromEachOther() {
        // two steps of a workflow have instructions of their own, as have two tenants
        PromptRun run = new PromptRun();
        for (int i = 0; i < 10; i++) {
            run.workflow(i + 1)
                    .answered(i * 4000, answer("a", 10), system("sort " + i % 2 + "!", 2000), user("q" + i, 10))
                    .answered(
                            i * 4000 + 2000, answer("a", 10), system("write " + i % 2 + "!", 2000), user("q" + i, 10));
        }
        assertThat(found(run.traces())).isEmpty();
    }

    @Test
    void shouldFindNothingWhereHashesDoNotShowWhetherTheRestIsTheSame() {
        // what was retrieved is put into the instructions
        assertThat(found(workflows(10, 2000, i ->
                                new Part[] {system("found " + i + "!", 1500 + 100 * i), user("q" + i, 10)})
                        .traces()))
                .isEmpty();
    }

    @Test
    void shouldCountWhatTheWorkflowItselfSentBefore() {
        PromptRun run = new PromptRun();
        for (int i = 0; i < 10; i++) {
            run.workflow(i + 1);
            for (int call = 0; call < 3; call++) {
                run.answered(
                        i * 6000 + call * 2000,
                        answer("a", 10),
                        system("time " + i + "!", 16),
                        system("rules", 2000),
                        user("q" + call, 10));
            }
        }
        // the other calls of a workflow read what its first one wrote
        assertThat(found(run.traces()))
                .singleElement()
                .satisfies(finding -> assertThat(finding.saving().tokens()).isEqualTo(9 * 1920));
    }

    @Test
    void shouldCountTheWorkflowsThatAreAffected() {
        PromptRun run = new PromptRun();
        for (int i = 0; i < 10; i++) {
            run.workflow(i + 1)
                    .answered(
                            i * 4000,
                            answer("a", 10),
                            system("time " + i + "!", 16),
                            system("rules", 2000),
                            user("q", 10));
            // a step of some workflows, with longer instructions
            if (i < 6) {
                run.answered(
                        i * 4000 + 2000,
                        answer("a", 10),
                        system("now " + i + "!", 16),
                        system("laws", 3000),
                        user("q", 10));
            }
        }
        assertThat(found(run.traces())).singleElement().satisfies(finding -> {
            assertThat(finding.text().title())
                    .startsWith("the prompts of llm gpt-4o diverge in 10 of 10 workflows")
                    .contains("the next 2,000 tokens of instructions");
            assertThat(finding.seen().workflows()).isEqualTo(10);
            assertThat(finding.seen().occurrences()).isEqualTo(16);
        });
    }

    @Test
    void shouldCountTheWorkflowsOfSeveralPrograms() {
        TestRun run = TestRun.bare();
        for (int i = 0; i < 16; i++) {
            // the name of a workflow is the program's
            String root = i < 10 ? "ask" : "tell";
            run.trace(i + 1)
                    .start(1, 0, 4000 * i, "agent", root, "\"gen_ai.agent.name\":\"A\"")
                    .start(2, 1, 4000 * i, "llm", "chat", said("It is 12:" + (10 + i) + " now. " + rules(0)))
                    .end(2, 4000 * i + 500, "\"gen_ai.usage.input_tokens\":3000,\"gen_ai.usage.output_tokens\":10")
                    .end(1, 4000 * i + 600);
        }
        assertThat(found(run.traces())).singleElement().satisfies(finding -> {
            assertThat(finding.text().title()).startsWith("the prompts of agent A diverge in 16 of 16 workflows");
            assertThat(finding.seen().workflows()).isEqualTo(16);
        });
    }

    @Test
    void shouldFindToolsInAnotherOrder() {
        assertThat(found(workflows(10, 2000, i ->
                                new Part[] {tools("tool " + i + "!", 40), system("rules", 2000), user("q", 10)})
                        .traces()))
                .singleElement()
                .satisfies(finding -> assertThat(finding.text().title())
                        .contains("at the beginning of tool definitions, so the next 2,024 tokens"));
    }

    @Test
    void shouldTakeReportedHitsForWhatTheyAre() {
        PromptRun run = new PromptRun().reporting(",\"gen_ai.usage.cache_read.input_tokens\":1920");
        for (int i = 0; i < 10; i++) {
            run.workflow(i + 1)
                    .answered(
                            i * 2000,
                            answer("a", 10),
                            system("time " + i + "!", 16),
                            system("rules", 2000),
                            user("q", 1));
        }
        assertThat(found(run.traces())).isEmpty();
    }

    /** A model that no price list and no rule knows, with the text of its prompts. */
    private static List<Trace> texts(IntFunction<String> instructions) {
        TestRun run = TestRun.run("r");
        for (int i = 0; i < 10; i++) {
            run.trace(i + 1)
                    .start(1, 0, 2000 * i, "llm", "chat", said(instructions.apply(i)))
                    .end(1, 2000 * i + 500, "\"gen_ai.usage.input_tokens\":3000,\"gen_ai.usage.output_tokens\":10");
        }
        return run.traces();
    }

    private static String said(String instructions) {
        return "\"gen_ai.request.model\":\"house\",\"gen_ai.input.messages\":[{\"role\":\"system\",\"content\":\""
                + instructions + "\"},{\"role\":\"user\",\"content\":\"question\"}]";
    }

    private static String rules(int number) {
        return system("rule " + number, 3000).text();
    }

    @Test
    void shouldCompareTextsBehindTheChange() {
        assertThat(found(texts(i -> "It is 12:0" + i + " now. " + rules(0))))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.text().title())
                            .startsWith(
                                    "the prompts of llm house diverge in 10 of 10 workflows at the beginning of message 1 (system), so the next 2,9");
                    assertThat(finding.saving().isClaimed()).isFalse();
                    assertThat(finding.impact()).isEqualTo(Impact.MEDIUM);
                });
        // all of it is another text of the same length
        assertThat(found(texts(i -> "It is 12:0" + i + " now. " + rules(i)))).isEmpty();
    }

    @Test
    void shouldFindNothingWithoutHashesAndTexts() {
        TestRun run = TestRun.bare();
        for (int i = 0; i < 10; i++) {
            run.trace(i + 1)
                    .start(
                            1,
                            0,
                            2000 * i,
                            "llm",
                            "chat",
                            "\"gen_ai.provider.name\":\"openai\",\"gen_ai.request.model\":\"gpt-4o\"")
                    .end(1, 2000 * i + 500, "\"gen_ai.usage.input_tokens\":3000,\"gen_ai.usage.output_tokens\":10");
        }
        assertThat(found(run.traces())).isEmpty();
    }

    @Test
    void shouldNotDependOnTheOrderOfMerging() {
        List<Trace> traces = new ArrayList<>(workflows(200, 2000, i ->
                        new Part[] {system("time " + i + "!", 16), system("rules", 2000), user("q" + i, 10)})
                .traces());
        List<Finding> expected = found(traces);
        Collections.shuffle(traces, new Random(7));

        assertThat(found(traces)).isEqualTo(expected).singleElement().satisfies(finding -> {
            assertThat(finding.text().title()).contains("diverge in 200 of 200 workflows");
            // 64 are kept: 63 of 64 of them
            assertThat(finding.saving().tokens()).isEqualTo(200 * 1920 * 63 / 64);
        });
    }
}
