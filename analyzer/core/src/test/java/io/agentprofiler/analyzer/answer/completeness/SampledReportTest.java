// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.completeness;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.command.ExitCode;
import io.agentprofiler.analyzer.testing.CommandRun;
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

    @Test
    void shouldCountWorkflowsThatAreRecordedInAnyCaseOnceAndTheOthersForAllOthers() throws IOException {
        // 40 of 400 chosen, of which 2 failed; 18 more failed
        CommandRun analyzer = keptReport(
                new int[] {38, 20},
                "[\"errors\",\"slow:10s\"]",
                "\"workflows_kept\":40,\"workflows_skipped\":342,\"workflows_kept_by_rule\":18,\"workflows_matched\":20");

        assertThat(analyzer.out())
                .contains("Sampling  58 of 400 workflows recorded; all figures above are of these")
                .contains(
                        "20 workflows among them would have been recorded in any case (a span failed, or they took 10s or"
                                + " longer)")
                // the 20 themselves: each fails and makes a call; of 380 others 38 are recorded, of which 19 make one:
                // 20 + 10 * 19, and 1.96 * sqrt(380² * 0.9 * (9.5/37) / 38) to either side
                .contains("estimated  20 failed workflows of all workflows · 95 % interval 20 to 20 · 20 recorded")
                .contains("estimated  210 model calls of all workflows · 95 % interval 152 to 268 · 39 recorded")
                .contains(
                        "! sampled 10.0 %: 58 of 400 workflows recorded, all among them of which a span failed, or they took"
                                + " 10s or longer");
        String summary = Files.readString(directory.resolve("out/summary.json"));
        assertThat(summary.replaceAll("\\s+", ""))
                .contains("\"sampling\":{\"seen\":400,\"kept\":40,\"recorded\":58,\"refused\":0,\"rates\":[0.1],"
                        + "\"kept_by_rule\":18,\"matched\":20,\"unheld\":0,")
                .contains("{\"figure\":\"failed\",\"recorded\":20.0,\"estimate\":20.0,\"interval_95\":[20.0,20.0]}")
                .contains("{\"figure\":\"model_calls\",\"recorded\":39.0,\"estimate\":210.0,\"interval_95\":[151.9");
    }

    @Test
    void shouldKnowHowManyFailedWhereTheyAloneAreRecorded() throws IOException {
        CommandRun analyzer = keptReport(
                new int[] {0, 5},
                "[\"errors\"]",
                "\"workflows_kept\":0,\"workflows_skipped\":395,\"workflows_kept_by_rule\":5,\"workflows_matched\":5");

        assertThat(analyzer.out())
                .contains("5 of 400 workflows recorded")
                .contains("estimated  5 failed workflows of all workflows · 95 % interval 5 to 5 · 5 recorded")
                .contains("fewer than 30 recorded in a run by chance: too few to estimate the other totals of all")
                .doesNotContain("model calls of all workflows");
    }

    @Test
    void shouldSayThatSomeCouldNotBeHeld() throws IOException {
        CommandRun analyzer = keptReport(
                new int[] {0, 5},
                "[\"errors\"]",
                "\"workflows_kept\":0,\"workflows_skipped\":392,\"workflows_kept_by_rule\":5,\"workflows_matched\":5,"
                        + "\"workflows_unheld\":3");

        assertThat(analyzer.out())
                .contains("5 of 400 workflows recorded")
                .contains("! but for 3 workflows that could not be held until that was known: raise"
                        + " agentprofiler.sample.keep.maxBytes")
                .contains("! 3 workflows not recorded for want of room to hold them until it was known whether"
                        + " agentprofiler.sample.keep wants them")
                .doesNotContain("estimated  ");
    }

    /** Chosen workflows of which every second makes a model call, and failed ones that each make one. */
    private CommandRun keptReport(int[] counts, String keep, String figures) throws IOException {
        TestRun run = TestRun.bare()
                .line(
                        "{\"event\":\"HEADER\",\"format\":\"agent-profiler/1\",\"run\":\"r\",\"service\":\"shop\",\"pid\":42,"
                                + "\"host\":\"box\",\"jvm\":{},\"agent\":{},\"clock\":{\"epoch_ns\":" + TestRun.EPOCH
                                + ",\"nano\":0},\"settings\":{\"sample\":0.1,\"sample.keep\":" + keep + "}}");
        for (int i = 1; i <= counts[0] + counts[1]; i++) {
            boolean failed = i > counts[0];
            run.trace(i);
            run.start(1, 0, i * 100, "agent", "answer", failed ? "\"agentprofiler.sample.kept_for\":\"error\"" : "");
            if (failed || i % 2 == 0) {
                run.span(2, 1, i * 100 + 10, i * 100 + 20, "llm", "chat");
            }
            run.end(1, i * 100 + 50, failed ? "error" : "ok", "");
        }
        Path input = run.line("{\"event\":\"FOOTER\",\"t\":" + TestRun.at(100_000) + ",\"emitted\":{},\"written\":{},"
                        + "\"dropped\":{},\"queued\":{},\"started\":1,\"ended\":1,\"open\":0,\"abandoned\":0,"
                        + "\"payloads_dropped\":0,\"absorbed\":0," + figures + "}")
                .write(directory.resolve("in/segment-000001.jsonl"));
        CommandRun analyzer = new CommandRun();
        assertThat(analyzer.run("report", "--all", "--out", directory.resolve("out"), "--format", "summary", input))
                .as(analyzer.err())
                .isEqualTo(ExitCode.OK);
        return analyzer;
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
        assertThat(analyzer.run("report", "--all", "--out", directory.resolve("out"), "--format", "summary", input))
                .as(analyzer.err())
                .isEqualTo(ExitCode.OK);
        return analyzer;
    }
}
