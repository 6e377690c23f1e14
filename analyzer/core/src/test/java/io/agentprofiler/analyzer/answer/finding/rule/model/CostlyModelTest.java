// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.model;

import static io.agentprofiler.analyzer.answer.finding.RuleRun.found;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.agentprofiler.analyzer.answer.finding.FindingRule;
import io.agentprofiler.analyzer.answer.finding.Impact;
import io.agentprofiler.analyzer.answer.finding.Thresholds;
import io.agentprofiler.analyzer.testing.TestRun;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;

/** Dear models for steps that need little. */
class CostlyModelTest {
    private static final FindingRule RULE = new CostlyModel();

    private final TestRun run = TestRun.bare();
    private int spans;

    private CostlyModelTest call(int workflow, String agent, String model, int input, int output) {
        int at = 10_000 * workflow;
        int id = spans += 2;
        run.trace(workflow)
                .start(id, workflow * 1000, at, "agent", agent, "\"gen_ai.agent.name\":\"" + agent + "\"")
                .start(
                        id + 1,
                        id,
                        at,
                        "llm",
                        "l",
                        "\"gen_ai.provider.name\":\"openai\",\"gen_ai.request.model\":\"" + model + "\"")
                .end(
                        id + 1,
                        at + 100,
                        "\"gen_ai.usage.input_tokens\":" + input + ",\"gen_ai.usage.output_tokens\":" + output)
                .end(id, at + 100);
        return this;
    }

    private TestRun workflows(String sorts, int prompt, int word, String writes, int text) {
        for (int i = 1; i <= 10; i++) {
            run.trace(i).start(i * 1000, 0, 10_000.0 * i, "workflow", "ask");
            call(i, "Sorter", sorts, prompt, word).call(i, "Writer", writes, 100, text);
            run.trace(i).end(i * 1000, 10_000.0 * i + 200);
        }
        return run;
    }

    @Test
    void shouldFindADearModelForAStepThatACheaperOneOfTheServiceCouldDo() {
        assertThat(found(RULE, workflows("gpt-4o", 1000, 2, "gpt-4o-mini", 30)))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.subject()).isEqualTo("llm gpt-4o");
                    assertThat(finding.text().title())
                            .isEqualTo(
                                    "the first call of agent Sorter asks llm gpt-4o for answers of 2 tokens (prompts of 1,000, n=10), at 17 times the price of gpt-4o-mini");
                    assertThat(finding.text().advice())
                            .startsWith(
                                    "use gpt-4o-mini for that, which the service uses already; check that it answers as well");
                    // ten times 1000 * $2.50 and 2 * $10 a million, less 1000 * $0.15 and 2 * $0.60
                    assertThat(finding.saving().usd()).isEqualByComparingTo(new BigDecimal("0.023688"));
                    assertThat(finding.impact()).isEqualTo(Impact.HIGH);
                    assertThat(finding.shares().timeShare()).isZero();
                });
    }

    @Test
    void shouldNameTheSmallerVersionWhereTheServiceUsesNoCheaperModel() {
        assertThat(found(RULE, workflows("gpt-4o", 1000, 2, "gpt-4o", 30)))
                .singleElement()
                .satisfies(finding -> assertThat(finding.text().advice())
                        .startsWith("use gpt-4o-mini for that; check that it answers as well"));
    }

    @Test
    void shouldFindNothingOfAServiceThatIsAskedForWordsOnly() {
        // no other step writes more
        assertThat(found(RULE, workflows("gpt-4o", 1000, 5, "gpt-4o-mini", 5))).isEmpty();
    }

    @Test
    void shouldFindNothingOfACheapModel() {
        assertThat(found(RULE, workflows("gpt-4o-mini", 1000, 2, "gpt-4o", 300)))
                .isEmpty();
    }

    @Test
    void shouldFindNothingOfTextsAndLongPrompts() {
        assertThat(found(RULE, workflows("gpt-4o", 1000, 25, "gpt-4o-mini", 100)))
                .isEmpty();
        assertThat(found(RULE, new CostlyModelTest().workflows("gpt-4o", 5000, 2, "gpt-4o-mini", 100)))
                .isEmpty();
        assertThat(found(
                        RULE,
                        Thresholds.STANDARD.with(CostlyModel.TRIVIAL_PROMPT_TOKENS, 5000),
                        new CostlyModelTest().workflows("gpt-4o", 5000, 2, "gpt-4o-mini", 100)))
                .hasSize(1);
    }

    /** Its finish reason says that it answered with a text: the program called the tool. */
    @Test
    void shouldFindAStepThatAProgramFollowsWithATool() {
        assertThat(found(RULE, classifying("openai", "gpt-4o", "\"stop\"", "")))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.text().title())
                            .isEqualTo(
                                    "classify asks llm gpt-4o for answers of 3 tokens (prompts of 400, n=10), at 17 times the price of gpt-4o-mini");
                    // of 400 * $2.50, 3 * $10, 900 * $2.50 and 120 * $10: what 400 * $0.15 and 3 * $0.60 do not cost
                    assertThat(finding.shares().costShare()).isCloseTo(0.9682 / 4.48, within(1e-9));
                    assertThat(finding.saving().usd()).isEqualByComparingTo(new BigDecimal("0.009682"));
                });
    }

    @Test
    void shouldFindNothingOfAStepThatMayAskForTools() {
        assertThat(found(RULE, classifying("openai", "gpt-4o", "\"tool_calls\"", "")))
                .isEmpty();
        assertThat(found(
                        RULE,
                        new CostlyModelTest()
                                .classifying("openai", "gpt-4o", "\"stop\"", "\"gen_ai.tool.call.id\":\"c1\"")))
                .isEmpty();
        assertThat(found(RULE, new CostlyModelTest().classifying("openai", "gpt-4o", null, "")))
                .isEmpty();
        // it ends every answer alike
        assertThat(found(RULE, new CostlyModelTest().classifying("gcp.gemini", "gemini-2.5-pro", "\"STOP\"", "")))
                .isEmpty();
    }

    private TestRun classifying(String provider, String model, String reason, String toolAttributes) {
        String asked = "\"gen_ai.provider.name\":\"" + provider + "\",\"gen_ai.request.model\":\"" + model + "\"";
        String ended = reason == null ? "" : ",\"gen_ai.response.finish_reasons\":[" + reason + "]";
        for (int i = 1; i <= 10; i++) {
            double at = 10_000.0 * i;
            run.trace(i)
                    .start(i * 1000, 0, at, "function", "workflow")
                    .start(i * 1000 + 1, i * 1000, at, "llm", "classify", asked)
                    .end(
                            i * 1000 + 1,
                            at + 450,
                            "\"gen_ai.usage.input_tokens\":400,\"gen_ai.usage.output_tokens\":3" + ended)
                    .start(i * 1000 + 2, i * 1000, at + 450, "tool", "search_kb", toolAttributes)
                    .end(i * 1000 + 2, at + 650)
                    .start(i * 1000 + 3, i * 1000, at + 650, "llm", "synthesize", asked)
                    .end(
                            i * 1000 + 3,
                            at + 1000,
                            "\"gen_ai.usage.input_tokens\":900,\"gen_ai.usage.output_tokens\":120" + ended)
                    .end(i * 1000, at + 1000);
        }
        return run;
    }

    @Test
    void shouldFindNothingWithoutPrices() {
        assertThat(found(RULE, workflows("house-large", 1000, 2, "house-small", 30)))
                .isEmpty();
    }
}
