// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.artifact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.agentprofiler.it.harness.AgentProcess;
import io.agentprofiler.it.harness.Artifacts;
import io.agentprofiler.it.harness.Jdk;
import io.agentprofiler.it.harness.ProcessResult;
import io.agentprofiler.it.harness.analyzer.Analyzer;
import io.agentprofiler.shared.CompilerDirectives;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks on the shipped jar: classes left out of its libraries are not needed. */
@Tag("once")
class AnalyzerJarIT {
    /** All services are of formats and lab, but those of libraries. */
    private static final Pattern NOT_CORE =
            Pattern.compile("^(io/agentprofiler/analyzer/(formats|lab)/|org/tribuo/|com/oracle/|com/google/protobuf/"
                    + "|META-INF/(MANIFEST\\.MF|services/io\\.agentprofiler\\.))");

    @TempDir
    private Path directory;

    @ParameterizedTest
    @MethodSource("io.agentprofiler.it.harness.Jdks#all")
    void shouldTrainForecastsAndDrawSizing(Jdk jdk) throws IOException {
        Path run = Files.write(directory.resolve("run.jsonl"), run());
        Path out = directory.resolve("out");

        ProcessResult forecast =
                Analyzer.run(jdk, directory, "forecast", "--save", out + "/model.json", "--out", out.toString(), run);
        assertThat(forecast.exitCode()).as(forecast.toString()).isZero();
        assertThat(forecast.err()).isEmpty();
        assertThat(forecast.out()).contains("learned from the first 80 workflows", "linear beats the naive forecast");
        ProcessResult loaded = Analyzer.run(jdk, directory, "forecast", "--load", out + "/model.json", run);
        assertThat(loaded.exitCode()).as(loaded.toString()).isZero();

        ProcessResult size = Analyzer.run(jdk, directory, "size", "--out", out.toString(), run);
        assertThat(size.exitCode()).as(size.toString()).isZero();
        assumeThat(size.out() + size.err()).doesNotContain("no fonts");
        assertThat(out.resolve("concurrency_vs_p95_analysis.png")).isNotEmptyFile();
    }

    @Test
    void shouldOpenWhatTellsTheJvmsCompilersToBeQuick() throws IOException {
        try (JarFile jar = new JarFile(Artifacts.analyzerJar().toFile())) {
            assertThat(jar.getManifest().getMainAttributes().getValue("Add-Opens"))
                    .isEqualTo(CompilerDirectives.MODULE + "/" + CompilerDirectives.PACKAGE);
        }
    }

    /**
     * The jar without formats, lab and the libraries that only the lab uses still reports, renders its page and serves, and is small.
     * Its size, in bytes, is what {@code docs/architecture.md} states.
     */
    @Test
    void shouldHoldASmallCoreThatWorksAlone() throws IOException {
        Path core = directory.resolve("core.jar");
        copyCore(core);
        assertThat(Files.size(core)).isLessThan(7_000_000);
        Path run = Files.write(directory.resolve("run.jsonl"), run());
        Path out = directory.resolve("out");

        ProcessResult report = command(core, "report", "--out", out, run);
        assertThat(report.exitCode()).as(report.toString()).isZero();
        assertThat(report.out()).contains("100 workflows");
        assertThat(out.resolve("report.html")).isNotEmptyFile();

        ProcessResult help = command(core, "help");
        assertThat(help.exitCode()).as(help.toString()).isZero();
        assertThat(help.out()).contains("whatif", "serve").doesNotContain("export", "forecast");
    }

    private ProcessResult command(Path jar, Object... arguments) {
        return AgentProcess.of("io.agentprofiler.analyzer.cli.Main", directory)
                .withoutAgent()
                .classPath(jar.toString())
                .args(Arrays.stream(arguments).map(Object::toString).toArray(String[]::new))
                .run();
    }

    private static void copyCore(Path to) throws IOException {
        try (JarFile jar = new JarFile(Artifacts.analyzerJar().toFile());
                JarOutputStream core = new JarOutputStream(Files.newOutputStream(to), jar.getManifest())) {
            for (JarEntry entry : Collections.list(jar.entries())) {
                if (!entry.isDirectory() && !NOT_CORE.matcher(entry.getName()).find()) {
                    core.putNextEntry(new JarEntry(entry.getName()));
                    jar.getInputStream(entry).transferTo(core);
                    core.closeEntry();
                }
            }
        }
    }

    /** Workflows of two model calls, the second prompt is the first and its answer. */
    private static List<String> run() {
        List<String> lines = new ArrayList<>();
        lines.add("{\"event\":\"HEADER\",\"format\":\"agent-profiler/1\",\"run\":\"r\"}");
        Random random = new Random(1);
        long t = 1_750_000_000_000_000_000L;
        for (int i = 1; i <= 100; i++) {
            long input = 100 + random.nextInt(5000);
            long output = 10 + random.nextInt(500);
            lines.add(start(i, 1, 0, t, "workflow"));
            lines.add(start(i, 2, 1, t, "llm"));
            lines.add(end(i, 2, t + 1_000_000 * input, input, output));
            lines.add(start(i, 3, 1, t + 1_100_000 * input, "llm"));
            lines.add(end(i, 3, t + 2_000_000 * input, input + output, output));
            t += 2_100_000 * input;
            lines.add(end(i, 1, t, 0, 0));
        }
        return lines;
    }

    private static String start(int trace, int span, int parent, long t, String kind) {
        return String.format(
                Locale.ROOT,
                "{\"event\":\"SPAN_START\",\"trace\":\"%032x\",\"span\":\"%016x\"%s,\"t\":%d,\"kind\":\"%s\",\"name\":\"%s\"}",
                trace,
                span,
                parent == 0 ? "" : String.format(Locale.ROOT, ",\"parent\":\"%016x\"", parent),
                t,
                kind,
                kind);
    }

    private static String end(int trace, int span, long t, long input, long output) {
        return String.format(
                Locale.ROOT,
                "{\"event\":\"SPAN_END\",\"trace\":\"%032x\",\"span\":\"%016x\",\"t\":%d,\"status\":\"ok\",\"attributes\":"
                        + "{\"gen_ai.usage.input_tokens\":%d,\"gen_ai.usage.output_tokens\":%d}}",
                trace,
                span,
                t,
                input,
                output);
    }
}
