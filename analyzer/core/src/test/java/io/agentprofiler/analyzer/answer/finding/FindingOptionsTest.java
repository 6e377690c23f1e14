// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.command.ExitCode;
import io.agentprofiler.analyzer.testing.CommandRun;
import io.agentprofiler.analyzer.testing.SampleRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The options of findings as a user meets them. */
class FindingOptionsTest {
    private final CommandRun analyzer = new CommandRun();

    @TempDir
    private Path directory;

    private Path run;

    @BeforeEach
    void writeARun() {
        run = SampleRun.get().write(directory.resolve("run/segment-000001.jsonl"));
    }

    @Test
    void shouldTakeThresholdsFromAFileAndFromOptions() throws IOException {
        Path file = Files.writeString(
                directory.resolve("t.json"), "{\"slow-model-ms\": 99999, \"read-only-tools\": [\"find\"]}");

        // one of its tools failed: above 1 no share of calls is
        assertThat(analyzer.run("report", "--all", "--thresholds", file, "--threshold", "failure-rate=1.1", run))
                .isEqualTo(ExitCode.OK);
        assertThat(analyzer.out())
                .contains("No finding has high or medium impact. Findings of low impact would save up to 8.5 %");
        assertThat(analyzer.run("report", "--all", "--thresholds", file, "--threshold", "slow-tool-ms=250", run))
                .isEqualTo(ExitCode.OK);
        assertThat(analyzer.out()).contains("tool pay takes 250 ms (median, n=1)");
    }

    @Test
    void shouldSayWhatIsWrong() {
        analyzer.assertRefused(
                "--threshold slow: expected NAME=VALUE; names are failure-rate", "report", "--threshold", "slow", run);
        analyzer.assertRefused(
                "--threshold failure-rate=x: expected a number of 0 or more",
                "report",
                "--threshold",
                "failure-rate=x",
                run);
        Path none = directory.resolve("none.json");
        analyzer.assertRefused("--thresholds " + none + " cannot be read", "report", "--thresholds", none, run);
    }

    @Test
    void shouldSayWhereInAFileSomethingIsWrong() throws IOException {
        Path file = Files.writeString(directory.resolve("t.json"), "{\"slow-model-mss\": 1}");

        analyzer.assertRefused("--thresholds " + file + ":1:", "report", "--thresholds", file, run);
        assertThat(analyzer.err()).contains("there is no threshold \"slow-model-mss\"; there are failure-rate");
    }
}
