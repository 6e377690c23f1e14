// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.steps;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.command.ExitCode;
import io.agentprofiler.analyzer.testing.CommandRun;
import io.agentprofiler.analyzer.testing.SampleRun;
import io.agentprofiler.analyzer.testing.TestRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StepsCommandTest {
    @TempDir
    private Path directory;

    private final CommandRun analyzer = new CommandRun();
    private Path run;

    @BeforeEach
    void writeARun() throws IOException {
        run = SampleRun.get().write(directory.resolve("run/segment-000001.jsonl"));
    }

    @Test
    void shouldPrintTheAveragesOfEachProgram() {
        assertThat(analyzer.run("steps", run)).isEqualTo(ExitCode.OK);

        assertThat(analyzer.out())
                .startsWith("Steps  means of the model calls of a program, of those whose value is known\n")
                .containsPattern("\nall +2 +200 ms +800 ms +250 ms +250 ms +83.3 % +83.3 %")
                .containsPattern("\nc1 +2 +200 ms +800 ms +250 ms +250 ms +83.3 % +83.3 %")
                .containsPattern("\ntool_calls +1 +1,200 ")
                .containsPattern("\n\\(not told\\) +1 +- ");
    }

    @Test
    void shouldWriteThunderAgentsColumnsAndLeaveUnknownCellsEmpty() throws IOException {
        Path csv = directory.resolve("step_profiles.csv");
        assertThat(analyzer.run("steps", "--by", "workflow", "--out", csv, run)).isEqualTo(ExitCode.OK);

        String id = TestRun.traceId(1);
        assertThat(csv).hasContent("""
                program_id,step_id,prefill_s,decode_s,pause_s,tool_call_s,kv_hit_rate,completed_at
                %s,1,0.2000,0.8000,,,0.8333,1750000001.0100
                %s,2,,,,0.2500,,1750000001.9600
                """.formatted(id, id));
        assertThat(analyzer.out()).endsWith("Written: " + csv + "\n");
    }

    @Test
    void shouldGiveProgramsEveryStep() {
        assertThat(analyzer.run("steps", "--format", "json", run)).isEqualTo(ExitCode.OK);

        assertThat(analyzer.out())
                .startsWith("{\"format\":\"agent-profiler-steps/1\"")
                .contains("\"by\":\"conversation\"", "\"program\":\"c1\"", "\"tool_ns\":250000000")
                .doesNotContain("\"pause", "null");
    }

    /** Of 200 ms that the client saw, the server's queue and prefill take 50 ms and 90 ms on average. */
    @Test
    void shouldSplitThePrefillWhereTheModelServerTellsItsQueue() throws IOException {
        Path polled = SampleRun.get()
                .line(sample(100, 1.0, 10, 2.0, 20))
                .line(sample(200, 1.5, 20, 2.9, 30))
                .footer()
                .write(directory.resolve("polled/segment-000001.jsonl"));
        assertThat(analyzer.run("steps", polled)).isEqualTo(ExitCode.OK);
        assertThat(analyzer.out())
                .contains("\nPrefill by model  ")
                .containsPattern("\ngpt +1 +200 ms +60.0 ms +50.0 ms +90.0 ms\n");
    }

    private static String sample(double t, double queue, int queued, double prefill, int prefilled) {
        return "{\"event\":\"BACKEND\",\"t\":" + TestRun.at(t) + ",\"endpoint\":\"http://gpu-1:8000\",\"up\":true,"
                + "\"server\":\"vllm\",\"model\":\"gpt\",\"engines\":1,\"queue_seconds\":" + queue
                + ",\"queue_requests\":" + queued + ",\"prefill_seconds\":" + prefill + ",\"prefill_requests\":"
                + prefilled + "}";
    }

    @Test
    void shouldSayThatThereIsNoStep() throws IOException {
        Path none = TestRun.run("r")
                .span(1, 0, 0, 10, "tool", "t")
                .footer()
                .write(directory.resolve("none/segment-000001.jsonl"));
        assertThat(analyzer.run("steps", none)).isEqualTo(ExitCode.OK);
        assertThat(analyzer.out()).startsWith("! No steps: the input holds no model call that ended\n");
    }

    @Test
    void shouldNameAFileThatCannotBeWritten() throws IOException {
        Path file = Files.writeString(directory.resolve("file"), "");
        assertThat(analyzer.run("steps", "--out", file.resolve("steps.csv"), run))
                .isEqualTo(ExitCode.BAD_INPUT);
        assertThat(analyzer.err()).contains("steps.csv: cannot be written: ");
    }
}
