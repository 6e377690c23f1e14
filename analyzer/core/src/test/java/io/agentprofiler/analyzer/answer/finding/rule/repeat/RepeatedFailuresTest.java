// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.repeat;

import static io.agentprofiler.analyzer.answer.finding.RuleRun.agent;
import static io.agentprofiler.analyzer.answer.finding.RuleRun.found;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.answer.finding.Thresholds;
import io.agentprofiler.analyzer.testing.TestRun;
import org.junit.jupiter.api.Test;

/** Calls that fail one after the other. */
class RepeatedFailuresTest {
    private static final long MILLI = 1_000_000;

    /** Under which no tool fails often enough to be named for that. */
    private static final Thresholds SELDOM = Thresholds.STANDARD.with(FailingCalls.FAILURE_RATE, 2);

    private static final String USAGE = "\"gen_ai.usage.input_tokens\":1000,\"gen_ai.usage.output_tokens\":100";
    private static final String MODEL = "\"gen_ai.provider.name\":\"openai\",\"gen_ai.request.model\":\"gpt-4o-mini\"";

    @Test
    void shouldFindFailuresInARow() {
        TestRun run = agent();
        for (int i = 0; i < 3; i++) {
            run.start(10 + i, 1, 10 * i, "tool", "t", "\"gen_ai.tool.name\":\"t\"")
                    .end(10 + i, 10 * i + 10, "error", "");
        }

        assertThat(found(new RepeatedFailures(), SELDOM, run.end(1, 100)))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.saving().nanos()).isEqualTo(20 * MILLI);
                    assertThat(finding.text().title()).isEqualTo("tool t failed 3 times in a row");
                });
    }

    @Test
    void shouldSaveWhatAFailingToolUsed() {
        TestRun run = TestRun.bare().start(1, 0, 0, "workflow", "w");
        for (int i = 0; i < 3; i++) {
            run.start(10 * i + 10, 1, 100 * i, "tool", "find", "")
                    .start(10 * i + 11, 10 * i + 10, 100 * i + 10, "llm", "l", MODEL)
                    .end(10 * i + 11, 100 * i + 90, USAGE)
                    .end(10 * i + 10, 100 * i + 100, "error", "");
        }

        assertThat(found(new RepeatedFailures(), SELDOM, run.end(1, 300)))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.saving().tokens()).isEqualTo(2200);
                    assertThat(finding.saving().usd()).isEqualByComparingTo("0.00042");
                });
    }

    @Test
    void shouldNotTakeFailuresAtOnceForARow() {
        TestRun run = TestRun.bare().start(1, 0, 0, "agent", "A");
        for (int i = 0; i < 3; i++) {
            run.start(10 + i, 1, 500 + i, "tool", "find");
        }
        for (int i = 0; i < 3; i++) {
            run.end(10 + i, 1500 + i, "error", "");
        }

        assertThat(found(new RepeatedFailures(), SELDOM, run.end(1, 2000))).isEmpty();
    }

    @Test
    void shouldLeaveToFailingCallsWhatFailsOften() {
        TestRun run = agent();
        for (int i = 0; i < 3; i++) {
            run.start(10 + i, 1, 10 * i, "tool", "t", "\"gen_ai.tool.name\":\"t\"")
                    .end(10 + i, 10 * i + 10, "error", "");
        }

        assertThat(found(new RepeatedFailures(), run.end(1, 100))).isEmpty();
        assertThat(found(new FailingCalls(), run)).hasSize(1);
    }
}
