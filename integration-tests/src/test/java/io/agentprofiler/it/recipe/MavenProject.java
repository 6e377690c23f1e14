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

    private static final String GROUP = "io.agentprofiler";
    private static final String VERSION = "0.1.0";
    private static final String NEEDED =
            "<dependency><groupId>%1$s</groupId><artifactId>%3$s</artifactId><version>%2$s</version></dependency>";
    private static final String POM = "<project><modelVersion>4.0.0</modelVersion><groupId>%1$s</groupId>"
            + "<artifactId>%3$s</artifactId><version>%2$s</version><packaging>%4$s</packaging>"
            + "<dependencies>%5$s</dependencies></project>";

    private final Path directory;
    private final Path repository;

    private MavenProject(Path directory, Path repository) {
        this.directory = directory;
        this.repository = repository;
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
     * @param parent where to copy it to; a repository with the shipped jars is put there, too
     * @param plugin what stands in the place of the comment in the project's POM
     */
    static MavenProject copy(String name, Path parent, String plugin) throws IOException {
        Path source = Path.of("src/test/projects").resolve(name);
        Path directory = parent.resolve(name);
        try (Stream<Path> files = Files.walk(source)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path target = directory.resolve(source.relativize(file));
                Files.createDirectories(target.getParent());
                Files.copy(file, target);
            }
        }
        Path pom = directory.resolve("pom.xml");
        String comment = "<!-- docs/attach/testing.md -->";
        String text = Files.readString(pom);
        if (!text.contains(comment)) {
            throw new IllegalStateException(pom + " has no " + comment);
        }
        Files.writeString(pom, text.replace(comment, plugin));
        Path repository = parent.resolve("local repository");
        String agent = "agent-profiler";
        String analyzer = "agent-profiler-analyzer";
        install(repository, agent, Artifacts.agentJar(), "jar", "");
        install(repository, analyzer, Artifacts.analyzerJar(), "jar", "");
        install(
                repository,
                "agent-profiler-maven-plugin",
                Artifacts.mavenPlugin(),
                "maven-plugin",
                NEEDED.formatted(GROUP, VERSION, agent) + NEEDED.formatted(GROUP, VERSION, analyzer));
        return new MavenProject(directory, repository);
    }

    private static void install(Path repository, String artifact, Path jar, String packaging, String needed)
            throws IOException {
        Path folder = Files.createDirectories(
                repository.resolve(GROUP.replace('.', '/')).resolve(artifact).resolve(VERSION));
        Files.copy(jar, folder.resolve(artifact + "-" + VERSION + ".jar"));
        Files.writeString(
                folder.resolve(artifact + "-" + VERSION + ".pom"),
                POM.formatted(GROUP, VERSION, artifact, packaging, needed));
    }

    /** Builds it without the network if what it needs is there, as it is from the second time on. */
    Build verify(String... options) throws IOException, InterruptedException {
        Build offline = run(Stream.concat(Stream.of("-o"), Arrays.stream(options)));
        return offline.output().contains("in offline mode") ? run(Arrays.stream(options)) : offline;
    }

    private Build run(Stream<String> options) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(
                List.of(Path.of("../mvnw").toAbsolutePath().normalize().toString(), "-B", "verify"));
        // a repository of its own, before the one in which Maven has what else is needed
        command.add("-Dmaven.repo.local=" + repository);
        command.add("-Dmaven.repo.local.tail=" + Path.of(System.getProperty("user.home"), ".m2/repository"));
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
