// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.harness.analyzer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.agentprofiler.it.harness.Artifacts;
import io.agentprofiler.it.harness.Jdks;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The shipped analyzer with a command that runs until it is stopped. Closing kills it. */
final class AnalyzerProcess implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(120);

    private final Process process;
    private final Path log;
    private final Matcher found;

    private AnalyzerProcess(Process process, Path log, Matcher found) {
        this.process = process;
        this.log = log;
        this.found = found;
    }

    /**
     * Starts it and waits until it has printed what is looked for.
     *
     * @param jvm options of its JVM
     * @param log where what it prints goes
     */
    static AnalyzerProcess start(List<String> jvm, List<String> arguments, Path log, Pattern printed)
            throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Jdks.current().java().toString());
        // a short run: the second compiler and parallel collectors would only cost it time
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
        command.addAll(jvm);
        command.addAll(List.of("-jar", Artifacts.analyzerJar().toString()));
        command.addAll(arguments);
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            Matcher found = await("what the analyzer prints first")
                    .atMost(PATIENCE)
                    .until(() -> printed.matcher(Files.readString(log)), Matcher::find);
            return new AnalyzerProcess(process, log, found);
        } catch (RuntimeException e) {
            process.destroyForcibly();
            throw new AssertionError(Files.readString(log), e);
        }
    }

    /** Returns a group of what was looked for. */
    String found(int group) {
        return found.group(group);
    }

    /** Returns what it has printed so far. */
    String printed() {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Sends SIGTERM, waits for the end and returns the exit code. */
    int stop() throws InterruptedException {
        process.destroy();
        assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        return process.exitValue();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
