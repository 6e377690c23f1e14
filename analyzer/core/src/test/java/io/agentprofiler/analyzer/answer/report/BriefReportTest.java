// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.bench.RunGenerator;
import io.agentprofiler.analyzer.testing.CommandRun;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What fits one screen is worked out from less than what is written to files; it must say the same. */
class BriefReportTest {
    @TempDir
    private Path directory;

    private final CommandRun analyzer = new CommandRun();

    @Test
    void shouldPrintTheSameWithAndWithoutFiles() throws IOException {
        Path run = directory.resolve("run");
        RunGenerator.generate(run, 5_000, 200_000);

        assertThat(analyzer.run("report", run)).as(analyzer.err()).isZero();
        String alone = analyzer.out();
        assertThat(analyzer.run("report", "--out", directory.resolve("out"), run))
                .as(analyzer.err())
                .isZero();

        assertThat(alone).contains("Cost", "list prices", "Time", "findings explain");
        assertThat(analyzer.out()).startsWith(alone.stripTrailing());
    }
}
