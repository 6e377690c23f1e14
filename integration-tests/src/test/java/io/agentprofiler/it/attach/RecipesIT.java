// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.attach;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.example.desk.Desk;
import io.agentprofiler.it.harness.Artifacts;
import io.agentprofiler.it.harness.Framework;
import io.agentprofiler.it.harness.Jdks;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The recipes of {@code docs/attach/README.md} that need nothing but what the build has, typed as printed. */
@Tag("full")
class RecipesIT {
    @TempDir
    private Path dir;

    @ParameterizedTest
    @ValueSource(strings = {"java-jar", "java-tool-options", "jdk-java-options", "argument-file", "jlink"})
    void shouldTraceAJar(String recipe) throws Exception {
        Path jlink = Jdks.current().home().resolve("bin/jlink");
        assumeTrue(!recipe.equals("jlink") || Files.isExecutable(jlink), "there is no " + jlink);
        jar(dir.resolve("myagent.jar"));

        try (RecipeRunner runner = new RecipeRunner(dir)) {
            assertThat(runner.type(recipe, dir)).contains("Answer: OK");
            runner.assertRuns(1);
        }
    }

    @Test
    void shouldTraceTestsOfMaven() throws Exception {
        try (RecipeRunner runner = new RecipeRunner(dir).withMaven()) {
            assertThat(runner.type("surefire", runner.project("maven")))
                    .contains("Tests run: 1, Failures: 0, Errors: 0, Skipped: 0");
            runner.assertRuns(1);
        }
    }

    @Test
    void shouldTraceTestsAndProgramsOfGradle() throws Exception {
        assumeTrue(isOnPath("gradle"), "there is no gradle on the path");
        try (RecipeRunner runner = new RecipeRunner(dir).environment("GRADLE_OPTS", "-Dorg.gradle.daemon=false")) {
            assertThat(runner.type("gradle", runner.project("gradle"))).contains("BUILD SUCCESSFUL");
            runner.assertRuns(2);
        }
    }

    /** Recipes that cannot run here are at least valid for their readers; the page says how they were checked. */
    @Test
    void shouldPrintJsonThatCanBePasted() throws Exception {
        assertThat(Recipes.names("json")).containsExactly("vscode");
        JsonNode launch = new JsonMapper().readTree(Recipes.text("vscode", dir));

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
                        "spring-boot-jar",
                        "spring-boot-run",
                        "tomcat",
                        "jcmd");
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
