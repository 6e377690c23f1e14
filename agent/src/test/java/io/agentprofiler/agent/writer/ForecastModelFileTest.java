// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.writer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is wrong with the file of the setting is said in one line. */
class ForecastModelFileTest {
    private static final String HOW =
            "; nothing is forecast. \"java -jar analyzer.jar forecast --save FILE DIR\" makes such a file";

    @TempDir
    private Path dir;

    private final List<String> problems = new ArrayList<>();

    private String refused(Path file) {
        problems.clear();
        assertThat(ForecastModelFile.read(file.toString(), problems::add)).isNull();
        assertThat(problems).hasSize(1);
        return problems.get(0);
    }

    @Test
    void shouldSayWhatIsWrong() throws IOException {
        Path file = dir.resolve("model.json");
        assertThat(refused(file)).isEqualTo("agentprofiler.forecast: " + file + " does not exist" + HOW);
        Files.writeString(file, "{\n \"format\": 7}");
        assertThat(refused(file))
                .isEqualTo("agentprofiler.forecast: " + file + ":2:12: \"format\" is 7, expected a text" + HOW);
        Files.writeString(file, "{\"format\": \"agent-profiler-forecast-model/1\"}");
        assertThat(refused(file))
                .contains(file + " tells nothing of workflows that go on: it was trained on too few" + HOW);
        assertThat(refused(dir)).contains(" cannot be read: ");
    }

    @Test
    void shouldReadAModel() throws IOException {
        Path file = Files.writeString(dir.resolve("model.json"), """
                {"format": "agent-profiler-forecast-model/1", "stages": {"workflows": 40, "numbers": ["ended_calls",
                 "ended_model_calls", "seconds_since_start", "input_tokens", "input_tokens_known", "output_tokens",
                 "output_tokens_known"], "targets": [], "next_tool": {"plan\\u001f0": {"search": 5}}}}""");
        assertThat(ForecastModelFile.read(file.toString(), problems::add).workflows())
                .containsExactly("plan");
        assertThat(problems).isEmpty();
    }
}
