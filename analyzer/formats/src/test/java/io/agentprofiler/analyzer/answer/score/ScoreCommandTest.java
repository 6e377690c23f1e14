// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.score;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.command.ExitCode;
import io.agentprofiler.analyzer.formats.nat.NatCases;
import io.agentprofiler.analyzer.testing.CommandRun;
import io.agentprofiler.analyzer.testing.SampleRun;
import io.agentprofiler.analyzer.testing.TestRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScoreCommandTest {
    @TempDir
    private Path directory;

    private final CommandRun analyzer = new CommandRun();
    private Path run;
    private Path scores;

    @BeforeEach
    void writeARunAndItsScores() throws IOException {
        run = SampleRun.get().write(directory.resolve("run/segment-000001.jsonl"));
        scores = Files.writeString(
                directory.resolve("scores.csv"),
                "workflow_id,metric,value\n" + TestRun.traceId(1) + ",faithfulness,0.9\nnobody,faithfulness,0.1\n");
    }

    @Test
    void shouldPrintQualityBesideRunTimeAndTokens() {
        assertThat(analyzer.run("score", "--scores", scores, run)).isEqualTo(ExitCode.OK);

        assertThat(analyzer.out())
                .startsWith("Quality  scores by model and configuration, beside what the workflows took\n")
                .containsPattern("\ngpt +Support.answer +faithfulness +0.900 +1 +1 +2.00 s +1,200 +80")
                .contains("! 1 score of workflows that are not in the input: nobody\n", "\nData  ");
    }

    /** Files of NeMo Agent Toolkit, as its evaluators and its profiler write them. */
    @Test
    void shouldFindRequestsByTheirNumbersInEveryFile() throws IOException {
        Path traces = Files.writeString(directory.resolve("traces.json"), NatCases.small());
        Path accuracy = Files.writeString(
                directory.resolve("rag_accuracy_output.json"),
                "{\"average_score\":0.5,\"eval_output_items\":[{\"id\":0,\"score\":0.5,\"reasoning\":{}}]}");
        Path relevance = Files.writeString(
                directory.resolve("rag_relevance_output.json"),
                "{\"average_score\":1,\"eval_output_items\":[{\"id\":\"2\",\"score\":1.0,\"reasoning\":{}}]}");

        assertThat(analyzer.run("score", "--scores", accuracy, "--scores", relevance, traces))
                .isEqualTo(ExitCode.OK);

        assertThat(analyzer.out())
                .containsPattern(" rag_accuracy +0.500 ")
                .containsPattern(" rag_relevance +1.000 ")
                .doesNotContain("not in the input");
    }

    /** The directory of an evaluation, whose data set names its items by a column of its own. */
    @Test
    void shouldFindScoresBesideTracesByTheIdsOfTheDataSet() throws IOException {
        Path output = Files.createDirectories(directory.resolve("eval"));
        Files.writeString(output.resolve("all_requests_profiler_traces.json"), NatCases.small());
        Files.writeString(
                output.resolve("workflow_output.json"),
                "[{\"subject\":\"Win a prize\",\"question\":\"q\",\"intermediate_steps\":[{\"payload\":{}}]},"
                        + "{\"subject\":\"Invoice\"},{\"subject\":\"Lunch?\"}]");
        Files.writeString(
                output.resolve("rag_accuracy_output.json"),
                "{\"average_score\":0.5,\"eval_output_items\":[{\"id\":\"Win a prize\",\"score\":0.25},"
                        + "{\"id\":\"Lunch?\",\"score\":0.75}]}");
        Files.writeString(output.resolve("usage_output.json"), "{\"tokens\":7}");

        assertThat(analyzer.run("score", output)).as(analyzer.err()).isEqualTo(ExitCode.OK);
        assertThat(analyzer.out()).contains("rag_accuracy").doesNotContain("not in the input", "No scores");

        assertThat(analyzer.run("score", "--format", "json", output)).isEqualTo(ExitCode.OK);
        assertThat(analyzer.out()).contains("\"n\":2", "\"mean\":0.5");

        assertThat(analyzer.run("report", "--all", output)).as(analyzer.err()).isEqualTo(ExitCode.OK);
        assertThat(analyzer.out()).contains("rag_accuracy");
    }

    @Test
    void shouldSayThatThereAreNoScores() {
        assertThat(analyzer.run("score", run)).isEqualTo(ExitCode.OK);

        assertThat(analyzer.out())
                .startsWith(
                        "! No scores: no evaluation was recorded in the input, and no file was given with --scores\n")
                .doesNotContain("Quality");
    }

    @Test
    void shouldGiveProgramsEveryGroup() {
        assertThat(analyzer.run("score", "--scores", scores, "--format", "json", run))
                .isEqualTo(ExitCode.OK);

        assertThat(analyzer.out())
                .startsWith("{\"format\":\"agent-profiler-scores/1\"")
                .contains("\"metrics\":[", "\"mean\":0.9", "\"of_no_workflow\":[", "\"data_notes\":[")
                .containsPattern("\"unmatched\":\\[\\s*\\{\\s*\"workflow_id\":\"nobody\"");
    }

    @Test
    void shouldPrintForPullRequestsAndPages() {
        assertThat(analyzer.run("score", "--scores", scores, "--format", "markdown", run))
                .isEqualTo(ExitCode.OK);
        assertThat(analyzer.out()).contains("| model", "faithfulness");

        assertThat(analyzer.run("score", "--scores", scores, "--format", "html", run))
                .isEqualTo(ExitCode.OK);
        assertThat(analyzer.out()).startsWith("<!DOCTYPE html>").contains("<td", "faithfulness");
    }
}
