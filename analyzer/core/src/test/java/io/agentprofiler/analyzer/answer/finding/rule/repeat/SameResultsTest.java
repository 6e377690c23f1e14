// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.repeat;

import static io.agentprofiler.analyzer.answer.finding.RuleRun.found;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.answer.finding.Confidence;
import io.agentprofiler.analyzer.answer.finding.FindingRule;
import io.agentprofiler.analyzer.answer.finding.Impact;
import io.agentprofiler.analyzer.answer.finding.RuleRun;
import io.agentprofiler.analyzer.testing.TestRun;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;

/** Queries of one agent's run, and what they find. */
class SameResultsTest {
    private static final long MILLI = 1_000_000;
    private static final FindingRule RULE = new SameResults();

    private final TestRun run = TestRun.run("r");

    /** A workflow that writes queries for 100 ms and makes some of them, each for 50 ms. */
    private void workflow(int number, String... foundTexts) {
        double now = 10_000.0 * number;
        run.trace(number)
                .start(1, 0, now, "agent", "A", "\"gen_ai.agent.name\":\"A\"")
                .start(
                        2,
                        1,
                        now,
                        "llm",
                        "l",
                        "\"gen_ai.provider.name\":\"openai\",\"gen_ai.request.model\":\"gpt-4o-mini\"")
                .end(2, now + 100, "\"gen_ai.usage.input_tokens\":1000,\"gen_ai.usage.output_tokens\":20");
        now += 100;
        for (int i = 0; i < foundTexts.length; i++) {
            run.start(3 + i, 1, now, "retrieval", "retrieve", RuleRun.hash("retrieval.query.text", "q" + number + i))
                    .end(
                            3 + i,
                            now + 50,
                            "\"agentprofiler.content.retrieval.documents\":{\"chars\":900,\"hash\":\"h" + number + i
                                    + "\",\"texts\":\"" + foundTexts[i] + "\"}");
            now += 50;
        }
        run.end(1, now);
    }

    @Test
    void shouldFindQueriesThatFindNothingNew() {
        for (int i = 1; i <= 5; i++) {
            // the same texts in another order, and a part of them
            workflow(i, "aaaaaaaabbbbbbbb", "bbbbbbbbaaaaaaaa", "bbbbbbbb");
        }
        assertThat(found(RULE, run)).singleElement().satisfies(finding -> {
            assertThat(finding.subject()).isEqualTo("retrieval retrieve");
            assertThat(finding.text().title())
                    .isEqualTo(
                            "10 of 10 further queries of retrieval retrieve found only what an earlier query of the same"
                                    + " workflow had found");
            assertThat(finding.confidence()).isEqualTo(Confidence.MEASURED);
            assertThat(finding.impact()).isEqualTo(Impact.HIGH);
            assertThat(finding.seen().evidence())
                    .extracting(evidence -> evidence.span())
                    .containsOnly(4L, 5L);
            // two queries of each workflow, and the call that may have written them
            assertThat(finding.saving().nanos()).isEqualTo(5 * 100 * MILLI);
            assertThat(finding.saving().mostNanos()).isEqualTo(5 * 200 * MILLI);
            assertThat(finding.saving().usd()).isEqualByComparingTo(BigDecimal.ZERO);
            assertThat(finding.saving().mostUsd()).isEqualByComparingTo(new BigDecimal("0.00081"));
        });
    }

    @Test
    void shouldFindNothingWhereOneOfTwoQueriesFindsSomethingNew() {
        for (int i = 1; i <= 10; i++) {
            workflow(i, "aaaaaaaabbbbbbbb", "aaaaaaaacccccccc", "bbbbbbbb");
        }
        assertThat(found(RULE, run)).isEmpty();
    }

    @Test
    void shouldFindNothingInFewQueries() {
        for (int i = 1; i <= 4; i++) {
            workflow(i, "aaaaaaaa", "aaaaaaaa");
        }
        assertThat(found(RULE, run)).isEmpty();
    }

    @Test
    void shouldFindNothingWhereTextsAreNotKnown() {
        for (int i = 1; i <= 10; i++) {
            workflow(i, "", "");
        }
        assertThat(found(RULE, run)).isEmpty();
    }
}
