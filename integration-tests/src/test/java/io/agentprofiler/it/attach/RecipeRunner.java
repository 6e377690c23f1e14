// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.attach;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.desk.Desk;
import io.agentprofiler.it.harness.Artifacts;
import io.agentprofiler.it.harness.Jdks;
import io.agentprofiler.it.harness.trace.Segments;
import io.agentprofiler.it.openai.OpenAiServer;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Runs recipes of the page in a shell, with a model server, and checks the traces. Its files are below one directory. */
final class RecipeRunner implements AutoCloseable {
    private static final Path PROJECTS = Path.of("src/test/resources/attach").toAbsolutePath();
    private static final Path SOURCES = Path.of("src/main/java").toAbsolutePath();
    private static final Path ROOT = Artifacts.agentJar().resolve("../../..").normalize();
    private static final long LIMIT_MINUTES = 5;

    private final Path dir;
    private final OpenAiServer server = OpenAiServer.start();
    private final Map<String, String> environment = new HashMap<>();
    private String path = Jdks.current().home().resolve("bin") + File.pathSeparator + System.getenv("PATH");

    RecipeRunner(Path dir) {
        this.dir = dir;
        environment.put("JAVA_HOME", Jdks.current().home().toString());
        environment.put("OPENAI_BASE_URL", server.baseUrl());
    }

    /** Gives what is typed a variable of its environment. */
    RecipeRunner environment(String name, String value) {
        environment.put(name, value);
        return this;
    }

    /** Makes {@code mvn} the Maven of this build. */
    RecipeRunner withMaven() throws IOException {
        Path bin = Files.createDirectories(dir.resolve("bin"));
        Path command =
                Files.writeString(bin.resolve("mvn"), "#!/bin/sh\nexec '" + ROOT.resolve("mvnw") + "' -B \"$@\"\n");
        assertThat(command.toFile().setExecutable(true)).isTrue();
        path = bin + File.pathSeparator + path;
        return this;
    }

    /** Types a recipe and returns what it printed. */
    String type(String recipe, Path where) throws IOException, InterruptedException {
        return run(Recipes.text(recipe, traces()), where);
    }

    /** Runs what has to be there before a recipe. */
    String run(String script, Path where) throws IOException, InterruptedException {
        Path log = dir.resolve("printed.txt");
        ProcessBuilder shell = new ProcessBuilder("bash", "-e", "-c", script)
                .directory(where.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        shell.environment().keySet().removeAll(Set.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"));
        shell.environment().putAll(environment);
        shell.environment().put("PATH", path);
        Process process = shell.start();
        process.getOutputStream().close();
        if (!process.waitFor(LIMIT_MINUTES, TimeUnit.MINUTES)) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
            throw new AssertionError("did not end: " + script + "\n" + Files.readString(log));
        }
        String printed = Files.readString(log);
        assertThat(process.exitValue()).as(script + "\n" + printed).isZero();
        return printed;
    }

    /** Copies a project of the test resources, and the desk into it. */
    Path project(String name) throws IOException {
        Path from = PROJECTS.resolve(name);
        Path to = dir.resolve(name);
        List<Path> files;
        try (Stream<Path> walk = Files.walk(from)) {
            files = walk.filter(Files::isRegularFile).toList();
        }
        for (Path file : files) {
            copy(file, to.resolve(from.relativize(file).toString()));
        }
        String desk = Desk.class.getName().replace('.', '/') + ".java";
        copy(SOURCES.resolve(desk), to.resolve("src/main/java").resolve(desk));
        return to;
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.createDirectories(to.getParent());
        Files.copy(from, to);
    }

    /** Expects this number of runs, each with the desk's one workflow. */
    void assertRuns(int expected) throws IOException {
        assertRuns(expected, RunningJvmIT.WORKFLOW);
    }

    /** Expects this number of runs, each with one workflow. */
    void assertRuns(int expected, String workflow) throws IOException {
        List<Path> runs;
        try (Stream<Path> children = Files.list(traces())) {
            runs = children.toList();
        }
        assertThat(runs).hasSize(expected);
        for (Path run : runs) {
            Segments.read(run).assertBooksExact().assertNothingDropped().tree().assertEquals(run.toString(), workflow);
        }
    }

    private Path traces() {
        return dir.resolve("traces");
    }

    @Override
    public void close() {
        server.close();
    }
}
