// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.testing.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a report must not claim of recordings that cannot tell. */
class MisreadRecordingsTest {
    private static final Path DATA = Path.of("src/test/resources/finding");

    private static final String RESULT = "\"gen_ai.tool.call.result\",\"value\":{\"stringValue\":\"";

    @TempDir
    private Path directory;

    private final CommandRun command = new CommandRun();

    @ParameterizedTest
    @ValueSource(
            strings = {"[REDACTED]", "<redacted>", "***", "xxxx", "REDACTED", "{\\\"command\\\":\\\"[REDACTED]\\\"}", ""
            })
    void shouldTakeEqualPlaceholdersForNoEvidence(String placeholder) throws IOException {
        Path file = directory.resolve("t.otlp.json");
        Files.writeString(
                file,
                Files.readString(DATA.resolve("redacted-arguments.otlp.json")).replace("[REDACTED]", placeholder));
        report(file);
        assertThat(command.out()).doesNotContain("loop", "in a row", "repeated", "would save", "[high]", "[medium]");
        assertThat(command.run("whatif", "cache", file)).isZero();
        assertThat(command.out())
                .contains(
                        "Workflows  1 · 0 of them changed", "calls whose input was not recorded, left as recorded: 6");
    }

    @Test
    void shouldStillFindTheLoopWithRealArguments() throws IOException {
        Path file = directory.resolve("t.otlp.json");
        Files.writeString(
                file,
                Files.readString(DATA.resolve("redacted-arguments.otlp.json"))
                        .replace(RESULT + "[REDACTED]", RESULT + "total 0")
                        .replace("[REDACTED]", "ls -l"));
        report(file);
        assertThat(command.out()).contains("tool bash was called 6 times in a row with the same arguments");
    }

    @Test
    void shouldNotAdviseToCacheWhatWasJustWrittenToTheCache() {
        report(DATA.resolve("cache-write.jsonl"));
        assertThat(command.out()).doesNotContain("uncached", "cache the prompt");
    }

    /** These spans cannot tell whether foo3 waited for foo2, or only began after it. */
    @Test
    void shouldClaimNoTimeWhereSpansDoNotTellWhatWaited() {
        Path file = DATA.resolve("waited-or-after.otlp.json");
        report(file);
        assertThat(command.out())
                .containsPattern("tool foo2 .* 0 – 100 ms")
                .contains("these spans do not show which calls waited for others");
        assertThat(command.run("report", "--format", "json", file)).isZero();
        assertThat(command.out())
                .contains("\"saved_if_half_at_least_ns\":0", "\"saved_if_half_at_most_ns\":100000000")
                .doesNotContain("\"saved_if_half_ns\":100000000");
    }

    private void report(Path file) {
        assertThat(command.run("report", "--all", file)).isZero();
    }
}
