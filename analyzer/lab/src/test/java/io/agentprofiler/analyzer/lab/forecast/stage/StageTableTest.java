// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.forecast.stage;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.answer.tokens.price.PriceList;
import io.agentprofiler.analyzer.lab.forecast.stage.StagedWorkflow.Moment;
import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.shared.forecast.Forecast;
import io.agentprofiler.shared.forecast.NextTools;
import io.agentprofiler.shared.forecast.Stage;
import io.agentprofiler.shared.forecast.StageTable;
import io.agentprofiler.shared.forecast.StageTarget;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Stages and what earlier workflows say of them, in numbers that are worked out by hand. */
class StageTableTest {
    private static final Stage BEGIN = new Stage("w", 0, 0, "", 0, -1, -1);

    /** Workflows of one stage, with so many seconds to go. */
    static List<StagedWorkflow> workflows(double... seconds) {
        List<StagedWorkflow> workflows = new ArrayList<>();
        for (int i = 0; i < seconds.length; i++) {
            workflows.add(new StagedWorkflow(
                    new TraceId(1, i),
                    i,
                    i + 1L,
                    List.of(new Moment(
                            BEGIN, StagedWorkflow.NO_TOOL, List.of(seconds[i], 1.0, 0.0, Double.NaN, Double.NaN)))));
        }
        return workflows;
    }

    private static double[] upTo(int count) {
        double[] seconds = new double[count];
        for (int i = 0; i < count; i++) {
            seconds[i] = i + 1;
        }
        return seconds;
    }

    private static Forecast forecast(double since, double... seconds) {
        return StageLearner.table(workflows(seconds), StageTarget.SECONDS).forecast(BEGIN, since);
    }

    @Test
    void shouldTellTheMedianAndTheRanksThatHold() {
        assertThat(forecast(0, upTo(19))).isEqualTo(new Forecast(10, 1, 19, 19));
        // of 39 the 2nd and the 38th: floor(40 * 0.05) and ceil(40 * 0.95)
        assertThat(forecast(0, upTo(39))).isEqualTo(new Forecast(20, 2, 38, 39));
    }

    @Test
    void shouldTellNoIntervalOfFewAndNothingOfFewer() {
        Forecast few = forecast(0, upTo(18));

        assertThat(few.value()).isEqualTo(9.5);
        assertThat(few.hasInterval()).isFalse();
        assertThat(forecast(0, upTo(5)).value()).isEqualTo(3);
        assertThat(forecast(0, upTo(4))).isNull();
    }

    @Test
    void shouldForgetThoseThatWereFaster() {
        // 20 of 39 took longer than 19 seconds; they had 1 to 20 left
        assertThat(forecast(19, upTo(39))).isEqualTo(new Forecast(10.5, 1, 20, 20));
        assertThat(forecast(39, upTo(39))).isNull();
    }

    @Test
    void shouldKeepRanksOfMany() {
        List<Double> all = new ArrayList<>();
        for (double value : upTo(1999)) {
            all.add(value);
        }
        Collections.shuffle(all, new Random(1));
        Forecast told =
                forecast(0, all.stream().mapToDouble(Double::doubleValue).toArray());

        assertThat(told).isEqualTo(new Forecast(1000, 100, 1900, StageTable.MOST));
    }

    @Test
    void shouldSayWhatIsLeftAtEveryStage() {
        Trace trace = TestRun.bare()
                .start(1, 0, 0, "agent", "A")
                .start(2, 1, 0, "llm", "l", "\"gen_ai.provider.name\":\"openai\",\"gen_ai.request.model\":\"gpt-4o\"")
                .end(2, 1000, "\"gen_ai.usage.input_tokens\":1000,\"gen_ai.usage.output_tokens\":100")
                .span(3, 1, 1500, 2000, "tool", "search")
                .start(
                        4,
                        1,
                        2000,
                        "llm",
                        "l",
                        "\"gen_ai.provider.name\":\"openai\",\"gen_ai.request.model\":\"gpt-4o\"")
                .end(4, 4000, "\"gen_ai.usage.input_tokens\":2000,\"gen_ai.usage.output_tokens\":200")
                .end(1, 4500)
                .trace();
        StageLog log = new StageLog();
        log.add(trace, PriceList.bundled());
        List<Moment> moments = log.workflows().get(0).moments();

        assertThat(moments).extracting(Moment::nextTool).containsExactly("search", "search", "(no tool)", "(no tool)");
        assertThat(moments).extracting(one -> one.value(StageTarget.SECONDS)).containsExactly(4.5, 3.5, 2.5, 0.5);
        assertThat(moments).extracting(one -> one.value(StageTarget.CALLS)).containsExactly(3.0, 2.0, 1.0, 0.0);
        // 1000 * 2.5 and 100 * 10, 2000 * 2.5 and 200 * 10 dollars for a million
        assertThat(moments).extracting(one -> one.value(StageTarget.USD)).containsExactly(0.0105, 0.007, 0.007, 0.0);
        assertThat(moments)
                .extracting(one -> one.value(StageTarget.INPUT))
                .containsExactly(1000.0, 2000.0, 2000.0, Double.NaN);
        assertThat(moments)
                .extracting(Moment::stage)
                .containsExactly(
                        new Stage("A", 0, 0, "", 0, -1, -1),
                        new Stage("A", 1, 1, "llm gpt-4o", 1, 1000, 100),
                        new Stage("A", 2, 1, "tool search", 2, 1000, 100),
                        new Stage("A", 3, 2, "llm gpt-4o", 4, 2000, 200));
        assertThat(StagedWorkflow.now(trace)).isEqualTo(moments.get(3).stage());
    }

    @Test
    void shouldTellTheToolThatCameNextMostOften() {
        List<StagedWorkflow> workflows = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            workflows.add(new StagedWorkflow(
                    new TraceId(1, i),
                    i,
                    i + 1L,
                    List.of(new Moment(
                            BEGIN, i < 3 ? "search" : "book", List.of(1.0, 1.0, 0.0, Double.NaN, Double.NaN)))));
        }

        assertThat(StageLearner.tools(workflows).next(BEGIN)).isEqualTo(new NextTools.Next("search", 0.6, 5));
        assertThat(StageLearner.tools(workflows.subList(0, 4)).next(BEGIN)).isNull();
    }
}
