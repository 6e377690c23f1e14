// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.diff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.agentprofiler.analyzer.answer.diff.Change.ChangeVerdict;
import io.agentprofiler.analyzer.answer.diff.side.Row;
import io.agentprofiler.analyzer.answer.diff.side.Side;
import io.agentprofiler.analyzer.answer.diff.side.Typical;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.Random;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class ComparisonTest {
    private static final double MILLI = 1e6;
    private static final Offset<Double> EXACT = within(1e-6);
    private static final Row SEARCH = new Row(Row.RowGroup.OPERATION, SpanKind.TOOL, "search", "");
    private static final Row VERIFY = new Row(Row.RowGroup.OPERATION, SpanKind.TOOL, "verify", "");
    private static final Row CHAT = new Row(Row.RowGroup.OPERATION, SpanKind.LLM, "chat gpt", "gpt");

    private static Diff diff(Side before, Side after) {
        return Comparison.of(before, after, 400);
    }

    private static Change change(Diff diff, Row row, Metric metric) {
        return diff.rows().stream()
                .filter(one -> one.row().equals(row))
                .findFirst()
                .orElseThrow()
                .get(metric);
    }

    private static void assertFigures(Diff diff, Row row, Metric metric, double before, double after) {
        Change change = change(diff, row, metric);
        assertThat(change.before()).isCloseTo(before, EXACT);
        assertThat(change.after()).isCloseTo(after, EXACT);
    }

    @Test
    void shouldTakeNoSpanWithoutAnEndForALongOne() {
        Side before = Runs.side(TestRun.run("a")
                .start(1, 0, 0, "workflow", "answer")
                .span(2, 1, 0, 100, "tool", "search")
                .end(1, 100)
                .traces());
        Side after = Runs.side(TestRun.run("b")
                .start(1, 0, 0, "workflow", "answer")
                .span(2, 1, 0, 100, "tool", "search")
                .start(3, 1, 100, "tool", "search")
                .end(1, 100)
                .trace(2)
                .start(11, 0, 60_000, "workflow", "answer")
                .traces());

        Diff diff = diff(before, after);

        assertFigures(diff, SEARCH, Metric.TOTAL, 100 * MILLI, 50 * MILLI);
        assertFigures(diff, SEARCH, Metric.SELF, 100 * MILLI, 50 * MILLI);
        assertFigures(diff, Row.ALL, Metric.TIME, 100 * MILLI, 100 * MILLI);
    }

    /** Three workflows of 110, 120 and 160 ms against two of 150 and 400 ms. */
    @Test
    void shouldHaveTheExactFigures() {
        Side before = new Runs()
                .workflow(100, 50, 10)
                .workflow(100, 60, 20)
                .workflow(100, 70, 20, 40)
                .side();
        Side after = new Runs()
                .from(100)
                .workflow(100, 80, 50)
                .workflow(200, 120, 100, 100)
                .side();

        Diff diff = diff(before, after);

        assertFigures(diff, Row.ALL, Metric.TIME, 130 * MILLI, 275 * MILLI);
        assertFigures(diff, Row.ALL, Metric.P50, 120 * MILLI, 275 * MILLI);
        assertFigures(diff, Row.ALL, Metric.P95, 156 * MILLI, 387.5 * MILLI);
        assertFigures(diff, Row.ALL, Metric.CALLS, 10 / 3.0, 3.5);
        assertFigures(diff, Row.ALL, Metric.INPUT, 60, 100);
        assertFigures(diff, Row.ALL, Metric.OUTPUT, 10, 10);
        assertFigures(diff, Row.ALL, Metric.TOKENS, 70, 110);
        assertFigures(diff, Row.ALL, Metric.COST, 0.01, 0.01);
        assertFigures(diff, Row.ALL, Metric.ERRORS, 0, 0);
        assertFigures(diff, SEARCH, Metric.TIME, 22.5 * MILLI, 250 / 3.0 * MILLI);
        assertFigures(diff, SEARCH, Metric.TOTAL, 30 * MILLI, 125 * MILLI);
        assertFigures(diff, SEARCH, Metric.SELF, 30 * MILLI, 125 * MILLI);
        assertFigures(diff, SEARCH, Metric.CALLS, 4 / 3.0, 1.5);
        assertFigures(diff, SEARCH, Metric.P50, 20 * MILLI, 100 * MILLI);
        assertFigures(diff, Row.kind(SpanKind.LLM), Metric.SELF, 100 * MILLI, 150 * MILLI);
        assertFigures(diff, CHAT, Metric.TOKENS, 70, 110);
        assertFigures(diff, Row.workflow("answer"), Metric.TIME, 130 * MILLI, 275 * MILLI);
        assertThat(change(diff, Row.ALL, Metric.CACHED)).isNull();
        assertThat(change(diff, Row.ALL, Metric.TOTAL)).isNull();
        assertThat(change(diff, SEARCH, Metric.TOKENS)).isNull();
        assertThat(change(diff, Row.ALL, Metric.TIME).relative()).isCloseTo(145 / 130.0, EXACT);
        assertThat(change(diff, Row.ALL, Metric.TIME).verdict()).isEqualTo(ChangeVerdict.TOO_FEW);
        assertThat(change(diff, Row.ALL, Metric.TIME).tested().p()).isNaN();
        assertThat(change(diff, Row.ALL, Metric.TIME).tested().rankP()).isCloseTo(0.4, EXACT);
    }

    @Test
    void shouldCountWhatIsOnOneSideFromZero() {
        Side before = new Runs().workflow(100, 50, 10).side();
        Side after = new Runs()
                .from(100)
                .workflow(100, 50, 10, -30)
                .workflow(100, 50, 10)
                .side();

        Diff diff = diff(before, after);

        assertFigures(diff, VERIFY, Metric.CALLS, 0, 0.5);
        assertFigures(diff, VERIFY, Metric.TOTAL, 0, 15 * MILLI);
        assertThat(change(diff, VERIFY, Metric.TIME).before()).isNaN();
        assertThat(change(diff, VERIFY, Metric.TIME).after()).isEqualTo(30 * MILLI);
        assertThat(change(diff, VERIFY, Metric.TIME).verdict()).isEqualTo(ChangeVerdict.UNKNOWN);
        assertThat(diff.paths()).singleElement().satisfies(path -> {
            assertThat(path.path().steps()).containsExactly("agent answer", "tool verify");
            assertThat(path.isNew()).isTrue();
            assertThat(path.callsAfter()).isEqualTo(0.5);
            assertThat(path.workflowsAfter()).isEqualTo(1);
            assertThat(path.verdict()).isEqualTo(ChangeVerdict.TOO_FEW);
        });
    }

    @Test
    void shouldLeaveOutWhatIsNotKnown() {
        Side before = new Runs().workflow(100, 50).workflow(100, -1).side();
        Side after = new Runs()
                .from(100)
                .workflow("chat local", 100, 70)
                .workflow("chat local", 100, 90)
                .side();

        Diff diff = diff(before, after);

        assertFigures(diff, Row.ALL, Metric.INPUT, 50, 80);
        assertThat(change(diff, Row.ALL, Metric.INPUT).workflowsBefore()).isEqualTo(1);
        assertThat(before.callsWithoutUsage()).isEqualTo(1);
        Change cost = change(diff, Row.ALL, Metric.COST);
        assertThat(cost.before()).isCloseTo(0.01, EXACT);
        assertThat(cost.after()).isNaN();
        assertThat(cost.verdict()).isEqualTo(ChangeVerdict.UNKNOWN);
        assertThat(after.unpricedCalls(Row.ALL)).isEqualTo(2);
        assertThat(after.unpricedModels()).containsExactly("gpt");
    }

    /** 20 workflows whose tool takes three times as long; the model calls vary by chance as much as before. */
    @Test
    void shouldTellAChangeFromNoise() {
        Side before = new Runs().random(new Random(1), 20, 50).side();
        Side after = new Runs().from(100).random(new Random(2), 20, 150).side();

        Diff diff = diff(before, after);

        Change time = change(diff, SEARCH, Metric.TIME);
        assertThat(time.verdict()).isEqualTo(ChangeVerdict.WORSE);
        assertThat(time.interval().low()).isPositive().isLessThan(time.difference());
        assertThat(time.interval().high()).isGreaterThan(time.difference());
        assertThat(change(diff, Row.ALL, Metric.P50).verdict()).isEqualTo(ChangeVerdict.WORSE);
        assertThat(change(diff, CHAT, Metric.TIME).verdict()).isEqualTo(ChangeVerdict.NOISE);
        assertThat(change(diff, Row.ALL, Metric.TOKENS).verdict()).isEqualTo(ChangeVerdict.NOISE);
        assertThat(change(diff, Row.ALL, Metric.COST).verdict()).isEqualTo(ChangeVerdict.SAME);
        assertThat(change(diff, Row.ALL, Metric.P99).verdict()).isEqualTo(ChangeVerdict.TOO_FEW);
        assertThat(change(diff, SEARCH, Metric.TIME).tested().rankP()).isLessThan(1e-6);
    }

    /** One more call in every workflow: no resample differs, and it is a change all the same. */
    @Test
    void shouldSeeAChangeThatDoesNotVary() {
        Runs before = new Runs();
        Runs after = new Runs().from(100);
        for (int i = 0; i < 6; i++) {
            before.workflow(100, 50, 10);
            after.workflow(100, 50, 10, 10);
        }

        Change calls = change(diff(before.side(), after.side()), SEARCH, Metric.CALLS);

        assertThat(calls.verdict()).isEqualTo(ChangeVerdict.CHANGED);
        assertThat(calls.interval().low()).isEqualTo(1);
        assertThat(calls.interval().high()).isEqualTo(1);
    }

    /** The lengths are 100, 140, 900 before and 100, 300, 310 after. */
    @Test
    void shouldShowTheWorkflowsNearestToTheMedians() {
        Side before =
                new Runs().workflow(100, 50).workflow(140, 50).workflow(900, 50).side();
        Side after = new Runs()
                .from(100)
                .workflow(100, 50)
                .workflow(300, 50)
                .workflow(310, 50)
                .side();

        Typical typical = Typical.of(diff(before, after), null, null);

        assertThat(typical.before().durationNanos()).isEqualTo(140_000_000);
        assertThat(typical.after().durationNanos()).isEqualTo(300_000_000);
    }
}
