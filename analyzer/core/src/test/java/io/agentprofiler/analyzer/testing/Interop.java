// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.testing;

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

/**
 * Other programs that read what we write. They come from PyPI, with fixed versions, into {@code target/interop}. {@code .ci/run} asks
 * for their tests, and fails if they did not run although there is a Python; otherwise one line says that they were skipped.
 */
public final class Interop {
    private static final Path DIRECTORY = Path.of("target/interop");
    private static final String ASKED = "INTEROP_TESTS";

    private Interop() {}

    /** Skips the test unless other programs are asked for and these are there. */
    public static void need(String what, String... programs) {
        boolean asked = !System.getenv().getOrDefault(ASKED, "").isEmpty();
        if (!asked || !Stream.of(programs).allMatch(Interop::isInstalled)) {
            System.out.println("SKIPPED: " + what + "; it needs " + String.join(", ", programs)
                    + ", packages of PyPI, and " + ASKED + "=1 in the environment");
            assumeThat(false).as("asked for").isTrue();
        }
    }

    private static boolean isInstalled(String program) {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .anyMatch(path -> Files.isExecutable(Path.of(path, program)));
    }

    /**
     * Returns the directory of Python packages, fetched once.
     *
     * @param name name of the directory
     * @param packages as {@code name==version}: they, and nothing that they ask for
     */
    public static Path python(String name, String... packages) throws IOException, InterruptedException {
        Path installed = DIRECTORY.resolve(name);
        Path done = installed.resolve("complete.txt");
        String wanted = String.join("\n", packages);
        if (!Files.exists(done) || !Files.readString(done).equals(wanted)) {
            List<String> command = new ArrayList<>(List.of("python3", "-m", "pip", "install", "--quiet", "--no-deps"));
            // what is used of them runs on older versions of Python, too
            command.addAll(List.of("--ignore-requires-python", "--upgrade", "--target", installed.toString()));
            command.addAll(List.of(packages));
            run(command);
            Files.writeString(done, wanted);
        }
        return installed;
    }

    /** Runs a command that is to succeed; returns what it prints. */
    public static String run(List<String> command) throws IOException, InterruptedException {
        File said = Files.createTempFile("said", ".txt").toFile();
        Process process = new ProcessBuilder(command).redirectError(said).start();
        process.getOutputStream().close();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor())
                .as(command + ": " + out + Files.readString(said.toPath()))
                .isZero();
        Files.delete(said.toPath());
        return out;
    }

    /** Leaves the mark that {@code .ci/run} expects of a test that ran. */
    public static void passed(String name, String what) throws IOException {
        Files.createDirectories(DIRECTORY);
        Files.writeString(DIRECTORY.resolve(name + ".txt"), what + "\n");
    }
}
