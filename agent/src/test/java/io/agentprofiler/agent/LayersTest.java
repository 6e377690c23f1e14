// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Who may know whom, as {@code docs/architecture.md} has it. */
class LayersTest {
    private static final Path MAIN = Path.of("target/classes");
    private static final String ROOT = "io.agentprofiler.agent";

    private static JavaClasses agent;

    @BeforeAll
    static void readClasses() {
        agent = new ClassFileImporter().importPath(MAIN);
    }

    @Test
    void shouldKeepTheLayers() {
        layeredArchitecture()
                .consideringOnlyDependenciesInLayers()
                .layer("front")
                .definedBy(ROOT)
                .layer("boot")
                .definedBy(ROOT + ".boot..")
                .layer("weave")
                .definedBy(ROOT + ".weave..")
                .layer("backend")
                .definedBy(ROOT + ".backend..")
                .layer("segment")
                .definedBy(ROOT + ".segment..")
                .layer("jfr")
                .definedBy(ROOT + ".jfr..")
                .layer("engine")
                .definedBy(ROOT + ".engine..")
                .layer("content")
                .definedBy(ROOT + ".content..")
                .layer("ring")
                .definedBy(ROOT + ".ring..")
                .layer("context")
                .definedBy(ROOT + ".context..")
                .layer("config")
                .definedBy(ROOT + ".config..")
                .layer("log")
                .definedBy(ROOT + ".log..")
                .whereLayer("front")
                .mayOnlyBeAccessedByLayers("boot")
                .whereLayer("boot")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("weave")
                .mayOnlyBeAccessedByLayers("boot")
                .whereLayer("backend")
                .mayOnlyBeAccessedByLayers("boot")
                .whereLayer("segment")
                .mayOnlyBeAccessedByLayers("boot")
                .whereLayer("jfr")
                .mayOnlyBeAccessedByLayers("boot")
                .whereLayer("engine")
                .mayOnlyBeAccessedByLayers("boot", "weave", "jfr")
                .whereLayer("content")
                .mayOnlyBeAccessedByLayers("boot", "engine")
                .whereLayer("ring")
                .mayOnlyBeAccessedByLayers("boot", "engine", "segment", "jfr", "backend")
                .whereLayer("context")
                .mayOnlyBeAccessedByLayers("boot", "engine", "ring", "segment", "jfr")
                .whereLayer("config")
                .mayOnlyBeAccessedByLayers("boot", "content", "ring", "segment")
                .check(agent);
    }

    @Test
    void shouldHaveNoCyclesBetweenPackages() {
        slices().matching(ROOT + ".(*)..").should().beFreeOfCycles().check(agent);
    }

    /** Each would cost the application: time at its start, sockets, or a line it did not print. */
    @Test
    void shouldKeepOutOfWhatTheApplicationPaysFor() {
        noClasses()
                .that()
                .resideInAPackage(ROOT)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.nio.file..", "java.util.logging..", "javax.management..")
                .check(agent);
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "java.util.logging..", "java.net.http..", "org.slf4j..", "javax.management.remote..")
                .check(agent);
        noClasses()
                .that()
                .resideOutsideOfPackage(ROOT + ".backend..")
                .should()
                .dependOnClassesThat()
                .haveNameMatching("java\\.net\\.(Socket|ServerSocket|HttpURLConnection|URLConnection)")
                .check(agent);
        noClasses()
                .that()
                .resideOutsideOfPackages(ROOT + ".jfr..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("jdk.jfr..")
                .check(agent);
    }

    /** Frameworks are rule files; a class that knows one by name would be a special case. */
    @Test
    void shouldNameNoFramework() throws IOException {
        try (Stream<Path> classes = Files.walk(MAIN)) {
            assertThat(classes.filter(file -> file.toString().endsWith(".class")))
                    .isNotEmpty()
                    .allSatisfy(file -> assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
                            .doesNotContainIgnoringCase(
                                    "langchain4j",
                                    "springframework",
                                    "semantickernel",
                                    "reactor.core",
                                    "reactor/core"));
        }
    }
}
