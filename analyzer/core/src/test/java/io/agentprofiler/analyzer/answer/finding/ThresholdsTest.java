// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentprofiler.analyzer.answer.finding.Thresholds.Threshold;
import io.agentprofiler.analyzer.read.text.JsonFileException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Thresholds in force. */
class ThresholdsTest {
    private static final Threshold CALLS = FindingRules.threshold("calls-per-workflow");

    @TempDir
    private Path directory;

    @Test
    void shouldHaveTheStandardValueUnlessAnotherIsSet() {
        assertThat(Thresholds.STANDARD.of(CALLS)).isEqualTo(10);
        assertThat(Thresholds.STANDARD.with(CALLS, 5).of(CALLS)).isEqualTo(5);
        assertThat(Thresholds.STANDARD.of(CALLS)).isEqualTo(10);
    }

    @Test
    void shouldKnowNoToolToChangeNothingUnlessTold() {
        Thresholds told = Thresholds.STANDARD.withReadOnly(Set.of("find")).with(CALLS, 5);

        assertThat(told.isReadOnly("find")).isTrue();
        assertThat(told.isReadOnly("pay")).isFalse();
        assertThat(Thresholds.STANDARD.isReadOnly("find")).isFalse();
    }

    @Test
    void shouldBeReadFromAFile() throws IOException, JsonFileException {
        Thresholds read = read("{\"calls-per-workflow\": 2.5, \"read-only-tools\": [\"find\"]}");

        assertThat(read.of(CALLS)).isEqualTo(2.5);
        assertThat(read.isReadOnly("find")).isTrue();
    }

    @Test
    void shouldRefuseWhatIsNoThresholdOrBelow0() {
        assertThatThrownBy(() -> read("{\n\"calls\": 1}"))
                .isInstanceOf(JsonFileException.class)
                .hasMessageContaining("t.json:2:")
                .hasMessageContaining("there is no threshold \"calls\"; there are " + Thresholds.names());
        assertThatThrownBy(() -> read("{\"calls-per-workflow\": -1}"))
                .isInstanceOf(JsonFileException.class)
                .hasMessageContaining("t.json:1:24: \"calls-per-workflow\" is -1, expected a number of 0 or more");
    }

    private Thresholds read(String json) throws IOException, JsonFileException {
        return Thresholds.read(Files.writeString(directory.resolve("t.json"), json));
    }
}
