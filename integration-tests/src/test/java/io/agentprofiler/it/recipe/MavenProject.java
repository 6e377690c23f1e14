// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.recipe;

import io.agentprofiler.it.harness.Artifacts;
import io.agentprofiler.it.harness.ThreadDumps;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A copy of one of {@code src/test/projects}, built by Maven in a process of its own. */
final class MavenProject {
    private static final long LIMIT_MINUTES = 5;

    private final Path directory;
    private final Path jars;

    private MavenProject(Path directory, Path jars) {
        this.directory = directory;
        this.jars = jars;
    }

    /**
     * The result of a build.
     *
     * @param exitCode Maven's exit code
     * @param output Maven's output
     */
    record Build(int exitCode, String output) {}

    /**
     * Copies a project.
     *
     * @param name of the project
     * @param parent where to copy it to; the shipped jars are put there, too
     */
    static MavenProject copy(String name, Path parent) throws IOException {
        Path source = Path.of("src/test/projects").resolve(name);
        Path directory = parent.resolve(name);
        try (Stream<Path> files = Files.walk(source)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path target = directory.resolve(source.relativize(file));
                Files.createDirectories(target.getParent());
                Files.copy(file, target);
            }
        }
        Path jars = Files.createDirectories(parent.resolve("the jars"));
        for (Path jar : List.of(Artifacts.agentJar(), Artifacts.analyzerJar())) {
            Files.copy(jar, jars.resolve(jar.getFileName()));
        }
        return new MavenProject(directory, jars);
    }

    /** Replaces a comment in the POM with a part of a page. */
    MavenProject with(String place, String xml) throws IOException {
        Path pom = directory.resolve("pom.xml");
        String text = Files.readString(pom);
        String comment = "<!-- docs/testing.md: " + place + " -->";
        if (!text.contains(comment)) {
            throw new IllegalStateException(pom + " has no " + comment);
        }
        Files.writeString(pom, text.replace(comment, xml));
        return this;
    }

    /** Builds it without the network if what it needs is there, as it is from the second time on. */
    Build verify(String... options) throws IOException, InterruptedException {
        Build offline = run(Stream.concat(Stream.of("-o"), Arrays.stream(options)));
        return offline.output().contains("in offline mode") ? run(Arrays.stream(options)) : offline;
    }

    private Build run(Stream<String> options) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(
                List.of(Path.of("../mvnw").toAbsolutePath().normalize().toString(), "-B", "verify"));
        command.add("-Dagent-profiler.jars=" + jars);
        options.forEach(command::add);
        Path log = directory.resolve("build.log");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        // what the build around this one was given is not meant for this one. Of its JVMs this is for Maven's alone,
        // which does little
        builder.environment().put("MAVEN_OPTS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC");
        builder.environment().remove("MAVEN_ARGS");
        Process process = builder.start();
        if (!process.waitFor(LIMIT_MINUTES, TimeUnit.MINUTES)) {
            String threads = ThreadDumps.of(process);
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
            throw new AssertionError("Maven did not end: " + Files.readString(log) + threads);
        }
        return new Build(process.exitValue(), Files.readString(log));
    }

    /** Returns a file below {@code target}. */
    Path target(String file) {
        return directory.resolve("target").resolve(file);
    }
}
