// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.size;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.testing.CommandRun;
import io.agentprofiler.analyzer.testing.TestRun;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SizeCommandTest {
    @TempDir
    private Path directory;

    private final CommandRun analyzer = new CommandRun();

    /** Workflows of {@code millis} with one model call, {@code lanes} at a time. */
    private Path run(int lanes, double millis) {
        TestRun run = TestRun.run("lanes-" + lanes);
        for (int i = 0; i < lanes * 24; i++) {
            double start = i / lanes * millis;
            run.trace(i + 1)
                    .start(1, 0, start, "workflow", "w")
                    .start(2, 1, start, "llm", "chat", "\"gen_ai.request.model\":\"m\"")
                    .end(2, start + millis / 2)
                    .end(1, start + millis);
        }
        return run.footer().write(directory.resolve("run" + lanes).resolve("segment-000001.jsonl"));
    }

    @Test
    void shouldAnswerInEveryFormat() throws IOException {
        Path out = directory.resolve("out");
        Path one = run(1, 3000);
        Path two = run(2, 5000);
        Object[] question = {"size", "--users", 20, "--target-runtime", 12, "--out", out, one, two, "--format"};

        assertThat(analyzer.run(with(question, "json"))).isZero();
        assertThat(analyzer.out().replaceAll("\\s", ""))
                .isEqualTo(Files.readString(out.resolve("sizing.json")).replaceAll("\\s", ""))
                .contains("\"format\":\"agent-profiler-sizing/1\"", "\"gpus_whole\":4");
        analyzer.run(with(question, "markdown"));
        assertThat(analyzer.out())
                .contains("#### Needed", "| 2 | 48 |", "GPUs or replicas: 4")
                .doesNotContain("Written");
        analyzer.run(with(question, "html"));
        assertThat(analyzer.out()).contains("GPUs or replicas: 4").doesNotContain("Written");
    }

    private static Object[] with(Object[] question, String format) {
        Object[] all = Arrays.copyOf(question, question.length + 1);
        all[question.length] = format;
        return all;
    }

    @Test
    void shouldSizeFromSeveralRuns() throws IOException {
        Path out = directory.resolve("out");
        int code = analyzer.run(
                "size",
                "--users",
                200,
                "--gpus",
                8,
                "--target-runtime",
                12,
                "--out",
                out,
                run(1, 3000),
                run(2, 5000),
                run(4, 9000));
        assertThat(analyzer.err()).isEmpty();
        assertThat(code).isZero();
        // 1 s + 2 s for each: 12 s at 5.5 at once, 200 / 5.5 * 8 = 290.9
        assertThat(analyzer.out())
                .contains(
                        "workflows at once as observed",
                        "workflow run time: 1.00 s + 2.00 s for each workflow at once (R² 1.000)",
                        "run time of 12.0 s: 290.9, with 5.5 at once on the measured system (not measured beyond 4 at once;",
                        "GPUs or replicas: 291");
        assertThat(out.toFile().list())
                .containsExactlyInAnyOrder(
                        "sizing.csv",
                        "sizing.json",
                        "calc_runner_output.json",
                        "concurrency_vs_p95_simple.png",
                        "concurrency_vs_p95_analysis.png");
        assertThat(Files.readString(out.resolve("sizing.csv"))).isEqualTo("""
                concurrency,llm_latency_p95_s,workflow_runtime_p95_s,total_runtime_s,workflows,failed,model_calls,interrupted,workflows_per_s
                1,1.5,3.0,72.0,24,0,24,false,0.3333333333333333
                2,2.5,5.0,120.0,48,0,48,false,0.4
                4,4.5,9.0,216.0,96,0,96,false,0.4444444444444444
                """);
        BufferedImage chart =
                ImageIO.read(out.resolve("concurrency_vs_p95_analysis.png").toFile());
        assertThat(chart.getWidth()).isEqualTo(1600);
    }

    @Test
    void shouldAnswerOtherTargetsFromSavedMeasurements() throws IOException {
        Path points = Files.writeString(directory.resolve("points.csv"), """
                concurrency,llm_latency_p95_s,workflow_runtime_p95_s
                1,1.0,3.0
                2,1.3,4.1
                4,2.2,6.4
                8,3.9,11.0
                """);
        int code = analyzer.run(
                "size", "--points", points, "--users", 200, "--gpus", 8, "--target-latency", 5, "--target-runtime", 12);
        assertThat(code).isZero();
        assertThat(analyzer.out()).contains("latency of 5.00 s: 150.4,", "run time of 12.0 s: 180.2,", "replicas: 181");
        assertThat(analyzer.run("size", "--points", points, "--users", 200, "--target-latency", 0.5))
                .isZero();
        assertThat(analyzer.out())
                .contains(
                        "latency of 500 ms: cannot be reached: one workflow alone takes",
                        "No number of GPUs or replicas can be given.");
    }

    @Test
    void shouldCutOneLongRun() {
        assertThat(analyzer.run("size", run(3, 1000))).isZero();
        assertThat(analyzer.out())
                .contains("one run, cut by how many workflows ran at once", "one level only; a line takes two");
    }

    @Test
    void shouldRefuseWhatMakesNoSense() throws IOException {
        Path run = run(1, 100);
        analyzer.assertRefused("Missing required parameter: 'INPUT', at least one run", "size");
        analyzer.assertRefused(
                "--concurrency names 2 numbers for 1 run: give one for each, in their order",
                "size",
                "--concurrency",
                "1,2",
                run);
        analyzer.assertRefused("a target needs --users COUNT", "size", "--target-latency", 1, run);
        analyzer.assertRefused("--users needs --target-latency", "size", "--users", 1, run);
        analyzer.assertRefused("--gpus takes the number", "size", "--gpus", 0, run);
        analyzer.assertRefused("--target-latency, --target-runtime,", "size", "--target-latency", -1, run);
        Path points = Files.writeString(directory.resolve("bad.csv"), "concurrency,llm_latency_p95_s\n1,2\n");
        analyzer.assertRefused(
                points + ":2: no value for the column workflow_runtime_p95_s", "size", "--points", points);
        Files.writeString(points, "concurrency,llm_latency_p95_s,workflow_runtime_p95_s\n1,2,3\n1,2,x\n");
        analyzer.assertRefused(points + ":3: workflow_runtime_p95_s takes a number, not x", "size", "--points", points);
        Files.writeString(points, "");
        analyzer.assertRefused(points + ": holds no measurement", "size", "--points", points);
        analyzer.assertRefused("--points takes the place of runs", "size", "--points", points, run);
        Path missing = directory.resolve("missing.csv");
        analyzer.assertRefused(missing + ": cannot be read: ", "size", "--points", missing);
    }
}
