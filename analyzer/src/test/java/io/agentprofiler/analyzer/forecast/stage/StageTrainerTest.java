// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.forecast.stage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.agentprofiler.analyzer.cost.price.PriceList;
import io.agentprofiler.analyzer.forecast.predict.LinearPredictor;
import io.agentprofiler.analyzer.forecast.predict.Sample;
import io.agentprofiler.analyzer.testing.ForecastRun;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.forecast.Forecast;
import io.agentprofiler.forecast.Stage;
import io.agentprofiler.forecast.StageModel;
import io.agentprofiler.forecast.StageTarget;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is chosen and how it is scored, and that intervals hold what they say. */
class StageTrainerTest {
    /** Tells the mean, whatever the stage. */
    private static final Function<List<Sample>, LinearPredictor> CONSTANT = samples -> new LinearPredictor(
            samples.stream().mapToDouble(Sample::actual).average().orElse(0),
            Collections.nCopies(Stage.NUMBERS.size(), 0.0));

    private static List<StagedWorkflow> log(TestRun run) {
        StageLog log = new StageLog();
        run.traces().forEach(trace -> log.add(trace, PriceList.bundled()));
        return log.workflows();
    }

    @Test
    void shouldNeedThirtyWorkflows() {
        StageTrainer trainer = new StageTrainer(CONSTANT);

        assertThat(trainer.train(log(ForecastRun.steady(29)))).isNull();
        StageTrainer.Result result = trainer.train(log(ForecastRun.steady(30)));
        assertThat(result.model().workflows()).isEqualTo(24);
        assertThat(result.forecast()).isEqualTo(6);
        // 5 s from the begin, and after the calls that end at 100, 1100 and 2100 ms: always the same
        StageScore seconds = result.scores().get(0);
        assertThat(seconds.target()).isEqualTo(StageTarget.SECONDS);
        assertThat(seconds.samples()).isEqualTo(24);
        assertThat(seconds.mean()).isCloseTo((5 + 4.9 + 3.9 + 2.9) / 4, within(1e-9));
        assertThat(seconds.score("stage")).isEqualTo(new StageScore.Score("stage", 0, 1, 1, 0));
        assertThat(seconds.score("mean").error()).isCloseTo((0.825 + 0.725 + 0.275 + 1.275) / 4, within(1e-9));
        // nothing is better than the table, so that is used
        assertThat(seconds.best()).isEqualTo("stage");
    }

    @Test
    void shouldUseANaiveForecastWhereThatIsBetter() {
        Random random = new Random(2);
        // each takes about as long as the one before: the last value knows more than the median of all
        double[] seconds = new double[100];
        double now = 100;
        for (int i = 0; i < seconds.length; i++) {
            now += random.nextInt(5);
            seconds[i] = now;
        }
        List<StagedWorkflow> workflows = StageTableTest.workflows(seconds);
        StageTrainer.Result result = new StageTrainer(CONSTANT).train(workflows);

        assertThat(result.scores().get(0).best()).isEqualTo("last");
        Stage begin = workflows.get(0).moments().get(0).stage();
        // the last of the 80 that it was learned from, and the next one once that is over
        assertThat(result.model().forecast(StageTarget.SECONDS, begin, 0).value())
                .isEqualTo(seconds[79]);
        assertThat(LastWorkflow.after(result.model(), workflows.get(80))
                        .forecast(StageTarget.SECONDS, begin, 0)
                        .value())
                .isEqualTo(seconds[80]);
        // five more at most, two on average
        assertThat(result.scores().get(0).score("last").error()).isBetween(1.0, 3.0);
    }

    @ParameterizedTest
    @ValueSource(ints = {39, 59, 99})
    void shouldHoldNineOfTen(int workflows) {
        Random random = new Random(workflows);
        int inside = 0;
        int repetitions = 2000;
        for (int i = 0; i < repetitions; i++) {
            double[] seconds = new double[workflows];
            for (int j = 0; j < workflows; j++) {
                seconds[j] = Math.exp(random.nextGaussian());
            }
            StageModel model = StageTrainer.tables(StageTableTest.workflows(seconds));
            Forecast told = model.forecast(StageTarget.SECONDS, new Stage("w", 0, 0, "", 0, -1, -1), 0);
            double next = Math.exp(random.nextGaussian());
            inside += next >= told.low() && next <= told.high() ? 1 : 0;
            assertThat(told.low()).isLessThanOrEqualTo(told.value());
            assertThat(told.value()).isLessThanOrEqualTo(told.high());
        }
        // at least 90 %, and not much more: floor((n + 1) 0.05) ranks are left out on each side
        double expected = 1 - 2 * Math.floor((workflows + 1) * 0.05) / (workflows + 1);
        assertThat((double) inside / repetitions).isCloseTo(expected, within(0.025));
        assertThat(expected).isBetween(0.9, 0.93);
    }

    @Test
    void shouldNarrowAsTimePasses() {
        double[] seconds = new double[60];
        Random random = new Random(4);
        for (int i = 0; i < seconds.length; i++) {
            seconds[i] = 10 + 10 * random.nextDouble();
        }
        StageModel model = StageTrainer.tables(StageTableTest.workflows(seconds));
        Stage begin = new Stage("w", 0, 0, "", 0, -1, -1);
        double before = Double.POSITIVE_INFINITY;
        for (double since = 0; since < 10; since += 0.5) {
            Forecast told = model.forecast(StageTarget.SECONDS, begin, since);
            assertThat(told.value()).isLessThan(before);
            assertThat(told.low()).isLessThanOrEqualTo(told.value());
            assertThat(told.value()).isLessThanOrEqualTo(told.high());
            before = told.value();
        }
    }
}
