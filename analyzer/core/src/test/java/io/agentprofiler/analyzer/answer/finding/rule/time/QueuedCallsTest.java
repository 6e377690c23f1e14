// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.time;

import static io.agentprofiler.analyzer.answer.finding.RuleRun.agent;
import static io.agentprofiler.analyzer.answer.finding.RuleRun.found;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.answer.finding.Confidence;
import io.agentprofiler.analyzer.answer.finding.FindingRule;
import io.agentprofiler.analyzer.answer.finding.Thresholds;
import io.agentprofiler.analyzer.read.event.JvmEvents;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.Trace;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Calls that waited for a free thread; times in milliseconds. */
class QueuedCallsTest {
    private static final long MILLI = 1_000_000;

    /** Three tools on a pool of one thread, submitted at 100. */
    private static TestRun poolOfOne() {
        return agent().start(2, 1, 0, "llm", "l")
                .end(2, 100, "\"gen_ai.response.finish_reasons\":[\"tool_calls\"]")
                .task(3, 1, 101, 201, "tool", "a", "pool-1-thread-1", 1)
                .task(4, 1, 201, 261, "tool", "b", "pool-1-thread-1", 101)
                .task(5, 1, 262, 292, "tool", "c", "pool-1-thread-1", 162)
                .span(6, 1, 292, 400, "llm", "l")
                .end(1, 400);
    }

    @Test
    void shouldSayWhatItWouldSaveIfEachHadBegunWhenItWasSubmitted() {
        assertThat(found(new QueuedCalls(), poolOfOne())).singleElement().satisfies(finding -> {
            assertThat(finding.subject()).isEqualTo("pool-*-thread-*");
            // a would have begun at 100 and ended at 200
            assertThat(finding.saving().nanos()).isEqualTo(92 * MILLI);
            assertThat(finding.saving().isExact()).isTrue();
            assertThat(finding.confidence()).isEqualTo(Confidence.STRONG);
            assertThat(finding.seen().occurrences()).isEqualTo(2);
            assertThat(finding.text().title())
                    .isEqualTo("2 calls waited 132 ms on average for a free thread (pool-*-thread-*), up to 162 ms");
            assertThat(finding.seen().evidence()).hasSize(2);
        });
    }

    @Test
    void shouldNotBlameTheOrderOfToolsThatWaitedForAThread() {
        TestRun inOrder = agent().start(2, 1, 0, "llm", "l")
                .end(2, 100, "\"gen_ai.response.finish_reasons\":[\"tool_calls\"]")
                .task(3, 1, 101, 201, "tool", "a", "pool-1-thread-1", 1)
                .task(4, 1, 202, 261, "tool", "b", "pool-1-thread-1", 1)
                .end(1, 400);

        assertThat(found(new SequentialTools(), poolOfOne())).isEmpty();
        assertThat(found(new SequentialTools(), inOrder)).hasSize(1);
    }

    @Test
    void shouldLetACallWaitForWhatWasThereBeforeItsSubmission() {
        // b was submitted when a was over, and waited for c, which waited for nothing
        TestRun run = agent().task(2, 1, 0, 100, "tool", "a", "pool-1-thread-1", 0)
                .task(4, 1, 105, 250, "tool", "c", "pool-1-thread-1", 0)
                .task(3, 1, 250, 300, "tool", "b", "pool-1-thread-1", 140)
                .end(1, 300);

        assertThat(found(new QueuedCalls(), run))
                .singleElement()
                .satisfies(finding -> assertThat(finding.saving().nanos()).isEqualTo(50 * MILLI));
    }

    @Test
    void shouldTakeCallsOnSeveralThreadsForWhatTheyWaited() {
        TestRun run = agent().span(2, 1, 0, 100, "llm", "l")
                .task(3, 1, 100, 200, "tool", "a", "pool-1-thread-1", 0)
                .task(4, 1, 100, 200, "tool", "b", "pool-1-thread-2", 0)
                .task(5, 1, 200, 300, "tool", "c", "pool-1-thread-1", 100)
                .task(6, 1, 200, 300, "tool", "d", "pool-1-thread-2", 100)
                .end(1, 300);

        assertThat(found(new QueuedCalls(), run)).singleElement().satisfies(finding -> {
            assertThat(finding.saving().nanos()).isEqualTo(100 * MILLI);
            assertThat(finding.seen().occurrences()).isEqualTo(2);
        });
    }

    @Test
    void shouldNotBeSureWhereNoCallOfTheWorkflowHadTheThread() {
        Function<Integer, List<Trace>> waiting = workflows -> IntStream.range(0, workflows)
                .mapToObj(i -> agent().task(2, 1, 0, 100, "tool", "a", "pool-1-thread-1", 0)
                        .task(3, 1, 250, 300, "tool", "b", "pool-1-thread-1", 140)
                        .end(1, 300)
                        .trace())
                .toList();
        List<FindingRule> rules = List.of(new QueuedCalls());

        assertThat(found(rules, Thresholds.STANDARD, JvmEvents.NONE, waiting.apply(4)))
                .isEmpty();
        assertThat(found(rules, Thresholds.STANDARD, JvmEvents.NONE, waiting.apply(5)))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.saving().nanos()).isZero();
                    assertThat(finding.saving().mostNanos()).isEqualTo(5 * 140 * MILLI);
                    assertThat(finding.confidence()).isEqualTo(Confidence.MEASURED);
                });
    }

    @Test
    void shouldLeaveShortWaitsAloneAndThoseThatNobodyWaitedFor() {
        TestRun brief =
                agent().task(2, 1, 10, 100, "tool", "a", "pool-1-thread-1", 9).end(1, 100);
        TestRun little =
                agent().task(2, 1, 12, 400, "tool", "a", "pool-1-thread-1", 12).end(1, 400);
        TestRun beside = agent().task(2, 1, 0, 300, "tool", "long", "pool-1-thread-1", 0)
                .task(3, 1, 100, 150, "tool", "short", "pool-1-thread-2", 100)
                .end(1, 300);
        TestRun unknown = agent().span(2, 1, 0, 100, "tool", "a")
                .span(3, 1, 100, 200, "tool", "b")
                .end(1, 200);

        assertThat(found(new QueuedCalls(), brief)).isEmpty();
        assertThat(found(new QueuedCalls(), little)).as("3 % of the time").isEmpty();
        assertThat(found(new QueuedCalls(), beside)).isEmpty();
        assertThat(found(new QueuedCalls(), unknown)).isEmpty();
    }
}
