// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.forecast.stage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.agentprofiler.analyzer.answer.tokens.price.PriceList;
import io.agentprofiler.analyzer.lab.forecast.Predictor.LinearPredictor;
import io.agentprofiler.analyzer.lab.forecast.Samples.Sample;
import io.agentprofiler.analyzer.lab.forecast.stage.StageTrainer.StageScore;
import io.agentprofiler.analyzer.lab.forecast.stage.StageTrainer.UnknownCosts;
import io.agentprofiler.analyzer.lab.forecast.stage.StagedWorkflow.LastWorkflow;
import io.agentprofiler.analyzer.testing.ForecastRun;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.shared.forecast.Forecast;
import io.agentprofiler.shared.forecast.Stage;
import io.agentprofiler.shared.forecast.StageModel;
import io.agentprofiler.shared.forecast.StageTarget;
import java.util.Collections;
import java.util.List;
import java.util.Map;
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
        assertThat(seconds.score("stage")).isEqualTo(new StageScore.KindScore("stage", 0, 1, 1, 0));
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

    private static final Stage JOB_BEGINS = new Stage("job", 0, 0, "", 0, -1, -1);
    private static final Stage PRICED_BEGINS = new Stage("priced", 0, 0, "", 0, -1, -1);

    /** Adds a workflow: a model call of 1000 and 100 tokens if a model is given, and a tool. */
    private static void workflow(TestRun run, int number, String name, String model) {
        double t = 10_000.0 * number;
        run.trace(number + 1).start(1, 0, t, "workflow", name);
        if (model != null) {
            run.start(2, 1, t, "llm", "chat", "\"gen_ai.request.model\":\"" + model + "\"");
            run.end(2, t + 500, "\"gen_ai.usage.input_tokens\":1000,\"gen_ai.usage.output_tokens\":100");
        }
        run.start(3, 1, t + 500, "tool", "execute_tool t", "\"gen_ai.tool.name\":\"t\"");
        run.end(3, t + 600);
        run.end(1, t + 700);
    }

    @Test
    void shouldForecastNoCostWhereMostWorkflowsCallAModelWithoutAPrice() {
        TestRun run = TestRun.run("unpriced");
        for (int i = 0; i < 120; i++) {
            workflow(run, i, "job", i % 4 == 0 ? null : "my-own-model");
        }
        List<StagedWorkflow> workflows = log(run.footer());
        StageTrainer.Result result = new StageTrainer(CONSTANT).train(workflows);

        assertThat(result.scores()).extracting(StageScore::target).doesNotContain(StageTarget.USD);
        assertThat(result.model().forecast(StageTarget.USD, JOB_BEGINS, 0)).isNull();
        assertThat(StageTrainer.tables(workflows).forecast(StageTarget.USD, JOB_BEGINS, 0))
                .isNull();
        // the first 96 of the 120
        assertThat(result.unknownCosts()).containsExactly(Map.entry("job", new UnknownCosts(72, 96)));
        // the calls to go are known all the same
        assertThat(result.model().forecast(StageTarget.CALLS, JOB_BEGINS, 0).value())
                .isEqualTo(2);
    }

    @Test
    void shouldForecastTheCostOfOtherNames() {
        TestRun run = TestRun.run("mixed");
        for (int i = 0; i < 120; i++) {
            workflow(run, i, i % 2 == 0 ? "priced" : "job", i % 2 == 0 ? "gpt-4o-mini" : "my-own-model");
        }
        StageTrainer.Result result = new StageTrainer(CONSTANT).train(log(run.footer()));

        Forecast priced = result.model().forecast(StageTarget.USD, PRICED_BEGINS, 0);
        // $0.15 and $0.60 for a million tokens
        assertThat(priced.value()).isCloseTo(0.00015 + 0.00006, within(1e-12));
        // neither a job nor an unseen name gets the costs of the other workflows
        assertThat(result.model().forecast(StageTarget.USD, JOB_BEGINS, 0)).isNull();
        assertThat(result.model().forecast(StageTarget.USD, new Stage("unseen", 0, 0, "", 0, -1, -1), 0))
                .isNull();
        assertThat(result.unknownCosts()).containsOnlyKeys("job");
        StageScore usd = result.scores().stream()
                .filter(score -> score.target() == StageTarget.USD)
                .findFirst()
                .orElseThrow();
        assertThat(usd.workflows()).isEqualTo(12);
        assertThat(usd.score("stage").told()).isEqualTo(1);
    }

    @Test
    void shouldLeaveOutAWorkflowOfUnknownCostIfItIsOneOfMany() {
        TestRun run = TestRun.run("one");
        for (int i = 0; i < 120; i++) {
            workflow(run, i, "priced", i == 7 ? "my-own-model" : "gpt-4o-mini");
        }
        StageTrainer.Result result = new StageTrainer(CONSTANT).train(log(run.footer()));

        assertThat(result.unknownCosts()).isEmpty();
        assertThat(result.model().forecast(StageTarget.USD, PRICED_BEGINS, 0).low())
                .isCloseTo(0.00021, within(1e-12));
    }
}
