// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.diff.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.agentprofiler.analyzer.answer.diff.Metric;
import io.agentprofiler.analyzer.answer.diff.Runs;
import io.agentprofiler.analyzer.answer.diff.side.Row;
import io.agentprofiler.analyzer.answer.diff.side.RowSums;
import io.agentprofiler.analyzer.answer.diff.side.RowValues;
import io.agentprofiler.analyzer.answer.diff.side.Side.CallCost;
import io.agentprofiler.analyzer.answer.diff.side.Side.WorkflowValues;
import io.agentprofiler.analyzer.answer.diff.test.Bootstrap.Draws;
import io.agentprofiler.analyzer.base.stat.Distribution;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class EstimateTest {
    private static final Row TOOLS = Row.kind(SpanKind.TOOL);

    private static List<WorkflowValues> values(List<Trace> traces) {
        return traces.stream()
                .map(trace ->
                        WorkflowValues.of(trace, Runs.CENT_A_CALL, trace.root().name()))
                .toList();
    }

    private static byte[] counts(Random random, int workflows) {
        byte[] counts = new byte[workflows];
        for (int i = 0; i < workflows; i++) {
            counts[random.nextInt(workflows)]++;
        }
        return counts;
    }

    /** A resample by counting is what one gets by writing every drawn workflow down as often as it was drawn. */
    @Property(tries = 100)
    void shouldBeTheFigureOfTheWorkflowsWrittenDownSoOften(@ForAll long seed) {
        Random random = new Random(seed);
        List<WorkflowValues> values =
                values(new Runs().random(random, 1 + random.nextInt(8), 50).traces());
        byte[] counts = counts(random, values.size());
        Distribution lengths = new Distribution();
        long self = 0;
        long calls = 0;
        for (int i = 0; i < counts.length; i++) {
            RowValues tools = values.get(i).rows().get(TOOLS);
            for (int times = 0; times < counts[i]; times++) {
                for (long length : tools.lengths()) {
                    lengths.add(length);
                }
                self += tools.sum(Metric.SELF);
                calls += tools.calls();
            }
        }

        for (Metric metric : List.of(Metric.P50, Metric.P95, Metric.P99)) {
            assertThat(Estimate.of(metric, TOOLS, values).value(counts))
                    .as(metric.word())
                    .isCloseTo(lengths.percentile(metric.percent()), within(1e-3));
        }
        assertThat(Estimate.of(Metric.TIME, TOOLS, values).value(counts)).isCloseTo(lengths.mean(), within(1e-3));
        assertThat(Estimate.of(Metric.SELF, TOOLS, values).value(counts))
                .isCloseTo((double) self / counts.length, within(1e-3));
        assertThat(Estimate.of(Metric.CALLS, TOOLS, values).value(counts))
                .isCloseTo((double) calls / counts.length, within(1e-12));
    }

    /** One of four workflows calls a tool: the mean of four draws is k/4 with the chances of a binomial distribution. */
    @Test
    void shouldDrawWorkflowsWithEqualChances() {
        List<WorkflowValues> values = values(new Runs()
                .workflow(1, 1)
                .workflow(1, 1)
                .workflow(1, 1)
                .workflow(1, 1, 5)
                .traces());
        Estimate calls = Estimate.of(Metric.CALLS, TOOLS, values);
        Draws draws = new Draws(4, 20_000, 1);
        int[] times = new int[5];
        for (int i = 0; i < draws.resamples(); i++) {
            times[(int) Math.round(4 * calls.value(draws.resample(i)))]++;
        }

        double[] binomial = {81 / 256.0, 108 / 256.0, 54 / 256.0, 12 / 256.0, 1 / 256.0};
        for (int k = 0; k < times.length; k++) {
            assertThat(times[k] / 20_000.0).isCloseTo(binomial[k], within(0.01));
        }
    }

    /** Half of the workflows failed before anything was used: that is none, not unknown. */
    @Test
    void shouldCountAFailedCallWithoutUsageAsNone() {
        TestRun run = TestRun.bare();
        for (int i = 1; i <= 4; i++) {
            run.trace(i).start(10 * i, 0, 0, "agent", "answer").start(10 * i + 1, 10 * i, 0, "llm", "chat");
            if (i % 2 == 0) {
                run.end(10 * i + 1, 1, "error", "");
            } else {
                run.end(10 * i + 1, 1, "\"gen_ai.usage.input_tokens\":1000,\"gen_ai.usage.output_tokens\":100");
            }
            run.end(10 * i, 2);
        }
        CallCost cost = call -> call.tokens().isKnown() ? Math.round(0.01 * CallCost.PARTS) : CallCost.NOTHING_USED;
        List<WorkflowValues> values = run.traces().stream()
                .map(trace -> WorkflowValues.of(trace, cost, trace.root().name()))
                .toList();
        byte[] once = {1, 1, 1, 1};
        for (Row row : List.of(Row.ALL, Row.kind(SpanKind.LLM))) {
            assertThat(Estimate.of(Metric.TOKENS, row, values).value(once)).isEqualTo(550);
            assertThat(Estimate.of(Metric.COST, row, values).value(once)).isEqualTo(0.005);
            RowSums sums = new RowSums();
            values.forEach(workflow -> sums.add(workflow.rows().get(row)));
            assertThat(sums.figure(Metric.TOKENS, 4)).isEqualTo(550);
            assertThat(sums.figure(Metric.COST, 4)).isEqualTo(0.005);
        }
    }

    @Test
    void shouldNotHaveAFigureWithoutCalls() {
        List<WorkflowValues> values =
                values(new Runs().workflow(1, 1).workflow(1, 1, 5).traces());

        assertThat(Estimate.of(Metric.TIME, TOOLS, values).value(new byte[] {2, 0}))
                .isNaN();
        assertThat(Estimate.of(Metric.P95, TOOLS, values).value(new byte[] {2, 0}))
                .isNaN();
        assertThat(Estimate.of(Metric.TOTAL, TOOLS, values).value(new byte[] {2, 0}))
                .isZero();
        assertThat(Estimate.of(Metric.TIME, TOOLS, values).workflows()).isEqualTo(1);
    }
}
