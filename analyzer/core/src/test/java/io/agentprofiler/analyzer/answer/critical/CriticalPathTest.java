// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.critical;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.operation.Operation;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Critical paths worked out by hand. Pieces are written as {@code span from-to}, in milliseconds. */
class CriticalPathTest {
    private static final long MILLI = 1_000_000;

    private static List<String> pieces(Trace trace) {
        return CriticalPath.of(trace).pieces().stream()
                .map(piece -> (piece.span() == null ? "-" : piece.span().id()) + " " + millis(piece.startNanos()) + "-"
                        + millis(piece.endNanos()))
                .toList();
    }

    private static String millis(long epochNanos) {
        double millis = (epochNanos - TestRun.EPOCH) / (double) MILLI;
        return millis == Math.rint(millis) ? Long.toString((long) millis) : Double.toString(millis);
    }

    private static Span span(Trace trace, long id) {
        return trace.spans().stream()
                .filter(span -> span.id() == id)
                .findFirst()
                .orElseThrow();
    }

    private static double slack(Trace trace, long id) {
        long slack = CriticalPath.of(trace).slackNanos(span(trace, id));
        return slack == CriticalPath.UNLIMITED ? Double.POSITIVE_INFINITY : slack / (double) MILLI;
    }

    private static double half(Trace trace, long id) {
        return CriticalPath.of(trace).savedIfHalf(span(trace, id)) / (double) MILLI;
    }

    /** An agent that asks, runs two tools at a time, and asks again. */
    private static Trace agent() {
        return TestRun.bare()
                .start(1, 0, 0, "agent", "A")
                .span(2, 1, 10, 100, "llm", "chat")
                .span(3, 1, 105, 165, "tool", "quick")
                .span(4, 1, 105, 205, "tool", "slow")
                .span(5, 1, 210, 300, "llm", "chat")
                .end(1, 320)
                .trace();
    }

    @Test
    void shouldTakeTheLaterOfParallelChildren() {
        assertThat(pieces(agent()))
                .containsExactly("1 0-10", "2 10-100", "1 100-105", "4 105-205", "1 205-210", "5 210-300", "1 300-320");
    }

    @Test
    void shouldTellTheSlackOfWhatDidNotGate() {
        assertThat(slack(agent(), 3)).isEqualTo(40);
        assertThat(slack(agent(), 4)).isZero();
        assertThat(slack(agent(), 1)).isZero();
    }

    @Test
    void shouldSaveNoMoreThanTheOtherBranchLets() {
        assertThat(half(agent(), 2)).isEqualTo(45);
        assertThat(half(agent(), 3)).isZero();
        // the quick tool takes over after 40 of the 50
        assertThat(half(agent(), 4)).isEqualTo(40);
        assertThat(half(agent(), 1)).isEqualTo(160);
    }

    @Test
    void shouldHalveAnOperationWhereverItOccurs() {
        CriticalPath path = CriticalPath.of(agent());

        assertThat(path.savedIfHalf(new Operation(SpanKind.LLM, "(unknown model)")))
                .isEqualTo(90 * MILLI);
        assertThat(path.savedIfHalf(new Operation(SpanKind.TOOL, "slow"))).isEqualTo(40 * MILLI);
        assertThat(path.savedIfHalf(new Operation(SpanKind.AGENT, "A"))).isEqualTo(20 * MILLI);
        assertThat(path.savedIfHalf(new Operation(SpanKind.TOOL, "nothing"))).isZero();
    }

    @Test
    void shouldSaveNoMoreThanHalfOfWhatWasWaitedFor() {
        // each ends a little after the next one began
        TestRun run = TestRun.bare().start(1, 0, 0, "agent", "A");
        for (int i = 0; i < 100; i++) {
            run.span(10 + i, 1, 9 * i, 9 * i + 10, "tool", "t");
        }
        CriticalPath path = CriticalPath.of(run.end(1, 901).trace());

        assertThat(path.savedIfHalf(new Operation(SpanKind.TOOL, "t"))).isEqualTo(450_500_000);
    }

    @Test
    void shouldGoDownIntoNestedAgents() {
        Trace trace = TestRun.bare()
                .start(1, 0, 0, "agent", "boss")
                .start(2, 1, 10, "agent", "worker")
                .span(3, 2, 20, 60, "llm", "chat")
                .end(2, 70)
                .end(1, 100)
                .trace();

        assertThat(pieces(trace)).containsExactly("1 0-10", "2 10-20", "3 20-60", "2 60-70", "1 70-100");
        assertThat(half(trace, 2)).isEqualTo(30);
    }

    @Test
    void shouldNotWaitForASiblingThatStillRan() {
        Trace trace = TestRun.bare()
                .start(1, 0, 0, "agent", "A")
                .span(2, 1, 0, 50, "tool", "a")
                .span(3, 1, 40, 100, "tool", "b")
                .end(1, 100)
                .trace();

        assertThat(pieces(trace)).containsExactly("1 0-40", "3 40-100");
        assertThat(slack(trace, 2)).isEqualTo(50);
    }

    @Test
    void shouldNotWaitForAChildThatOutlivesItsParent() {
        Trace trace = TestRun.bare()
                .start(1, 0, 0, "agent", "A")
                .span(2, 1, 10, 30, "llm", "chat")
                .span(3, 1, 20, 500, "memory", "save later")
                .end(1, 100)
                .trace();

        assertThat(pieces(trace)).containsExactly("1 0-10", "2 10-30", "1 30-100");
        assertThat(slack(trace, 3)).isInfinite();
        assertThat(half(trace, 3)).isZero();
    }

    @Test
    void shouldTakeAnEndRecordedALittleLateForTheEnd() {
        Trace trace = TestRun.bare()
                .start(1, 0, 0, "agent", "A")
                .span(2, 1, 10, 60.5, "tool", "a")
                .span(3, 1, 60, 100.25, "llm", "chat")
                .end(1, 100)
                .trace();

        assertThat(pieces(trace)).containsExactly("1 0-10", "2 10-60", "3 60-100");
    }

    @Test
    void shouldDealWithSpansOfNoLength() {
        Trace trace = TestRun.bare()
                .start(1, 0, 0, "agent", "A")
                .span(2, 1, 50, 50, "memory", "m")
                .span(3, 1, 50, 50, "memory", "m")
                .span(4, 1, 50, 80, "llm", "chat")
                .end(1, 100)
                .trace();
        Trace nothing = TestRun.bare().span(1, 0, 7, 7, "agent", "A").trace();

        assertThat(pieces(trace)).containsExactly("1 0-50", "4 50-80", "1 80-100");
        assertThat(slack(trace, 2)).isZero();
        assertThat(pieces(nothing)).isEmpty();
        assertThat(half(nothing, 1)).isZero();
    }

    @Test
    void shouldWaitForAnUnfinishedSpanOfAKilledRun() {
        Trace trace = TestRun.bare()
                .start(1, 0, 0, "agent", "A")
                .span(2, 1, 0, 20, "memory", "m")
                .start(3, 1, 30, "llm", "chat")
                .span(4, 1, 40, 60, "http", "POST")
                .trace();

        assertThat(pieces(trace)).containsExactly("2 0-20", "1 20-30", "3 30-60");
    }

    @Test
    void shouldNotWaitForASpanWhoseEndWasLost() {
        Trace trace = TestRun.bare()
                .start(1, 0, 0, "agent", "A")
                .start(2, 1, 10, "tool", "lost")
                .span(3, 1, 30, 60, "llm", "chat")
                .end(1, 100)
                .trace(2)
                .span(11, 0, 0, 200, "agent", "B")
                .traces()
                .get(0);

        assertThat(pieces(trace)).containsExactly("1 0-30", "3 30-60", "1 60-100");
    }

    @Test
    void shouldWaitForTheStreamThatBeganATool() {
        Trace trace = TestRun.bare()
                .start(1, 0, 0, "agent", "A")
                .start(2, 1, 10, "llm", "chat")
                .span(3, 1, 70, 150, "tool", "early")
                .span(4, 1, 80, 100, "tool", "quick")
                .end(
                        2,
                        110,
                        "ok",
                        ",\"chunks\":{\"count\":9,\"first_t\":" + TestRun.at(50) + ",\"last_t\":" + TestRun.at(109)
                                + ",\"max_gap_ns\":1}")
                .end(1, 160)
                .trace();

        assertThat(pieces(trace)).containsExactly("1 0-10", "2 10-70", "3 70-150", "1 150-160");
        // the tool would begin 30 earlier
        assertThat(half(trace, 2)).isEqualTo(30);
        assertThat(half(trace, 3)).isEqualTo(40);
        assertThat(slack(trace, 2)).isZero();
        assertThat(slack(trace, 4)).isEqualTo(50);
    }

    @Test
    void shouldTellTheTimeInWhichNothingRan() {
        Trace trace = TestRun.bare()
                .span(1, 99, 0, 40, "llm", "a")
                .span(2, 99, 60, 100, "llm", "b")
                .trace();

        assertThat(pieces(trace)).containsExactly("1 0-40", "- 40-60", "2 60-100");
        assertThat(half(trace, 1)).isEqualTo(20);
    }

    @Test
    void shouldAddUpOperationsOfAllWorkflows() {
        CriticalTotals totals = CriticalTotals.ANALYSIS.empty();
        CriticalTotals.ANALYSIS.merge(totals, CriticalTotals.ANALYSIS.of(agent()));
        CriticalTotals.ANALYSIS.merge(totals, CriticalTotals.ANALYSIS.of(agent()));

        assertThat(totals.workflows()).isEqualTo(2);
        assertThat(totals.wallNanos()).isEqualTo(640 * MILLI);
        assertThat(totals.longestFirst())
                .extracting(row -> row.getKey().label())
                .containsExactly("llm (unknown model)", "tool slow", "agent A");
        assertThat(totals.longestFirst())
                .extracting(row -> row.getValue().pathNanos() / MILLI)
                .containsExactly(360L, 200L, 80L);
        assertThat(totals.longestFirst())
                .extracting(row -> row.getValue().savedIfHalfNanos() / MILLI)
                .containsExactly(180L, 80L, 40L);
        assertThat(totals.longestFirst())
                .extracting(row -> row.getValue().spans())
                .containsExactly(4L, 2L, 2L);
    }

    /** What would be saved is worked out only for those who ask, and is then unknown, not 0. */
    @Test
    void shouldAddUpTheSameWithoutWhatWouldBeSaved() {
        CriticalTotals totals = CriticalTotals.WAITED.empty();
        CriticalTotals.WAITED.merge(totals, CriticalTotals.WAITED.of(agent()));
        CriticalTotals.WAITED.merge(totals, CriticalTotals.WAITED.of(agent()));

        assertThat(totals.wallNanos()).isEqualTo(640 * MILLI);
        assertThat(totals.longestFirst())
                .extracting(row -> row.getKey().label())
                .containsExactly("llm (unknown model)", "tool slow", "agent A");
        assertThat(totals.longestFirst())
                .extracting(row -> row.getValue().pathNanos() / MILLI)
                .containsExactly(360L, 200L, 80L);
        assertThat(totals.longestFirst())
                .extracting(row -> row.getValue().savedIfHalfNanos())
                .containsOnly(Unknown.LONG);
    }

    @Test
    void shouldRepeatAToolThatAStreamBeganWhileAnotherCallWasOverALittleLate() {
        Trace trace = TestRun.bare()
                .start(1, 0, 0, "agent", "A")
                .span(2, 1, 0, 10.5, "http", "h")
                .start(3, 1, 5, "llm", "l")
                .end(
                        3,
                        20,
                        "ok",
                        ",\"chunks\":{\"count\":9,\"first_t\":" + TestRun.at(8) + ",\"last_t\":" + TestRun.at(19)
                                + ",\"max_gap_ns\":1}")
                .span(4, 1, 10, 25, "tool", "t")
                .end(1, 30)
                .trace();

        assertThat(Schedule.of(trace).wallNanos(Supposition.NONE)).isEqualTo(30_000_000);
    }

    /** A caller goes on once it has the last of a streamed answer, while the agent that streamed it still closes. */
    private static Trace closedLate(double end) {
        return TestRun.bare()
                .start(1, 0, 0, "function", "ask")
                .start(2, 1, 10, "agent", "Streaming")
                .span(3, 2, 20, 90, "llm", "chat")
                .end(1, 100)
                .end(2, end)
                .trace();
    }

    @Test
    void shouldWaitForAChildThatOnlyClosesAfterItsParent() {
        assertThat(pieces(closedLate(102.5))).containsExactly("1 0-10", "2 10-20", "3 20-90", "2 90-100");
        assertThat(slack(closedLate(102.5), 2)).isZero();
        assertThat(slack(closedLate(102.5), 3)).isZero();
        assertThat(half(closedLate(102.5), 3)).isEqualTo(35);
        assertThat(CriticalPath.of(closedLate(102.5)).saved(Supposition.NONE)).isZero();
    }

    @Test
    void shouldNotWaitForAChildThatGoesOnForLong() {
        assertThat(pieces(closedLate(110)))
                .as("a tenth of its length")
                .containsExactly("1 0-10", "2 10-20", "3 20-90", "2 90-100");
        assertThat(pieces(closedLate(110.1))).as("more than 10 ms").containsExactly("1 0-100");
        assertThat(slack(closedLate(110.1), 2)).isEqualTo(Double.POSITIVE_INFINITY);
    }

    @Test
    void shouldNotWaitForAChildInWhichSomethingGoesOn() {
        Trace trace = TestRun.bare()
                .start(1, 0, 0, "function", "ask")
                .start(2, 1, 10, "agent", "Streaming")
                .span(3, 2, 20, 90, "llm", "chat")
                .span(4, 2, 90, 101, "tool", "save")
                .end(1, 100)
                .end(2, 102.5)
                .trace();

        assertThat(pieces(trace)).containsExactly("1 0-100");
    }
}
