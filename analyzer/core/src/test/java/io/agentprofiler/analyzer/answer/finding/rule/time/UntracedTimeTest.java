// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.time;

import static io.agentprofiler.analyzer.answer.finding.RuleRun.found;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.answer.finding.Finding;
import io.agentprofiler.analyzer.answer.finding.Finding.Measured;
import io.agentprofiler.analyzer.answer.finding.FindingRules;
import io.agentprofiler.analyzer.answer.finding.Impact;
import io.agentprofiler.analyzer.answer.finding.Saving;
import io.agentprofiler.analyzer.answer.finding.Thresholds;
import io.agentprofiler.analyzer.read.event.JvmEvents;
import io.agentprofiler.analyzer.read.event.RunEvent;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.process.ProcessLog;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Agents that workflows wait for while nothing traced runs. */
class UntracedTimeTest {
    private static final long MILLI = 1_000_000;

    /** A workflow for each of these times: that of an agent's own before its model is asked, which takes 100 ms. */
    private static TestRun workflows(int... before) {
        TestRun run = TestRun.run("r");
        for (int i = 0; i < before.length; i++) {
            int at = 10_000 * i;
            int end = at + before[i] + 100;
            run.trace(i + 1)
                    .start(10 * i + 1, 0, at, "agent", "A", "\"gen_ai.agent.name\":\"A\"")
                    .span(10 * i + 2, 10 * i + 1, at + before[i], end, "llm", "chat")
                    .end(10 * i + 1, end);
        }
        return run;
    }

    @Test
    void shouldFindTimeInWhichNothingTracedRuns() {
        assertThat(found(new UntracedTime(), workflows(400, 180, 200, 190, 210, 20)))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.subject()).isEqualTo("agent A");
                    assertThat(finding.impact()).isEqualTo(Impact.HIGH);
                    assertThat(finding.seen().occurrences()).isEqualTo(4);
                    assertThat(finding.saving()).isEqualTo(Saving.upTo(780 * MILLI));
                    assertThat(finding.text().title())
                            .isEqualTo(
                                    "in 4 calls of agent A 195 ms on average passed while nothing traced ran below it");
                    assertThat(finding.seen().measured())
                            .isEqualTo(new Measured(FindingRules.threshold("untraced-ms"), 195, 50));
                });
    }

    @Test
    void shouldBeQuietOfWhatIsShortRareOrPartOfTheStart() {
        assertThat(found(new UntracedTime(), workflows(49, 49, 49, 49, 49))).isEmpty();
        assertThat(found(new UntracedTime(), workflows(10, 10, 900, 10, 900, 10)))
                .isEmpty();
        assertThat(found(new UntracedTime(), workflows(2500, 10, 10, 10))).isEmpty();
    }

    @Test
    void shouldFindAStartInWhichTheProcessWaited() {
        ProcessLog log = new ProcessLog();
        log.add(new RunEvent.Sample("PROCESS", TestRun.at(0), Map.of("gc_ms", 1L, "cpu", 0.8)));
        log.add(new RunEvent.Sample("PROCESS", TestRun.at(10_000), Map.of("gc_ms", 1L, "cpu", 0.2)));

        assertThat(found(new UntracedTime(), workflows(2500, 10, 10, 10), log))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.saving()).isEqualTo(Saving.time(2490 * MILLI));
                    assertThat(finding.text().title())
                            .isEqualTo("in the first call of agent A 2.50 s passed while nothing traced ran below it"
                                    + " and the process waited");
                });
    }

    @Test
    void shouldNotCountACallThatOutlivesTheFunctionAroundIt() {
        TestRun run = TestRun.run("r");
        for (int i = 0; i < 6; i++) {
            int at = 1000 * i;
            run.trace(i + 1)
                    .start(10 * i + 1, 0, at, "function", "ask")
                    .span(10 * i + 2, 10 * i + 1, at, at + 302, "llm", "chat")
                    .end(10 * i + 1, at + 300);
        }

        assertThat(found(new UntracedTime(), run)).isEmpty();
    }

    @Test
    void shouldTakeOnlyWhatWasUntracedForTheStart() {
        TestRun run = TestRun.run("r").trace(1).start(1, 0, 0, "function", "ask");
        run.span(2, 1, 0, 902, "llm", "chat").end(1, 900);
        for (int i = 1; i < 4; i++) {
            int at = 1000 * i;
            run.trace(i + 1)
                    .start(10 * i + 1, 0, at, "function", "ask")
                    .span(10 * i + 2, 10 * i + 1, at + 300, at + 400, "llm", "chat")
                    .end(10 * i + 1, at + 400);
        }

        // the first call's model outlived it: nothing of that call was untraced
        assertThat(found(new UntracedTime(), run)).singleElement().satisfies(finding -> {
            assertThat(finding.seen().occurrences()).isEqualTo(3);
            assertThat(finding.saving()).isEqualTo(Saving.upTo(900 * MILLI));
        });
    }

    @Test
    void shouldNotJudgeFunctionsThatHaveNoCallsBelowThem() {
        TestRun run = TestRun.run("r");
        for (int i = 0; i < 6; i++) {
            run.trace(i + 1).start(10 * i + 1, 0, 1000 * i, "function", "plan").end(10 * i + 1, 1000 * i + 300);
        }

        assertThat(found(new UntracedTime(), run)).isEmpty();
    }

    @Test
    void shouldLeaveToOthersWhatTheyExplain() {
        TestRun run = workflows(180, 180, 200, 190, 210, 200);

        List<Finding> all = found(FindingRules.ALL, Thresholds.STANDARD, JvmEvents.NONE, run.traces());

        assertThat(all).extracting(Finding::rule).contains("untraced-time");
        assertThat(all.stream()
                        .mapToDouble(finding -> finding.shares().explainedShare())
                        .filter(share -> !Double.isNaN(share))
                        .sum())
                .isLessThanOrEqualTo(1.0 + 1e-9);
    }
}
