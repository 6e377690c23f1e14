// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.demo;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/** Runs commands in the root of the project, and shows each as a user would type it. */
public final class Shell {
    private static final Set<String> OPTIONS = Set.of("JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS");

    private final Path root;
    private final PrintStream out;
    private final ProcessBuilder.Redirect printed;

    private Shell(Path root, PrintStream out, ProcessBuilder.Redirect printed) {
        this.root = root;
        this.out = out;
        this.printed = printed;
    }

    /** Returns a shell in the root of the project that shows everything. */
    public static Shell showing(Path root) {
        return new Shell(root, System.out, ProcessBuilder.Redirect.INHERIT);
    }

    /** Returns a shell in the root of the project that shows nothing; what the commands print goes to a file. */
    public static Shell quiet(Path root, Path log) {
        return new Shell(
                root,
                new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8),
                ProcessBuilder.Redirect.appendTo(log.toFile()));
    }

    /** Returns the JVM this one runs on. */
    public static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    /** Returns a path relative to the root. */
    public String relative(Path path) {
        return root.relativize(path).toString();
    }

    /**
     * Returns {@code path} if it was built.
     *
     * @throws IOException if it does not exist
     */
    public String built(String path) throws IOException {
        if (!Files.exists(root.resolve(path))) {
            throw new IOException(root.resolve(path) + " does not exist; build it with ./mvnw -q -Pdemo package");
        }
        return path;
    }

    /**
     * Shows a command and runs it.
     *
     * @throws IOException if it fails
     */
    public void step(String title, List<String> command) throws IOException, InterruptedException {
        step(title, command, command);
    }

    /**
     * Runs a command.
     *
     * @param title what it is for
     * @param shown what is printed of it, the JVM first
     * @param command the whole of it
     * @throws IOException if it fails
     */
    public void step(String title, List<String> shown, List<String> command) throws IOException, InterruptedException {
        out.println();
        out.println("== " + title);
        out.println("$ java " + String.join(" ", shown.subList(1, shown.size())));
        out.println();
        out.flush();
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(root.toFile())
                .redirectOutput(printed)
                .redirectError(printed);
        // what would add lines of the JVM's own, or a proxy between the program and its model server
        builder.environment()
                .keySet()
                .removeIf(name ->
                        OPTIONS.contains(name) || name.toLowerCase(Locale.ROOT).endsWith("_proxy"));
        int exit = builder.start().waitFor();
        if (exit != 0) {
            throw new IOException("The command ended with exit code " + exit + ": " + String.join(" ", shown));
        }
    }

    /** Makes an empty directory, whatever there was. */
    public static void makeEmpty(Path dir) throws IOException {
        if (Files.exists(dir)) {
            try (Stream<Path> paths = Files.walk(dir)) {
                for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(path);
                }
            }
        }
        Files.createDirectories(dir);
    }
}
