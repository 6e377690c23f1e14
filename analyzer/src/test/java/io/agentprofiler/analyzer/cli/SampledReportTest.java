// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.testing.TestRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A sample is never shown as the whole. */
class SampledReportTest {
    @TempDir
    Path directory;

    @Test
    void shouldSayHowManyWorkflowsWereRecordedAndEstimateTheTotals() throws IOException {
        CommandRun analyzer = report(40, 360);

        assertThat(analyzer.out())
                .contains("! 360 workflows not recorded (sampling): tokens and cost are without theirs")
                .contains("Sampling  40 of 400 workflows recorded; all figures above are of these")
                // 20 calls in 40 of 400: 200, and 1.96 * sqrt(400² * 0.9 * (10/39) / 40) to either side
                .contains("estimated  200 model calls of all workflows · 95 % interval 140 to 260 · 20 recorded")
                .contains("! sampled: 40 of 400 workflows recorded")
                .contains("! 3 workflows not recorded, as their callers' traceparent asked for");
        String summary = Files.readString(directory.resolve("out/summary.json"));
        assertThat(summary.replaceAll("\\s+", ""))
                .contains("\"sampling\":{\"seen\":400,\"kept\":40,\"recorded\":40,\"refused\":3,\"rates\":[]")
                .contains("{\"figure\":\"model_calls\",\"recorded\":20.0,\"estimate\":200.0,\"interval_95\":[140.45")
                .contains("{\"figure\":\"failed\",\"recorded\":0.0,\"estimate\":0.0,\"interval_95\":[0.0,0.0]}");
    }

    @Test
    void shouldNotPassTheSpendingOfASampleOffAsTheWhole() throws IOException {
        report(40, 360);
        CommandRun analyzer = new CommandRun();

        assertThat(analyzer.run("tokens", directory.resolve("in"))).isEqualTo(ExitCode.OK);

        assertThat(analyzer.out())
                .contains("! 360 workflows not recorded (sampling): tokens and cost are without theirs");
    }

    @Test
    void shouldSayNothingOfASampleWhereAllWereRecorded() throws IOException {
        assertThat(report(40, 0).out())
                .doesNotContain("(sampling)")
                .contains("! 3 workflows not recorded, as their callers' traceparent asked for");
    }

    @Test
    void shouldEstimateNothingFromAFew() throws IOException {
        assertThat(report(10, 90).out())
                .contains("10 of 100 workflows recorded")
                .contains("too few to estimate")
                .doesNotContain("estimated  ");
    }

    /** Every second workflow makes a model call. */
    private CommandRun report(int kept, int skipped) throws IOException {
        TestRun run = TestRun.run("r");
        for (int i = 1; i <= kept; i++) {
            run.trace(i).span(1, 0, i * 100, i * 100 + 50, "agent", "answer");
            if (i % 2 == 0) {
                run.span(2, 1, i * 100 + 10, i * 100 + 20, "llm", "chat");
            }
        }
        Path input = run.line("{\"event\":\"FOOTER\",\"t\":" + TestRun.at(100_000) + ",\"emitted\":{},\"written\":{},"
                        + "\"dropped\":{},\"queued\":{},\"started\":1,\"ended\":1,\"open\":0,\"abandoned\":0,"
                        + "\"payloads_dropped\":0,\"absorbed\":0,\"workflows_kept\":" + kept
                        + ",\"workflows_skipped\":" + skipped + ",\"workflows_refused\":3}")
                .write(directory.resolve("in/segment-000001.jsonl"));
        CommandRun analyzer = new CommandRun();
        assertThat(analyzer.run("report", "--out", directory.resolve("out"), "--format", "summary", input))
                .as(analyzer.err())
                .isEqualTo(ExitCode.OK);
        return analyzer;
    }
}
