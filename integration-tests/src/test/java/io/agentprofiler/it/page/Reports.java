// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.it.harness.Artifacts;
import io.agentprofiler.it.harness.Jdks;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The shipped analyzer, making pages. */
final class Reports {
    private Reports() {}

    /** Returns {@code report.html} of a run. */
    static Path page(Path run, String... options) throws IOException, InterruptedException {
        Path out = run.resolveSibling(run.getFileName() + "-out");
        List<String> arguments =
                new ArrayList<>(List.of("report", "--out", out.toString(), "--format", "html", run.toString()));
        arguments.addAll(List.of(options));
        String printed = analyzer(run, 0, arguments);
        assertThat(printed).contains("Open in a browser: " + out.resolve("report.html"));
        return out.resolve("report.html");
    }

    /**
     * Runs a command of the analyzer, expects this exit code, and returns its output. Named files are in the same directory.
     */
    static String analyzer(Path name, int exit, List<String> arguments) throws IOException, InterruptedException {
        Path log = name.resolveSibling(name.getFileName() + ".log");
        List<String> command = new ArrayList<>(List.of(
                Jdks.current().java().toString(),
                // a short run: the second compiler and parallel collectors would only cost it time
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx512m",
                "-jar",
                Artifacts.analyzerJar().toString()));
        command.addAll(arguments);
        Process analyzer = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        assertThat(analyzer.waitFor(5, TimeUnit.MINUTES)).isTrue();
        String printed = new String(Files.readAllBytes(log), StandardCharsets.UTF_8);
        assertThat(analyzer.exitValue()).as(printed).isEqualTo(exit);
        return printed;
    }
}
