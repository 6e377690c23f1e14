// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.export.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.agentprofiler.analyzer.formats.export.ExportRun;
import io.agentprofiler.analyzer.formats.export.ReportFigures;
import io.agentprofiler.analyzer.testing.CommandRun;
import java.io.File;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Asks DuckDB and Arrow, which pandas and Spark read by, about exported tables, and runs the documentation's queries. Both come from
 * PyPI. {@code .ci/run} has it run where Python is; otherwise one line says that it did not.
 */
@Tag("interop")
class ParquetInteropTest {
    private static final Path INTEROP = Path.of("target/interop");
    private static final List<String> PACKAGES = List.of("duckdb==1.3.2", "pyarrow==21.0.0", "pytz==2025.2");
    private static final String ASKED = "INTEROP_TESTS";
    private static final Path PAGE = Path.of("../../docs/formats/parquet.md");

    @TempDir
    private Path directory;

    private static String run(String... command) throws IOException, InterruptedException {
        File said = Files.createTempFile("said", ".txt").toFile();
        Process process = new ProcessBuilder(command).redirectError(said).start();
        process.getOutputStream().close();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor())
                .as(String.join(" ", command) + ": " + out + Files.readString(said.toPath()))
                .isZero();
        Files.delete(said.toPath());
        return out;
    }

    /** Returns a Python that has the packages. */
    private static String python() throws IOException, InterruptedException {
        boolean installed = Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .anyMatch(path -> Files.isExecutable(Path.of(path, "python3")));
        if (System.getenv().getOrDefault(ASKED, "").isEmpty() || !installed) {
            System.out.println("SKIPPED: DuckDB and Arrow on exported tables; they need python3, packages of PyPI, and "
                    + ASKED + "=1 in the environment");
            assumeThat(false).as("asked for").isTrue();
        }
        Path environment = INTEROP.resolve("parquet");
        String python = environment.resolve("bin/python").toString();
        Path done = environment.resolve(String.join("_", PACKAGES).replace('=', '-'));
        if (!Files.exists(done)) {
            run("python3", "-m", "venv", "--clear", environment.toString());
            String[] install = Stream.concat(Stream.of(python, "-m", "pip", "install", "--quiet"), PACKAGES.stream())
                    .toArray(String[]::new);
            run(install);
            Files.createFile(done);
        }
        return python;
    }

    @Test
    void shouldAddUpToTheReport() throws IOException, InterruptedException {
        String python = python();
        Path run = ExportRun.random(new Random(3), 80).write(directory.resolve("run/segment-000001.jsonl"));
        ReportFigures report = new ReportFigures(run, directory.resolve("report"));
        Path out = directory.resolve("tables");
        CommandRun analyzer = new CommandRun();
        assertThat(analyzer.run("export", "parquet", "--out", out, run)).isZero();

        Map<String, String> answers = new HashMap<>();
        run(python, "src/test/resources/parquet/check.py", out.toString(), PAGE.toString())
                .lines()
                .forEach(line -> answers.put(line.split(" ", 2)[0], line.split(" ", 2)[1]));

        String spans = String.valueOf(report.bySpan().size());
        assertThat(answers).containsEntry("spans", spans);
        assertThat(answers).containsEntry("arrow_spans", spans);
        assertThat(answers).containsEntry("workflow_spans", spans);
        for (String column : List.of("duration_ns", "self_ns", "input_tokens", "output_tokens")) {
            assertThat(answers).containsEntry(column, String.valueOf(report.sum(column)));
        }
        String input = answers.get("input_tokens");
        assertThat(answers).containsEntry("workflow_input", input);
        assertThat(answers).containsEntry("arrow_input", input);
        long unknown = report.bySpan().values().stream()
                .filter(row -> row.getField("input_tokens").isEmpty())
                .count();
        assertThat(answers).containsEntry("unknown_input", String.valueOf(unknown));
        assertThat(answers).containsEntry("arrow_nulls", String.valueOf(unknown));
        assertThat(new BigDecimal(answers.get("cost_usd"))).isEqualByComparingTo(report.cost());
        assertThat(new BigDecimal(answers.get("workflow_cost"))).isEqualByComparingTo(report.cost());
        assertThat(answers).containsEntry("workflows", "80");
        assertThat(answers.get("model_calls"))
                .isEqualTo(answers.get("workflow_calls"))
                .isNotEqualTo("0");
        assertThat(answers).containsEntry("off", "0");
        assertThat(answers).containsEntry("version", Schema.VERSION);
        assertThat(answers).containsEntry("type_start_time", "timestamp[us, tz=UTC]");
        assertThat(answers).containsEntry("type_cost_usd", "decimal128(18, 12)");
        assertThat(answers).containsEntry("type_name", "string");
        assertThat(answers).containsEntry("type_duration_ns", "int64");
        assertThat(Integer.parseInt(answers.get("queries"))).isGreaterThan(5);
        assertThat(Integer.parseInt(answers.get("answers"))).isGreaterThan(10);
        Files.writeString(INTEROP.resolve("duckdb.txt"), "DuckDB and Arrow read the tables\n");
    }

    @Test
    void shouldHoldWhatProducersReportedToHavePaid() throws IOException, InterruptedException {
        String python = python();
        Path out = directory.resolve("tables");
        CommandRun analyzer = new CommandRun();
        assertThat(analyzer.run(
                        "export",
                        "parquet",
                        "--out",
                        out,
                        "src/test/resources/atif/phoenix-multi_tool_trajectory.json"))
                .isZero();

        List<String> answers = run(python, "src/test/resources/parquet/check.py", out.toString(), PAGE.toString())
                .lines()
                .toList();

        assertThat(answers)
                .contains("reported_usd 0.007400000000", "workflow_reported 0.007400000000", "reported_calls 3");
    }
}
