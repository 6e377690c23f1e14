// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The machine's {@code gpg}. */
final class GnuPg implements AutoCloseable {
    private final Path home;

    private GnuPg(Path home) {
        this.home = home;
    }

    /** Returns it with keys in a folder, so that it knows nothing of the user's; skips the test where there is none on the path. */
    static GnuPg orSkip(Path home) {
        assumeThat(Stream.of(System.getenv("PATH").split(File.pathSeparator))
                        .map(folder -> Path.of(folder, "gpg"))
                        .anyMatch(Files::isExecutable))
                .as("there is a gpg")
                .isTrue();
        return new GnuPg(home);
    }

    /** Returns it with the user's own keys. */
    static GnuPg ofTheUser() {
        return new GnuPg(null);
    }

    /** Runs it, expects it to succeed, and returns what it printed. */
    String run(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("gpg", "--batch", "--quiet"));
        if (home != null) {
            command.addAll(List.of("--homedir", home.toString()));
        }
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }

    /** Ends the process that gpg keeps for the keys. */
    @Override
    public void close() throws IOException, InterruptedException {
        new ProcessBuilder("gpgconf", "--homedir", home.toString(), "--kill", "all")
                .redirectErrorStream(true)
                .start()
                .waitFor();
    }
}
