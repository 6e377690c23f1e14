// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.time;

import static io.agentprofiler.analyzer.answer.finding.RuleRun.found;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.answer.finding.Confidence;
import io.agentprofiler.analyzer.answer.finding.Impact;
import io.agentprofiler.analyzer.answer.finding.Saving;
import io.agentprofiler.analyzer.testing.TestRun;
import org.junit.jupiter.api.Test;

/** Requests that are sent at the same time, and how many of them get through. */
class ConnectionWaitsTest {
    private static final long MILLI = 1_000_000;

    private final TestRun run = TestRun.bare();

    /** A workflow that calls a model four times at once, so many of which get through at a time, in 60 ms each. */
    private void workflow(int number, int atOnce) {
        double now = 1000.0 * number;
        run.trace(number).start(1, 0, now, "workflow", "w");
        for (int i = 0; i < 4; i++) {
            run.start(2 + i, 1, now + i, "llm", "l", "\"gen_ai.request.model\":\"m\"");
        }
        double end = now;
        for (int i = 0; i < 4; i++) {
            end = now + 60 * (i / atOnce + 1) + (atOnce == 1 ? 0 : i);
            run.end(2 + i, end);
        }
        run.end(1, end);
    }

    @Test
    void shouldFindRequestsThatGetThroughOneAfterAnother() {
        for (int i = 1; i <= 6; i++) {
            workflow(i, 1);
        }

        assertThat(found(new ConnectionWaits(), run)).singleElement().satisfies(finding -> {
            assertThat(finding.subject()).isEqualTo("llm m");
            assertThat(finding.text().title())
                    .isEqualTo(
                            "requests to llm m wait for each other: one of them at a time gets through, in 60.0 ms; those"
                                    + " that wait for their turn take 178 ms");
            assertThat(finding.confidence()).isEqualTo(Confidence.MEASURED);
            assertThat(finding.impact()).isEqualTo(Impact.HIGH);
            assertThat(finding.seen().occurrences()).isEqualTo(18);
            assertThat(finding.seen().workflows()).isEqualTo(6);
            // the last of each four begins after 3 ms and waits until the third is over; nobody waits for the others
            assertThat(finding.saving()).isEqualTo(Saving.upTo(6 * 177 * MILLI));
            assertThat(finding.text().advice()).contains("does not show which of the two");
        });
        assertThat(found(new LockWaits(), run)).isEmpty();
    }

    @Test
    void shouldFindNothingWhereAllGetThroughAtOnce() {
        for (int i = 1; i <= 6; i++) {
            workflow(i, 4);
        }
        assertThat(found(new ConnectionWaits(), run)).isEmpty();
    }

    @Test
    void shouldLeaveToolsToOtherRules() {
        for (int i = 1; i <= 24; i++) {
            run.trace(i)
                    .start(1, 0, i, "workflow", "w")
                    .span(2, 1, i, 60.0 * i, "tool", "t")
                    .end(1, 60.0 * i);
        }
        assertThat(found(new ConnectionWaits(), run)).isEmpty();
        assertThat(found(new LockWaits(), run)).hasSize(1);
    }
}
