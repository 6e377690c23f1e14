// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.artifact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.agentprofiler.it.harness.Artifacts;
import io.agentprofiler.it.harness.Jdk;
import io.agentprofiler.it.harness.ProcessResult;
import io.agentprofiler.it.harness.analyzer.Analyzer;
import io.agentprofiler.shared.CompilerDirectives;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks on the shipped jar: classes left out of its libraries are not needed. */
@Tag("once")
class AnalyzerJarIT {
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
