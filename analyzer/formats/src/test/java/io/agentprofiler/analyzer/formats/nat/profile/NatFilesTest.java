// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.nat.profile;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.formats.nat.profile.NatProfile.NatOptions;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.pipeline.TraceOutput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NatFilesTest {
    @TempDir
    private Path directory;

    @Test
    void shouldSayThatAWorkflowIsTooLargeForTheHeap() throws IOException {
        TestRun run = TestRun.run("deep");
        for (int i = 1; i <= 20_001; i++) {
            run.start(i, i - 1, i, "function", "f");
        }
        for (int i = 20_001; i > 0; i--) {
            run.end(i, 50_000 - i);
        }

        try (NatFiles files = new NatFiles(directory, NatOptions.DEFAULT, 100L << 20)) {
            try (TraceOutput.OutputPart part = files.open(0, "deep")) {
                part.write(run.trace());
            }
            files.finish();

            assertThat(files.notes())
                    .containsExactly(
                            "The files of NAT's profiler were not written: a workflow has 20,001 spans, and 20,000"
                                    + " are what this heap of 100 MB takes; for more memory: java -Xmx1g -jar analyzer.jar ...");
            assertThat(files.written()).isEmpty();
        }
        try (Stream<Path> left = Files.list(directory)) {
            assertThat(left).isEmpty();
        }
    }
}
