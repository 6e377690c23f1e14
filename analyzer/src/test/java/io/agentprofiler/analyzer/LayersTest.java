// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitCallTarget;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.File;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.FileWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Formatter;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Who may know whom, as {@code docs/architecture.md} has it. */
class LayersTest {
    private static final Path MAIN = Path.of("target/classes");
    private static final String ROOT = "io.agentprofiler.analyzer";

    /** {@code Files.copy(Path, OutputStream)}: it only reads. */
    private static final DescribedPredicate<CodeUnitCallTarget> HAS_STREAM_AS_TARGET = takes(OutputStream.class);

    private static final DescribedPredicate<CodeUnitCallTarget> FROM_DESCRIPTOR = takes(FileDescriptor.class);
    private static final DescribedPredicate<CodeUnitCallTarget> TAKES_A_FILE = DescribedPredicate.describe(
            "take a file",
            target -> target.getRawParameterTypes().stream()
                    .limit(1)
                    .anyMatch(type -> type.isEquivalentTo(File.class) || type.isEquivalentTo(String.class)));

    private static JavaClasses analyzer;

    private static DescribedPredicate<CodeUnitCallTarget> takes(Class<?> parameter) {
        return DescribedPredicate.describe(
                "take a " + parameter.getSimpleName(),
                target -> target.getRawParameterTypes().stream().anyMatch(type -> type.isEquivalentTo(parameter)));
    }

    @BeforeAll
    static void readClasses() {
        analyzer = new ClassFileImporter().importPath(MAIN);
    }

    @Test
    void shouldKeepTheLayers() {
        layeredArchitecture()
                .consideringOnlyDependenciesInLayers()
                .layer("cli")
                .definedBy(ROOT + ".cli..")
                .layer("report")
                .definedBy(ROOT + ".report..")
                .layer("export")
                .definedBy(ROOT + ".export..")
                .layer("html")
                .definedBy(ROOT + ".html..")
                .layer("run")
                .definedBy(ROOT + ".run..")
                .layer("price")
                .definedBy(ROOT + ".price..")
                .layer("budget")
                .definedBy(ROOT + ".budget..")
                .layer("prefix")
                .definedBy(ROOT + ".prefix..")
                .layer("json")
                .definedBy(ROOT + ".json..")
                .layer("forecast")
                .definedBy(ROOT + ".forecast..")
                .layer("scores")
                .definedBy(ROOT + ".scores..")
                .layer("size")
                .definedBy(ROOT + ".size..")
                .layer("chart")
                .definedBy(ROOT + ".chart..")
                .layer("diff")
                .definedBy(ROOT + ".diff..")
                .layer("analysis")
                .definedBy(ROOT + ".analysis..")
                .layer("finding")
                .definedBy(ROOT + ".finding..")
                .layer("whatif")
                .definedBy(ROOT + ".whatif..")
                .layer("critical")
                .definedBy(ROOT + ".critical..")
                .layer("backend")
                .definedBy(ROOT + ".backend..")
                .layer("trace")
                .definedBy(ROOT + ".trace..")
                .layer("output")
                .definedBy(ROOT + ".output..")
                .layer("read")
                .definedBy(ROOT + ".read..")
                .whereLayer("cli")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("report")
                .mayOnlyBeAccessedByLayers("cli")
                .whereLayer("export")
                .mayOnlyBeAccessedByLayers("cli")
                .whereLayer("html")
                .mayOnlyBeAccessedByLayers("cli", "export")
                .whereLayer("run")
                .mayOnlyBeAccessedByLayers("cli", "report", "export", "html")
                .whereLayer("budget")
                .mayOnlyBeAccessedByLayers("cli", "report", "export")
                .whereLayer("prefix")
                .mayOnlyBeAccessedByLayers("cli", "report", "export", "whatif")
                .whereLayer("price")
                .mayOnlyBeAccessedByLayers("cli", "report", "export", "html", "budget", "prefix", "finding", "whatif")
                .whereLayer("json")
                .mayOnlyBeAccessedByLayers("cli", "price", "budget", "prefix", "export", "finding", "scores", "whatif")
                .whereLayer("analysis")
                .mayOnlyBeAccessedByLayers(
                        "cli",
                        "report",
                        "export",
                        "html",
                        "run",
                        "price",
                        "prefix",
                        "size",
                        "critical",
                        "diff",
                        "forecast",
                        "finding",
                        "scores",
                        "whatif")
                .whereLayer("finding")
                .mayOnlyBeAccessedByLayers("cli", "report", "export", "html", "whatif")
                .whereLayer("whatif")
                .mayOnlyBeAccessedByLayers("cli", "report", "export", "html")
                .whereLayer("critical")
                .mayOnlyBeAccessedByLayers("cli", "report", "export", "html", "finding", "whatif")
                .whereLayer("forecast")
                .mayOnlyBeAccessedByLayers("cli", "report", "export")
                .whereLayer("scores")
                .mayOnlyBeAccessedByLayers("cli", "report", "export", "whatif")
                .whereLayer("size")
                .mayOnlyBeAccessedByLayers("cli", "report", "export")
                .whereLayer("chart")
                .mayOnlyBeAccessedByLayers("export")
                .whereLayer("diff")
                .mayOnlyBeAccessedByLayers("cli", "report", "export")
                .whereLayer("output")
                .mayOnlyBeAccessedByLayers("cli", "report", "export", "html", "chart")
                .whereLayer("backend")
                .mayOnlyBeAccessedByLayers("report", "export", "run")
                .whereLayer("trace")
                .mayOnlyBeAccessedByLayers(
                        "cli",
                        "report",
                        "export",
                        "run",
                        "analysis",
                        "backend",
                        "price",
                        "prefix",
                        "html",
                        "critical",
                        "diff",
                        "finding",
                        "scores",
                        "whatif")
                .check(analyzer);
    }

    @Test
    void shouldHaveNoCyclesBetweenPackages() {
        slices().matching(ROOT + ".(*)..").should().beFreeOfCycles().check(analyzer);
    }

    /** What is written may hold prompts: {@code PrivateFiles} makes it private, and nothing else writes. */
    @Test
    void shouldWriteFilesInOnePlaceOnly() {
        noClasses()
                .that()
                .resideOutsideOfPackage(ROOT + ".output..")
                .should()
                .callMethodWhere(target(owner(assignableTo(Files.class)))
                        .and(target(nameMatching(
                                "new(OutputStream|BufferedWriter|ByteChannel)|write.*|create.*|copy|move" + "|set.*")))
                        .and(not(target(HAS_STREAM_AS_TARGET))))
                .orShould()
                .callMethodWhere(target(owner(assignableTo(FileChannel.class))).and(target(nameMatching("open"))))
                .orShould()
                .callMethodWhere(target(owner(assignableTo(Path.class))).and(target(nameMatching("toFile"))))
                .orShould()
                .callConstructorWhere(
                        target(owner(assignableTo(FileOutputStream.class))).and(not(target(FROM_DESCRIPTOR))))
                .orShould()
                .callConstructorWhere(
                        target(owner(assignableTo(FileWriter.class).or(assignableTo(RandomAccessFile.class)))))
                .orShould()
                .callConstructorWhere(target(owner(assignableTo(PrintStream.class)
                                .or(assignableTo(PrintWriter.class))
                                .or(assignableTo(Formatter.class))))
                        .and(target(TAKES_A_FILE)))
                .check(analyzer);
    }

    @Test
    void shouldNotKnowTheAgent() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.agentprofiler.agent..")
                .check(analyzer);
    }

    /** What a trace is of is in the trace; a class that knows a framework would be a special case. */
    @Test
    void shouldNameNoFramework() throws IOException {
        try (Stream<Path> classes = Files.walk(MAIN)) {
            assertThat(classes.filter(file -> file.toString().endsWith(".class")))
                    .isNotEmpty()
                    .allSatisfy(file -> assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
                            .doesNotContainIgnoringCase("langchain4j", "springframework", "semantickernel"));
        }
    }
}
