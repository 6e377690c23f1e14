// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.repeat;

import static io.agentprofiler.analyzer.answer.finding.RuleRun.agent;
import static io.agentprofiler.analyzer.answer.finding.RuleRun.found;
import static io.agentprofiler.analyzer.answer.finding.RuleRun.hash;
import static io.agentprofiler.analyzer.answer.finding.RuleRun.tool;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.answer.finding.Confidence;
import io.agentprofiler.analyzer.answer.finding.Impact;
import io.agentprofiler.analyzer.answer.finding.Saving;
import io.agentprofiler.analyzer.answer.finding.rule.repeat.Loops.Loop;
import io.agentprofiler.analyzer.answer.finding.rule.repeat.Loops.SimilarLoop;
import io.agentprofiler.analyzer.testing.TestRun;
import org.junit.jupiter.api.Test;

/** A loop over the same arguments. */
class LoopTest {
    private static final long MILLI = 1_000_000;

    @Test
    void shouldFindALoopAndItsModelCalls() {
        TestRun run = agent();
        for (int i = 0; i < 4; i++) {
            tool(run, 10 + i, 100 * i, 100 * i + 40, "poll", "x", "r");
            run.span(20 + i, 1, 100 * i + 40, 100 * i + 100, "llm", "l");
        }

        assertThat(found(new Loop(), run.end(1, 400))).singleElement().satisfies(finding -> {
            assertThat(finding.confidence()).isEqualTo(Confidence.STRONG);
            assertThat(finding.text().title())
                    .isEqualTo("tool poll was called 4 times in a row with the same arguments");
            // three further polls, and the model calls before them
            assertThat(finding.saving().nanos()).isEqualTo(300 * MILLI);
        });
    }

    @Test
    void shouldDoubtALoopThatMayHaveWaitedForAChange() {
        TestRun run = agent();
        for (int i = 0; i < 4; i++) {
            tool(run, 10 + i, 100 * i, 100 * i + 40, "poll", "x", i < 3 ? "pending" : "done");
            run.span(20 + i, 1, 100 * i + 40, 100 * i + 100, "llm", "l");
        }

        assertThat(found(new Loop(), run.end(1, 400))).singleElement().satisfies(finding -> {
            assertThat(finding.confidence()).isEqualTo(Confidence.WEAK);
            assertThat(finding.text().title())
                    .isEqualTo(
                            "tool poll was called 4 times in a row with the same arguments, and returned something else");
            assertThat(finding.saving()).isEqualTo(Saving.upTo(300 * MILLI));
            assertThat(finding.impact()).isEqualTo(Impact.LOW);
        });
    }

    @Test
    void shouldLeaveFailuresToTheirOwnRule() {
        TestRun run = agent();
        for (int i = 0; i < 4; i++) {
            run.start(
                            10 + i,
                            1,
                            100 * i,
                            "tool",
                            "pay",
                            "\"gen_ai.tool.name\":\"pay\"," + hash("tool.call.arguments", "x"))
                    .end(10 + i, 100 * i + 40, "error", "")
                    .span(20 + i, 1, 100 * i + 40, 100 * i + 100, "llm", "l");
        }

        assertThat(found(new Loop(), run.end(1, 400))).isEmpty();
    }

    /** A salt hides which text a hash is of; that tools without anything in common are given the same shows that it is a mark. */
    @Test
    void shouldTakeWhatDifferentToolsHaveInCommonForNoEvidence() {
        TestRun run = agent();
        for (int i = 0; i < 4; i++) {
            tool(run, 10 + i, 100 * i, 100 * i + 40, "poll", "x", "r");
            run.span(20 + i, 1, 100 * i + 40, 100 * i + 100, "llm", "l");
        }
        tool(run, 30, 400, 440, "read", "x", "r");

        assertThat(found(new Loop(), run.end(1, 440))).isEmpty();
        assertThat(found(new SimilarLoop(), run)).isEmpty();
        assertThat(found(new RepeatedCalls(), run)).isEmpty();
    }

    @Test
    void shouldTakeWhatAToolReturnsAsItWasGivenForNoEvidence() {
        TestRun run = agent();
        for (int i = 0; i < 4; i++) {
            tool(run, 10 + i, 100 * i, 100 * i + 40, "poll", "x", "x");
            run.span(20 + i, 1, 100 * i + 40, 100 * i + 100, "llm", "l");
        }

        assertThat(found(new Loop(), run.end(1, 400))).isEmpty();
    }

    /** Two tools may be asked about one order. */
    @Test
    void shouldFindALoopOverArgumentsThatAnotherToolWasGiven() {
        TestRun run = agent();
        for (int i = 0; i < 4; i++) {
            tool(run, 10 + i, 100 * i, 100 * i + 40, "poll", "order 1", "r");
            run.span(20 + i, 1, 100 * i + 40, 100 * i + 100, "llm", "l");
        }
        tool(run, 30, 400, 440, "read", "order 1", "its parcel");

        assertThat(found(new Loop(), run.end(1, 440)))
                .singleElement()
                .satisfies(finding -> assertThat(finding.text().title())
                        .isEqualTo("tool poll was called 4 times in a row with the same arguments"));
    }
}
