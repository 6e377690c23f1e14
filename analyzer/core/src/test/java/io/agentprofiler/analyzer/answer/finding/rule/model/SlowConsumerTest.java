// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.model;

import static io.agentprofiler.analyzer.answer.finding.RuleRun.found;
import static io.agentprofiler.analyzer.testing.TestRun.at;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.answer.finding.Finding;
import io.agentprofiler.analyzer.answer.finding.Impact;
import io.agentprofiler.analyzer.testing.TestRun;
import org.junit.jupiter.api.Test;

/** Streamed answers whose chunks the application takes its time for; times in milliseconds. */
class SlowConsumerTest {
    private static final long MILLI = 1_000_000;

    private static String chunks(double first, double last, double handler, double after) {
        return ",\"chunks\":{\"count\":20,\"first_t\":" + at(first) + ",\"last_t\":" + at(last)
                + ",\"max_gap_ns\":20000000,\"handler_ns\":" + nanos(handler)
                + ",\"handler_before_ns\":0,\"handler_after_ns\":" + nanos(after) + "}";
    }

    private static long nanos(double millis) {
        return Math.round(millis * MILLI);
    }

    private static TestRun streamed(double handler, double after) {
        return TestRun.bare()
                .start(1, 0, 0, "agent", "A")
                .start(2, 1, 0, "llm", "chat", "\"gen_ai.request.model\":\"m\"")
                .end(2, 400, "ok", chunks(6, 380, handler, after))
                .end(1, 400);
    }

    @Test
    void shouldReportWhatTheHandlerTakesAndWhatCanBeSaved() {
        assertThat(found(new SlowConsumer(), streamed(340, 20))).singleElement().satisfies(finding -> {
            assertThat(finding.subject()).isEqualTo("llm m");
            assertThat(finding.saving().nanos()).isEqualTo(20 * MILLI);
            assertThat(finding.saving().mostNanos()).isEqualTo(340 * MILLI);
            assertThat(finding.shares().explainedShare()).isEqualTo(0.85);
            assertThat(finding.impact()).isEqualTo(Impact.HIGH);
            assertThat(finding.text().title())
                    .isEqualTo(
                            "the application takes 340 ms for the chunks of a streamed answer of llm m on average (1 answer, up"
                                    + " to 86.3 % of the time from the first chunk on)");
            assertThat(finding.seen().evidence()).hasSize(1);
        });
    }

    @Test
    void shouldLeaveAHandlerAloneThatIsFasterThanTheModelOrOfWhichNothingIsKnown() {
        TestRun unknown = TestRun.bare()
                .start(1, 0, 0, "llm", "chat")
                .end(
                        1,
                        400,
                        "ok",
                        ",\"chunks\":{\"count\":20,\"first_t\":" + at(6) + ",\"last_t\":" + at(380)
                                + ",\"max_gap_ns\":20000000}");

        assertThat(found(new SlowConsumer(), streamed(100, 5))).isEmpty();
        assertThat(found(new SlowConsumer(), streamed(0, 0))).isEmpty();
        assertThat(found(new SlowConsumer(), unknown)).isEmpty();
    }

    @Test
    void shouldLeaveShortAnswersOfALongWorkflowAlone() {
        TestRun run = TestRun.bare()
                .start(1, 0, 0, "agent", "A")
                .start(2, 1, 0, "llm", "chat")
                .end(2, 400, "ok", chunks(6, 380, 340, 20))
                .span(3, 1, 400, 20_000, "tool", "t")
                .end(1, 20_000);

        assertThat(found(new SlowConsumer(), run)).isEmpty();
    }

    @Test
    void shouldNotTakeAToolThatTheHandlerRunsForTheHandler() {
        TestRun run = TestRun.bare()
                .start(1, 0, 0, "agent", "A")
                .start(2, 1, 0, "llm", "chat")
                .span(3, 1, 50, 380, "tool", "t")
                .end(2, 400, "ok", chunks(6, 45, 345, 340))
                .end(1, 400);

        assertThat(found(new SlowConsumer(), run)).isEmpty();
    }

    @Test
    void shouldTellTheTimeOfAnAgentAfterItsModelExactly() {
        TestRun run = TestRun.bare()
                .start(1, 0, 0, "agent", "A", "\"gen_ai.agent.name\":\"A\"")
                .start(2, 1, 2, "llm", "chat")
                .end(2, 70, "ok", chunks(6, 68, 1, 0))
                .end(1, 400, "ok", ",\"chunks\":{\"handler_ns\":" + nanos(390) + "}");

        assertThat(found(new SlowConsumer(), run)).singleElement().satisfies(finding -> {
            assertThat(finding.subject()).isEqualTo("agent A");
            assertThat(finding.saving().nanos()).isEqualTo(320 * MILLI);
            assertThat(finding.saving().mostNanos()).isEqualTo(330 * MILLI);
        });
    }

    @Test
    void shouldCountAHandlerOnceHoweverManySpansTheChunksPassThrough() {
        TestRun run = TestRun.bare()
                .start(1, 0, 0, "agent", "A")
                .start(2, 1, 1, "function", "advisor")
                .start(3, 2, 2, "llm", "chat")
                .end(3, 398, "ok", chunks(6, 380, 340, 20))
                .end(2, 399, "ok", ",\"chunks\":{\"handler_ns\":" + nanos(341) + "}")
                .end(1, 400, "ok", ",\"chunks\":{\"handler_ns\":" + nanos(342) + "}");

        assertThat(found(new SlowConsumer(), run))
                .extracting(Finding::subject)
                .singleElement()
                .asString()
                .startsWith("llm");
    }
}
