// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.attach;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.example.desk.Desk;
import io.agentprofiler.it.harness.Artifacts;
import io.agentprofiler.it.harness.Framework;
import io.agentprofiler.it.harness.Jdk;
import io.agentprofiler.it.harness.Jdks;
import io.agentprofiler.it.harness.Segments;
import io.agentprofiler.it.openai.OpenAiServer;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The recipes of {@code docs/attach.md}, typed as printed. */
class RecipesIT {
    private static final Path PROJECTS = Path.of("src/test/resources/attach").toAbsolutePath();
    private static final Path SOURCES = Path.of("src/main/java").toAbsolutePath();

    @TempDir
    private Path dir;

    @ParameterizedTest
    @ValueSource(strings = {"java-jar", "java-tool-options", "jdk-java-options", "argument-file", "jlink"})
    void shouldTraceAJar(String recipe) throws Exception {
        Jdk jdk = Jdks.current();
        assumeTrue(!recipe.equals("jlink") || Files.isExecutable(jdk.home().resolve("bin/jlink")), "no jlink");
        jar(dir.resolve("myagent.jar"));

        String printed = type(recipe, dir, Map.of());

        assertThat(printed).contains("Answer: OK");
        assertRuns(1);
    }

    @Test
    void shouldTraceTestsOfMaven() throws Exception {
        Path project = project("maven");
        Path bin = Files.createDirectories(dir.resolve("bin"));
        Path wrapper = Artifacts.agentJar().resolve("../../../mvnw").normalize();
        assumeTrue(Files.isExecutable(wrapper), "no Maven wrapper");
        Files.writeString(bin.resolve("mvn"), "#!/bin/sh\nexec '" + wrapper + "' -B \"$@\"\n");
        assertThat(bin.resolve("mvn").toFile().setExecutable(true)).isTrue();

        String printed = type("surefire", project, Map.of("PATH", bin.toString()));

        assertThat(printed).contains("Tests run: 1, Failures: 0, Errors: 0, Skipped: 0");
        assertRuns(1);
    }

    @Test
    void shouldTraceTestsAndProgramsOfGradle() throws Exception {
        assumeTrue(isOnPath("gradle"), "no gradle on the path");
        Path project = project("gradle");

        String printed = type("gradle", project, Map.of("GRADLE_OPTS", "-Dorg.gradle.daemon=false"));

        assertThat(printed).contains("BUILD SUCCESSFUL");
        assertRuns(2);
    }

    /** What no test can run here is at least what its readers take: see the page for how it was checked. */
    @Test
    void shouldPrintJsonThatCanBePasted() throws Exception {
        assertThat(Recipes.names("json")).containsExactly("vscode");
        JsonNode launch = new JsonMapper().readTree(Recipes.text("vscode", traces()));

        assertThat(launch.at("/configurations/0/vmArgs/0").asString()).isEqualTo("-javaagent:" + Artifacts.agentJar());
    }

    /** A recipe that nobody runs would be a claim. */
    @Test
    void shouldKnowEveryRecipe() throws Exception {
        assertThat(Recipes.names("bash"))
                .containsExactlyInAnyOrder(
                        "java-jar",
                        "java-tool-options",
                        "jdk-java-options",
                        "argument-file",
                        "jlink",
                        "surefire",
                        "gradle",
                        "jcmd");
    }

    private Path traces() {
        return dir.resolve("traces");
    }

    /** Runs a recipe in a shell and returns what it printed. */
    private String type(String recipe, Path where, Map<String, String> environment) throws Exception {
        Path log = dir.resolve("printed.txt");
        try (OpenAiServer server = OpenAiServer.start()) {
            ProcessBuilder shell = new ProcessBuilder("bash", "-e", "-c", Recipes.text(recipe, traces()))
                    .directory(where.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile());
            Map<String, String> variables = shell.environment();
            variables.keySet().removeAll(Set.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"));
            String java = Jdks.current().home().toString();
            variables.put("JAVA_HOME", java);
            variables.put("OPENAI_BASE_URL", server.baseUrl());
            variables.putAll(environment);
            variables.put(
                    "PATH",
                    Stream.of(environment.get("PATH"), java + "/bin", System.getenv("PATH"))
                            .filter(each -> each != null)
                            .collect(Collectors.joining(File.pathSeparator)));
            Process process = shell.start();
            process.getOutputStream().close();
            int code = process.waitFor();
            String printed = Files.readString(log);
            assertThat(code).as(printed).isZero();
            return printed;
        }
    }

    /** Expects so many runs, each with the desk's one workflow. */
    private void assertRuns(int expected) throws IOException {
        List<Path> runs;
        try (Stream<Path> children = Files.list(traces())) {
            runs = children.toList();
        }
        assertThat(runs).hasSize(expected);
        for (Path run : runs) {
            Segments.read(run)
                    .assertBooksExact()
                    .assertNothingDropped()
                    .tree()
                    .assertEquals(run.toString(), RunningJvmIT.WORKFLOW);
        }
    }

    /** Copies a project, and the desk into it. */
    private Path project(String name) throws IOException {
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

    /** Makes a jar of the desk that names the jars it needs. */
    private static void jar(Path file) throws IOException {
        List<String> needed = new ArrayList<>();
        for (String path : Framework.NEWEST.classPath().split(File.pathSeparator)) {
            needed.add(Path.of(path).toUri().toString());
        }
        Manifest manifest = new Manifest();
        Attributes attributes = manifest.getMainAttributes();
        attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        attributes.put(Attributes.Name.MAIN_CLASS, Desk.class.getName());
        attributes.put(Attributes.Name.CLASS_PATH, String.join(" ", needed));
        Path classes = Artifacts.programs().resolve("com/example/desk");
        try (OutputStream out = Files.newOutputStream(file);
                JarOutputStream jar = new JarOutputStream(out, manifest);
                Stream<Path> children = Files.list(classes)) {
            for (Path each : children.sorted().toList()) {
                jar.putNextEntry(new ZipEntry("com/example/desk/" + each.getFileName()));
                try (InputStream in = Files.newInputStream(each)) {
                    in.transferTo(jar);
                }
            }
        }
    }

    private static boolean isOnPath(String command) {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, command)));
    }
}
