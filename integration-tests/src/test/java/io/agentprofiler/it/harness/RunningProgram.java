// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;

/** A program that was started and may still run. Closing kills it. */
public final class RunningProgram implements AutoCloseable {
    private final Process process;
    private final Path out;
    private final Path err;
    private final Path profileDir;
    private final Path recording;

    RunningProgram(Process process, Path out, Path err, Path profileDir, Path recording) {
        this.process = process;
        this.out = out;
        this.err = err;
        this.profileDir = profileDir;
        this.recording = recording;
    }

    /** Returns the process id. */
    public long pid() {
        return process.pid();
    }

    /** Returns the profile directory given to the agent. */
    public Path profileDir() {
        return profileDir;
    }

    /** Returns what it has printed so far. */
    public String out() {
        return read(out);
    }

    /** Returns whether it still runs. */
    public boolean isAlive() {
        return process.isAlive();
    }

    /** Waits until it has printed {@code text}. */
    public RunningProgram awaitOutput(String text) {
        return await(text, out);
    }

    /** Waits until there is {@code text} on its stderr. */
    public RunningProgram awaitError(String text) {
        return await(text, err);
    }

    private RunningProgram await(String text, Path file) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(20))
                .failFast("the program ended before it printed '" + text + "'", () -> {
                    if (!process.isAlive() && !read(file).contains(text)) {
                        throw new AssertionError(out() + read(err));
                    }
                })
                .until(() -> read(file).contains(text));
        return this;
    }

    /** Sends SIGKILL. */
    public void kill() {
        process.destroyForcibly();
    }

    /** Sends SIGTERM. */
    public void terminate() {
        process.destroy();
    }

    /** Waits for its end; after {@code limit} it is killed and the test fails. */
    public ProcessResult await(Duration limit) {
        try {
            if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                String threads = ThreadDumps.of(process);
                kill();
                process.waitFor();
                throw new AssertionError("the program did not end within " + limit + "\n" + result() + threads);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            kill();
            throw new AssertionError("interrupted while waiting for the program", e);
        }
        return result();
    }

    private ProcessResult result() {
        return new ProcessResult(process.exitValue(), read(out), read(err), profileDir, recording);
    }

    private static String read(Path file) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
