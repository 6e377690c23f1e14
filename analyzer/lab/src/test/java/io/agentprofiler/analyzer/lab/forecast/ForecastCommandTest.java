// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.forecast;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.lab.forecast.view.ForecastModelJson;
import io.agentprofiler.analyzer.testing.CommandRun;
import io.agentprofiler.analyzer.testing.Figures;
import io.agentprofiler.analyzer.testing.ForecastRun;
import io.agentprofiler.analyzer.testing.Json;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.shared.forecast.Forecast;
import io.agentprofiler.shared.forecast.Stage;
import io.agentprofiler.shared.forecast.StageLookup;
import io.agentprofiler.shared.forecast.StageModel;
import io.agentprofiler.shared.forecast.StageTarget;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ForecastCommandTest {
    @TempDir
    private Path directory;

    private final CommandRun analyzer = new CommandRun();

    private Path run(String name, TestRun run) {
        return run.write(directory.resolve(name).resolve("segment-000001.jsonl"));
    }

    @Test
    void shouldTrainSaveAndLoad() throws IOException {
        Path run = run("a", ForecastRun.learnable(120));
        Path model = directory.resolve("model.json");
        Path out = directory.resolve("out");
        assertThat(analyzer.run("forecast", "--save", model, "--out", out, run)).isZero();
        assertThat(analyzer.err()).isEmpty();
        assertThat(analyzer.out())
                .contains(
                        "learned from the first 96 workflows, told for the later 24",
                        "Input tokens of the next model call, told after each model call  72 forecasts in 24 workflows",
                        "linear beats the naive forecast");
        assertThat(Files.readAllLines(out.resolve("forecasts.csv")).get(0))
                .isEqualTo("target,trace_id,call,actual,best,low,high,last,mean,linear,forest");
        // 24 workflows: three next calls, each with three targets, and one run time
        assertThat(Files.readAllLines(out.resolve("forecasts.csv"))).hasSize(1 + 24 * 10);
        assertThat(Files.readString(out.resolve("forecast.json")))
                .contains("\"target\" : \"time_between_calls\"", "\"verdict\" : \"better\"");

        Path again = directory.resolve("again.json");
        analyzer.run("forecast", "--save", again, run);
        assertThat(again).hasSameTextualContentAs(model);
        analyzer.run("forecast", "--seed", 1, "--save", again, run);
        assertThat(Files.readString(again)).isNotEqualTo(Files.readString(model));

        Path loaded = directory.resolve("loaded");
        assertThat(analyzer.run("forecast", "--load", model, "--out", loaded, run))
                .isZero();
        assertThat(analyzer.out()).contains("of 120 workflows, by " + model);
        // what the loaded model says of the held-out workflows is what the trained one said
        assertThat(Files.readAllLines(loaded.resolve("forecasts.csv")))
                .containsAll(Files.readAllLines(out.resolve("forecasts.csv")));
    }

    @Test
    void shouldSayWhatTheRecordingLacks() {
        Path run = run("killed", TestRun.run("killed").trace(1).start(1, 0, 0, "agent", "ask"));

        assertThat(analyzer.run("forecast", run)).isZero();
        assertThat(analyzer.out()).contains("Data  incomplete or unusual", "the run has no end");
    }

    @Test
    void shouldAnswerInEveryFormat() throws IOException {
        Path run = run("a", ForecastRun.learnable(120));
        Path out = directory.resolve("out");

        assertThat(analyzer.run("forecast", "--format", "json", "--out", out, run))
                .isZero();
        assertThat(analyzer.out().replaceAll("\\s", ""))
                .isEqualTo(Files.readString(out.resolve("forecast.json")).replaceAll("\\s", ""))
                .contains("\"format\":\"agent-profiler-forecast/1\"", "\"trained_workflows\":96");
        analyzer.run("forecast", "--format", "markdown", run);
        assertThat(analyzer.out())
                .contains("#### Input tokens of the next model call", "| random forest |", "linear beats the naive");
        analyzer.run("forecast", "--format", "html", run);
        assertThat(analyzer.out()).contains("chosen by the training");
    }

    @Test
    void shouldSayWhenThereIsTooLittle() {
        assertThat(analyzer.run("forecast", run("few", ForecastRun.learnable(4))))
                .isZero();
        assertThat(analyzer.out())
                .contains("! too few to learn from: 9 of 20 for training", "4 of 30 workflows that succeeded");
    }

    /** The next step of a script must not take an earlier model for this one. */
    @Test
    void shouldFailWhereThereIsNoModelToSave() throws IOException {
        Path model = directory.resolve("model.json");
        Path run = run("few", ForecastRun.learnable(4));

        assertThat(analyzer.run("forecast", "--save", model, run)).isEqualTo(2);
        assertThat(analyzer.err())
                .isEqualTo("analyzer: " + model + " was not written: nothing can be learned from 4 workflows; give more"
                        + " runs\n");
        assertThat(model).doesNotExist();

        Files.writeString(model, "an earlier model");
        assertThat(analyzer.run("forecast", "--save", model, run)).isEqualTo(2);
        assertThat(analyzer.out()).contains("too few to learn from");
        assertThat(analyzer.err())
                .isEqualTo("analyzer: " + model + " was not written: nothing can be learned from 4 workflows; give more"
                        + " runs. The file of this name is an earlier one\n");
        assertThat(model).hasContent("an earlier model");
    }

    @Test
    void shouldRefuseWhatIsNoModel() throws IOException {
        Path run = run("few", ForecastRun.learnable(2));
        Path model = directory.resolve("model.json");
        analyzer.assertRefused(model + ": cannot be read: ", "forecast", "--load", model, run);
        Files.writeString(model, "{\"format\":\"x\"}");
        analyzer.assertRefused(
                model + ":1:11: \"format\" is \"x\", expected \"agent-profiler-forecast-model/1\"",
                "forecast",
                "--load",
                model,
                run);
        Files.writeString(model, "[1,");
        analyzer.assertRefused(model + ":1:", "forecast", "--load", model, run);
        analyzer.assertRefused(
                "--save keeps a model that was trained, --load takes one",
                "forecast",
                "--load",
                model,
                "--save",
                model,
                run);
    }

    @Test
    void shouldCompareWhatTheAgentPublished() throws IOException {
        TestRun run = ForecastRun.steady(30);
        // each takes 5 s and asks three times; a call ends every second, the first after 100 ms
        String calls = ",\"remaining_calls\":{\"value\":3,\"low\":2,\"high\":4,\"workflows\":39}";
        for (int i = 1; i <= 10; i++) {
            run.line(forecast(
                    i,
                    0,
                    ",\"remaining_seconds\":{\"value\":4.5,\"low\":4,\"high\":" + (i <= 9 ? 6 : 4.5)
                            + ",\"workflows\":39}" + calls));
            run.line(forecast(
                    i,
                    1,
                    ",\"remaining_seconds\":{\"value\":5.4,\"workflows\":7},"
                            + "\"next_tool\":{\"tool\":\"(no tool)\",\"share\":1,\"workflows\":7}" + calls));
        }
        // twice the same, of a workflow that is not there, and after more calls than there were
        run.line(forecast(1, 0, calls)).line(forecast(99, 0, calls)).line(forecast(2, 4, calls));

        Path file = run("published", run);
        assertThat(analyzer.run("forecast", file)).isZero();
        assertThat(analyzer.out()).contains("Published by the agent  23 forecasts, 20 compared");
        assertThat(analyzer.run("forecast", "--format", "json", file)).isZero();
        Map<String, String> figures = new TreeMap<>(Figures.of(Json.of(analyzer.out())));
        figures.keySet().removeIf(name -> !name.startsWith("published/"));
        assertThat(figures.toString().replace("published/", ""))
                .isEqualTo("{compared=20, forecasts=23, next_tool/forecasts=10, next_tool/right=10, "
                        + "targets/0/forecasts=20, targets/0/held=9, targets/0/interval_mean_width=1.85, "
                        + "targets/0/intervals=10, targets/0/mean=4.950000000000001, targets/0/mean_absolute_error=0.5, "
                        + "targets/0/target=remaining_seconds, targets/0/unit=seconds, "
                        + "targets/1/forecasts=20, targets/1/held=20, targets/1/interval_mean_width=2, "
                        + "targets/1/intervals=20, targets/1/mean=2.5, targets/1/mean_absolute_error=0.5, "
                        + "targets/1/target=remaining_calls, targets/1/unit=calls, workflows=10}");
    }

    private static String forecast(int trace, int ended, String more) {
        return "{\"event\":\"FORECAST\",\"trace\":\"" + TestRun.traceId(trace)
                + "\",\"span\":\"00000000000000b2\",\"t\":1," + "\"workflow\":\"answer\",\"ended_calls\":" + ended
                + more + "}";
    }

    @Test
    void shouldReadTheModelThatItSaved() throws Exception {
        Path run = run("a", ForecastRun.learnable(120));
        Path model = directory.resolve("model.json");
        analyzer.run("forecast", "--save", model, run);
        ForecastModel read = ForecastModelJson.read(model);
        // all but the cost: its model has no price
        assertThat(read.stages().targets().stream().map(StageModel.Target::target))
                .containsExactly(StageTarget.SECONDS, StageTarget.CALLS, StageTarget.INPUT, StageTarget.OUTPUT);

        Path again = directory.resolve("again.json");
        ForecastModelJson.write(again, read);
        assertThat(again).hasSameTextualContentAs(model);
        assertThat(ForecastModelJson.read(again).stages().equals(read.stages())).isTrue();
        Stage begin = new Stage("answer", 0, 0, "", 0, -1, -1);
        assertThat(new StageLookup(read.stages()).at(begin).forecast(StageTarget.CALLS))
                .isEqualTo(read.stages().forecast(StageTarget.CALLS, begin, 0))
                .isEqualTo(new Forecast(4, 4, 4, 48));
    }

    @Test
    void shouldRefuseATreeThatGoesRoundInACircle() throws IOException {
        Path run = run("a", ForecastRun.learnable(100));
        Path model = directory.resolve("model.json");
        analyzer.run("forecast", "--save", model, run);
        String text = Files.readString(model).replaceAll("\\s+", "");
        Files.writeString(model, text.replaceFirst("\"trees\":\\[\\[\\[(\\d+),([0-9.]+),1,", "\"trees\":[[[$1,$2,0,"));
        analyzer.assertRefused(model + ":1:", "forecast", "--load", model, run);
        assertThat(analyzer.err()).contains("a node that names a feature or a node that is not there");
    }
}
