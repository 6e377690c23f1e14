// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.diff;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.answer.diff.Gates.GateOutcome;
import io.agentprofiler.analyzer.answer.diff.Gates.SyntaxException;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.Random;
import org.junit.jupiter.api.Test;

class GatesTest {
    /** 20 workflows a side; search takes three times as long, so workflows take about half as long again. */
    private static final Diff SLOWER = Comparison.of(
            new Runs().random(new Random(1), 20, 50).side(),
            new Runs().from(100).random(new Random(2), 20, 150).side(),
            400);

    private static Gates.GateResult judge(Diff diff, boolean strict, String gate) throws SyntaxException {
        return Gates.judge(Gates.parse(gate), diff, strict).get(0);
    }

    private static GateOutcome outcome(Diff diff, boolean strict, String gate) throws SyntaxException {
        return judge(diff, strict, gate).outcome();
    }

    @Test
    void shouldBreakOnMoreThanTheLimitAndMoreThanNoise() throws SyntaxException {
        assertThat(outcome(SLOWER, false, "time>+10%")).isEqualTo(GateOutcome.BROKEN);
        assertThat(outcome(SLOWER, false, "p95>+10ms")).isEqualTo(GateOutcome.BROKEN);
        assertThat(outcome(SLOWER, false, "time>+500%")).isEqualTo(GateOutcome.PASSED);
        assertThat(outcome(SLOWER, false, "time>+10s")).isEqualTo(GateOutcome.PASSED);
        assertThat(outcome(SLOWER, false, "time<-1%")).isEqualTo(GateOutcome.PASSED);
        assertThat(outcome(SLOWER, false, "tool search:time>+100%")).isEqualTo(GateOutcome.BROKEN);
        assertThat(outcome(SLOWER, false, "workflow answer:p50>+10%")).isEqualTo(GateOutcome.BROKEN);
    }

    @Test
    void shouldPassWhatIsNoiseUnlessStrict() throws SyntaxException {
        String gate = "llm:time" + (SLOWER.kind(SpanKind.LLM).get(Metric.TIME).difference() > 0 ? ">+0%" : "<-0%");

        assertThat(outcome(SLOWER, false, gate)).isEqualTo(GateOutcome.PASSED);
        assertThat(outcome(SLOWER, true, gate)).isEqualTo(GateOutcome.BROKEN);
        assertThat(judge(SLOWER, false, gate).rows().get(0).why()).isEqualTo("beyond the limit, but noise");
    }

    @Test
    void shouldSayWhichOfTheOperationsBrokeIt() throws SyntaxException {
        Gates.GateResult result = judge(SLOWER, false, "each:time>+100%");

        assertThat(result.outcome()).isEqualTo(GateOutcome.BROKEN);
        assertThat(result.rows())
                .filteredOn(row -> row.outcome() == GateOutcome.BROKEN)
                .singleElement()
                .satisfies(row -> assertThat(row.row().label()).isEqualTo("tool search"));
    }

    @Test
    void shouldNeitherPassSilentlyNorBreakWithTooFewWorkflows() throws SyntaxException {
        Diff few = Comparison.of(
                new Runs().workflow(100, 10).workflow(100, 10).side(),
                new Runs().from(9).workflow(200, 10).workflow(210, 10).side(),
                200);

        assertThat(outcome(few, false, "time>+10%")).isEqualTo(GateOutcome.UNDECIDED);
        assertThat(GateOutcome.UNDECIDED.fails()).isFalse();
        assertThat(outcome(few, true, "time>+10%")).isEqualTo(GateOutcome.BROKEN);
        assertThat(outcome(few, false, "time>+200%")).isEqualTo(GateOutcome.PASSED);
    }

    @Test
    void shouldFailWhatCannotBeKnown() throws SyntaxException {
        Diff diff = Comparison.of(
                new Runs().workflow(100, 10, 5).side(),
                new Runs()
                        .from(9)
                        .workflow("chat local", 100, 10)
                        .workflow(100, 10)
                        .side(),
                200);

        for (String gate : new String[] {
            "cost>+5%", "cached<-5%", "first>+5%", "tool nobody:time>+5%", "tool search:time>+5%", "retrieval:calls>+1"
        }) {
            assertThat(outcome(diff, false, gate)).as(gate).isEqualTo(GateOutcome.UNKNOWN);
            assertThat(outcome(diff, true, gate)).as(gate).isEqualTo(GateOutcome.UNKNOWN);
        }
        assertThat(GateOutcome.UNKNOWN.fails()).isTrue();
        assertThat(judge(diff, false, "cost>+5%").rows().get(0).why()).startsWith("unpriced: the cost of 1 call");
        assertThat(judge(diff, false, "tool search:time>+5%").rows().get(0).why())
                .isEqualTo("time is not known after");
        // what counts from 0 is known where the operation is missing
        assertThat(outcome(diff, true, "tool search:calls>+0")).isEqualTo(GateOutcome.PASSED);
        assertThat(outcome(diff, true, "tool search:calls<-0")).isEqualTo(GateOutcome.BROKEN);
    }

    @Test
    void shouldTakeAnyRiseFromZeroForMoreThanAnyPercent() throws SyntaxException {
        Diff diff = Comparison.of(
                new Runs().workflow(100, 10).side(),
                new Runs().from(9).workflow(100, 10, -5).side(),
                200);

        assertThat(outcome(diff, true, "tool verify:calls>+900%")).isEqualTo(GateOutcome.BROKEN);
    }

    @Test
    void shouldLetTheLimitItselfPass() throws SyntaxException {
        Diff diff = Comparison.of(
                new Runs().workflow(100, 10).side(),
                new Runs().from(9).workflow(110, 10).side(),
                200);

        assertThat(outcome(diff, true, "time>+10%")).isEqualTo(GateOutcome.PASSED);
        assertThat(outcome(diff, true, "time>+9.999%")).isEqualTo(GateOutcome.BROKEN);
        assertThat(outcome(diff, true, "time>+10ms")).isEqualTo(GateOutcome.PASSED);
    }
}
