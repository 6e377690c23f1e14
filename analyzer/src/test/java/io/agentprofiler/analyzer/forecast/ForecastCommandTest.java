// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.forecast;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.testing.CommandRun;
import io.agentprofiler.analyzer.testing.ForecastRun;
import io.agentprofiler.analyzer.testing.TestRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
                        "Input tokens of the next model call  72 forecasts in 24 workflows",
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
    void shouldAnswerInEveryFormat() throws IOException {
        Path run = run("a", ForecastRun.learnable(120));
        Path out = directory.resolve("out");

        assertThat(analyzer.run("forecast", "--format", "json", "--out", out, run))
                .isZero();
        assertThat(analyzer.out())
                .isEqualTo(Files.readString(out.resolve("forecast.json")))
                .contains("\"format\" : \"agent-profiler-forecast/1\"", "\"trained_workflows\" : 96");
        analyzer.run("forecast", "--format", "markdown", run);
        assertThat(analyzer.out())
                .contains("#### Input tokens of the next model call", "| random forest |", "linear beats the naive");
        analyzer.run("forecast", "--format", "html", run);
        assertThat(analyzer.out()).contains("chosen by the training");
    }

    @Test
    void shouldSayWhenThereIsTooLittle() {
        Path model = directory.resolve("model.json");
        assertThat(analyzer.run("forecast", "--save", model, run("few", ForecastRun.learnable(4))))
                .isZero();
        assertThat(analyzer.out())
                .contains("! too few to learn from: 9 of 20 for training", "4 of 30 workflows that succeeded");
        assertThat(analyzer.err())
                .isEqualTo("analyzer: " + model + " was not written: there is nothing to learn from\n");
        assertThat(model).doesNotExist();
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
