// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentprofiler.analyzer.read.InputFiles;
import io.agentprofiler.analyzer.read.ReadOptions;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.pipeline.outcome.Outcome;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NameLimitTest {
    private static final long HEAP = 2000L << 20;

    @TempDir
    private Path directory;

    private Outcome read(TestRun run, NameLimit limit) throws Exception {
        Path input = run.write(directory.resolve("run/segment-000001.jsonl"));
        return new Pipeline(List.of(), List.of(limit), ReadOptions.WITHOUT_CONTENT)
                .run(InputFiles.find(List.of(input)));
    }

    private static TestRun spans(int count, int names) {
        TestRun run = TestRun.run("names");
        for (int i = 0; i < count; i++) {
            // a workflow each, so that most are read while the file is, and the rest at its end
            run.trace(i + 1).span(i + 1, 0, i, i + 1, "tool", "lookup " + i % names);
        }
        return run.footer();
    }

    @Test
    void shouldRefuseMoreNamesThanTheHeapTakes() {
        assertThatThrownBy(() -> read(spans(10_487, 10_487), new NameLimit("report --out", HEAP / 10_486, HEAP)))
                .isInstanceOf(TooMuchException.class)
                .hasMessage(
                        "more than 10,486 different names of spans, such as \"lookup 10486\": report --out cannot hold more"
                                + " in 2,000 MB of heap; names should not hold ids or texts; for more memory: java -Xmx7g"
                                + " -jar analyzer.jar ...");
    }

    @Test
    void shouldTakeAnyNumberOfSpansOfAsManyNames() throws Exception {
        Outcome outcome = read(spans(12_000, 10_486), new NameLimit("report --out", HEAP / 10_486, HEAP));

        assertThat(outcome.runs()).hasSize(1);
    }
}
