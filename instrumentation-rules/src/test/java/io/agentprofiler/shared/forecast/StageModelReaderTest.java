// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.shared.forecast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StageModelReaderTest {
    private static final String MODEL = """
            {
              "format": "agent-profiler-forecast-model/1",
              "later": [{"unknown": 1}],
              "stages": {
                "workflows": 40,
                "until_epoch_ns": 1795238100000000001,
                "numbers": ["ended_calls", "ended_model_calls", "seconds_since_start", "input_tokens",
                            "input_tokens_known", "output_tokens", "output_tokens_known"],
                "targets": [
                  {"target": "remaining_seconds", "unit": "seconds", "stage": {"plan\\u001f0": [1, 2, 3.5, 4, 5]}},
                  {"target": "remaining_calls", "unit": "calls", "stage": {},
                   "instead": {"kind": "position", "low": -1, "high": 2, "workflows": 40, "table": {"": 6}}},
                  {"target": "next_input_tokens", "unit": "tokens", "stage": {},
                   "instead": {"kind": "linear", "low": null, "workflows": 39, "intercept": 5, "weights": [0, 0, 0, 0, 0, 0, 0]}}
                ],
                "next_tool": {"plan\\u001f0": {"search": 5}}
              },
              "targets": []
            }
            """;
    private static final Stage BEGIN = new Stage("plan", 0, 0, "", 0, -1, -1);

    @TempDir
    private Path dir;

    private StageModel read(String text) throws IOException, ModelFileException {
        return StageModelReader.read(Files.writeString(dir.resolve("model.json"), text));
    }

    @Test
    void shouldReadWhatIsToldOfWorkflowsThatGoOn() throws Exception {
        StageModel model = read(MODEL);

        assertThat(model.workflows()).isEqualTo(40);
        assertThat(model.untilNanos()).isEqualTo(1_795_238_100_000_000_001L);
        assertThat(model.forecast(StageTarget.SECONDS, BEGIN, 0))
                .isEqualTo(new Forecast(3.5, Double.NaN, Double.NaN, 5));
        assertThat(model.forecast(StageTarget.CALLS, BEGIN, 0)).isEqualTo(new Forecast(6, 5, 8, 40));
        assertThat(model.forecast(StageTarget.INPUT, BEGIN, 0)).isEqualTo(new Forecast(5, Double.NaN, Double.NaN, 39));
        assertThat(model.forecast(StageTarget.OUTPUT, BEGIN, 0)).isNull();
        assertThat(model.nextTool(BEGIN)).isEqualTo(new NextTools.Next("search", 1, 5));
    }

    @Test
    void shouldReadAModelThatDoesNotSayUntilWhenItLearned() throws Exception {
        String without = MODEL.replaceFirst("\"until_epoch_ns\": \\d+,", "");
        assertThat(read(without).untilNanos()).isEqualTo(StageModel.UNKNOWN);
        assertThat(new StageLookup(read(without)).learnedFrom()).isEqualTo(40);
    }

    @Test
    void shouldKnowAModelThatTellsNothingOfThem() throws Exception {
        assertThat(read("{\"format\": \"agent-profiler-forecast-model/1\", \"targets\": []}"))
                .isNull();
        assertThat(read("{\"format\": \"agent-profiler-forecast-model/1\", \"stages\": null}"))
                .isNull();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "-model/1 | -model/2 | 2:13: \"format\" is \"agent-profiler-forecast-model/2\", expected \"agent-profiler",
                "\"format\" | \"fromat\" | 1:1: \"format\" is missing, expected \"agent-profiler-forecast-model/1\"",
                "\"ended_calls\" | \"calls\" | : the numbers are not those this version knows; train the model again",
                "\"workflows\": 40, | \"workflows\": -1, | 5:18: \"workflows\" is -1, expected a whole number of 0 or more",
                "\"until_epoch_ns\": 1 | \"until_epoch_ns\": -1 | 6:23: \"until_epoch_ns\" is -1795238100000000001, expected nanoseconds",
                "0001, | 00010, | \"until_epoch_ns\" is 17952381000000000010, expected nanoseconds since 1970",
                "[1, 2, | [3, 2, | : the values of a stage are not ascending",
                "remaining_calls | remaining_luck | 11:18: \"target\" is \"remaining_luck\", which this version does not know",
                "\"position\" | \"psychic\" | : \"kind\" is \"psychic\", expected last, mean, position or linear",
                "\"intercept\": 5, | | : \"intercept\" of \"instead\" is missing",
                "[0, 0, 0, 0, 0, 0, 0] | [0] | : 1 weights for 7 numbers",
                "{\"search\": 5} | {\"search\": \"5\"} | : \"search\" is \"5\", expected a whole number of 0 or more",
                "\"next_tool\" | \"next\" | : \"next_tool\" of \"stages\" is missing",
                "\"targets\": [ | \"targets\": 7, [ | : \"targets\" is 7, expected an array",
                "\"later\": | \"later\" | : not JSON: "
            })
    void shouldSayWhatIsWrongAndWhere(String what, String instead, String message) {
        String broken = MODEL.replace(what, instead == null ? "" : instead);
        assertThatThrownBy(() -> read(broken))
                .isInstanceOf(ModelFileException.class)
                .hasMessageStartingWith(dir.resolve("model.json") + ":")
                .hasMessageContaining(message);
    }

    @Test
    void shouldRefuseWhatIsNoObject() {
        assertThatThrownBy(() -> read("")).hasMessageContaining(":1:1: the file is empty, expected");
        assertThatThrownBy(() -> read("[]")).hasMessageContaining(":1:1: \"the file\" is an array, expected an object");
        assertThatThrownBy(() -> read(MODEL.substring(0, 800))).hasMessageContaining(": not JSON: ");
    }
}
