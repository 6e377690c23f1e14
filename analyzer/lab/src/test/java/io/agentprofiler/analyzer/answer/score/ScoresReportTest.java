// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.score;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.formats.nat.NatCases;
import io.agentprofiler.analyzer.testing.CommandRun;
import io.agentprofiler.analyzer.testing.SampleRun;
import io.agentprofiler.analyzer.testing.TestRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScoresReportTest {
    @TempDir
    private Path directory;

    private final CommandRun analyzer = new CommandRun();

    @Test
    void shouldShowQualityBesideRunTimeAndTokens() throws IOException {
        Path run = SampleRun.get().write(directory.resolve("run/segment-000001.jsonl"));
        Path scores = Files.writeString(
                directory.resolve("scores.csv"),
                "workflow_id,metric,value\n" + TestRun.traceId(1) + ",faithfulness,0.9\nnobody,faithfulness,0.1\n");
        Path out = directory.resolve("out");
        assertThat(analyzer.run("report", "--scores", scores, "--out", out, "--format", "scores,plots", run))
                .isZero();
        assertThat(analyzer.err()).isEmpty();
        assertThat(analyzer.out())
                .contains("Quality  scores by model and configuration")
                .containsPattern("\ngpt +Support.answer +faithfulness +0.900 +1 +1 +2.00 s +1,200 +80")
                .contains("! 1 score of workflows that are not in the input: nobody");
        assertThat(out.toFile().list())
                .containsExactlyInAnyOrder(
                        "scores.json",
                        "prompt_vs_completion_tokens.png",
                        "workflow_runtime_by_model.png",
                        "tokens_per_example_by_model.png",
                        "scores_by_model.png");
        assertThat(ImageIO.read(out.resolve("workflow_runtime_by_model.png").toFile())
                        .getHeight())
                .isEqualTo(1000);
    }

    @Test
    void shouldRemoveAPictureOfScoresThatAreNoMore() throws IOException {
        Path run = SampleRun.get().write(directory.resolve("run/segment-000001.jsonl"));
        Path out = Files.createDirectories(directory.resolve("out"));
        Files.writeString(out.resolve("scores_by_model.png"), "of an earlier report");

        assertThat(analyzer.run("report", "--out", out, "--format", "plots", run))
                .isZero();

        assertThat(out.toFile().list())
                .containsExactlyInAnyOrder(
                        "prompt_vs_completion_tokens.png",
                        "workflow_runtime_by_model.png",
                        "tokens_per_example_by_model.png");
    }

    @Test
    void shouldRefuseWhatHoldsNoScores() throws IOException {
        Path run = SampleRun.get().write(directory.resolve("run/segment-000001.jsonl"));
        Path missing = directory.resolve("missing.csv");
        analyzer.assertRefused(missing + ": cannot be read: ", "report", "--scores", missing, run);
        Path text = Files.writeString(directory.resolve("scores.csv"), "hello\nworld\n");
        analyzer.assertRefused(text + ":2: no workflow; expected", "report", "--scores", text, run);
    }

    @Test
    void shouldFindRequestsOfAnotherProfilerByTheirNumbers() throws IOException {
        Path traces = Files.writeString(directory.resolve("traces.json"), NatCases.small());
        Path scores = Files.writeString(
                directory.resolve("scores.csv"),
                "request_number,metric,value\n0,faithfulness,0.9\n2,faithfulness,0.5\n77,faithfulness,0.1\n");

        assertThat(analyzer.run("report", "--all", "--scores", scores, traces)).isZero();

        assertThat(analyzer.out())
                .contains("! 1 score of workflows that are not in the input: 77")
                .contains("faithfulness");
    }
}
