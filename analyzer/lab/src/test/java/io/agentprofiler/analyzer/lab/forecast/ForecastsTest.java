// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.forecast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.agentprofiler.analyzer.lab.forecast.Forecasts.TargetScore;
import io.agentprofiler.analyzer.lab.forecast.Forecasts.TargetScore.NaiveVerdict;
import io.agentprofiler.analyzer.lab.forecast.Predictor.ForestPredictor;
import io.agentprofiler.analyzer.lab.forecast.Predictor.LinearPredictor;
import io.agentprofiler.analyzer.lab.forecast.Predictor.NaivePredictor;
import io.agentprofiler.analyzer.lab.forecast.Samples.Sample;
import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.analyzer.testing.ForecastRun;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.metric.workflow.WorkflowLog.LoggedWorkflow;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class ForecastsTest {
    private static List<LoggedWorkflow> learnable;
    private static Forecasts forecasts;

    @BeforeAll
    static void learn() {
        learnable = SamplesTest.log(ForecastRun.learnable(200));
        forecasts = Forecasts.train(learnable, 42, target -> {});
    }

    private static TargetScore score(Forecasts forecasts, Target target) {
        return forecasts.scores().stream()
                .filter(one -> one.target() == target)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void shouldLearnWhatCanBeLearned() {
        assertThat(forecasts.missing()).isEmpty();
        TargetScore input = score(forecasts, Target.INPUT_TOKENS);
        // of 200 workflows the last 40, of 3 forecasts each
        assertThat(input.samples()).isEqualTo(120);
        assertThat(input.workflows()).isEqualTo(40);
        assertThat(input.best()).isEqualTo("linear");
        assertThat(input.verdict()).isEqualTo(NaiveVerdict.BETTER);
        // the next prompt is the last one and its answer; the naive forecast misses the answer
        assertThat(input.score("linear").error()).isLessThan(2);
        assertThat(input.score("last").error()).isBetween(150.0, 250.0);
        assertThat(input.score("linear").coverage()).isBetween(0.8, 1.0);
        assertThat(score(forecasts, Target.GAP).verdict()).isEqualTo(NaiveVerdict.BETTER);
        assertThat(score(forecasts, Target.RUN_TIME).verdict()).isEqualTo(NaiveVerdict.BETTER);
        assertThat(score(forecasts, Target.RUN_TIME).score("forest").error())
                .isLessThan(score(forecasts, Target.RUN_TIME).score("last").error() / 2);
    }

    @Test
    void shouldSayWhenNothingIsLearned() {
        Forecasts dice = Forecasts.train(SamplesTest.log(ForecastRun.dice(150)), 42, target -> {});
        assertThat(dice.scores())
                .isNotEmpty()
                .allSatisfy(score -> assertThat(score.verdict()).isNotEqualTo(NaiveVerdict.BETTER));
    }

    @Test
    void shouldNotWinByRounding() {
        Forecasts steady = Forecasts.train(SamplesTest.log(ForecastRun.steady(120)), 42, target -> {});

        assertThat(score(steady, Target.GAP).verdict()).isNotEqualTo(NaiveVerdict.BETTER);
    }

    @Test
    void shouldGiveTheSameModelForTheSameSeed() {
        assertThat(Forecasts.train(learnable, 42, target -> {}).model()).isEqualTo(forecasts.model());
        assertThat(Forecasts.train(learnable, 43, target -> {}).model()).isNotEqualTo(forecasts.model());
    }

    @Test
    void shouldSayWhatIsTooLittle() {
        Forecasts few = Forecasts.train(SamplesTest.log(ForecastRun.learnable(5)), 42, target -> {});
        assertThat(few.scores()).isEmpty();
        assertThat(few.missing())
                .hasSize(4)
                .containsEntry(Target.RUN_TIME, "too few to learn from: 4 of 20 for training, 1 of 5 for the score");
    }

    @Test
    void shouldLearnFromThirtyWorkflows() {
        Forecasts thirty = Forecasts.train(SamplesTest.log(ForecastRun.learnable(30)), 42, target -> {});

        assertThat(thirty.missing()).isEmpty();
        assertThat(thirty.model().workflows()).isEqualTo(24);
        // 24 run times to learn from, 6 to tell: the errors are those on five blocks
        assertThat(score(thirty, Target.RUN_TIME).samples()).isEqualTo(6);
        assertThat(thirty.model().targets().get(3).samples()).isEqualTo(24);
        assertThat(score(thirty, Target.INPUT_TOKENS).best()).isEqualTo("linear");
        assertThat(score(thirty, Target.INPUT_TOKENS).score("linear").error()).isLessThan(5);
    }

    @Test
    void shouldTellWorkflowsOfAnotherRun() {
        Forecasts other = Forecasts.score(forecasts.model(), SamplesTest.log(ForecastRun.learnable(30)));
        assertThat(score(other, Target.INPUT_TOKENS).samples()).isEqualTo(90);
        Forecasts none = Forecasts.score(
                forecasts.model(), SamplesTest.log(TestRun.bare().span(1, 0, 0, 5, "workflow", "w")));
        assertThat(none.scores()).isEmpty();
        assertThat(none.missing()).containsEntry(Target.GAP, "nothing of it happened in the input");
    }

    /** The flattened trees and folded weights say what a plain reading of the data says. */
    @Test
    void shouldTrainPredictorsThatFitTheirData() {
        List<Sample> samples = new ArrayList<>();
        Random random = new Random(3);
        for (int i = 0; i < 600; i++) {
            double[] features = {random.nextInt(100), 5, random.nextInt(2), random.nextInt(10)};
            double actual = 40 + 3 * features[0] + 200 * features[2];
            samples.add(new Sample(i, new TraceId(0, i), 0, features, Double.NaN, actual));
        }
        Trainer trainer = new Trainer(1);
        LinearPredictor linear = trainer.linear(samples);
        assertThat(linear.intercept()).isEqualTo(40, within(2.0));
        assertThat(linear.weights().get(0)).isEqualTo(3, within(0.02));
        assertThat(linear.weights().get(1)).isZero();
        assertThat(linear.weights().get(2)).isEqualTo(200, within(2.0));
        ForestPredictor forest = trainer.forest(samples);
        assertThat(forest.trees()).hasSize(Trainer.TREES);
        double[] low = {10, 5, 0, 5};
        double[] high = {90, 5, 1, 5};
        assertThat(forest.predict(new Sample(0, new TraceId(0, 0), 0, low, Double.NaN, 0)))
                .isEqualTo(70, within(25.0));
        assertThat(forest.predict(new Sample(0, new TraceId(0, 0), 0, high, Double.NaN, 0)))
                .isEqualTo(510, within(50.0));
    }

    @Test
    void shouldMakeIntervalsThatHoldWhatTheySay() {
        Random random = new Random(5);
        List<Sample> calibration = new ArrayList<>();
        for (int i = 0; i < 2000; i++) {
            calibration.add(
                    new Sample(i, new TraceId(0, i), 0, new double[0], Double.NaN, 100 + random.nextGaussian()));
        }
        Fitted fitted = Fitted.of(new NaivePredictor(false, 100), calibration);
        long inside = 0;
        for (int i = 0; i < 2000; i++) {
            double next = 100 + random.nextGaussian();
            Sample any = calibration.get(i);
            inside += next >= fitted.low(any) && next <= fitted.high(any) ? 1 : 0;
        }
        assertThat(inside / 2000.0).isEqualTo(0.9, within(0.03));
    }
}
