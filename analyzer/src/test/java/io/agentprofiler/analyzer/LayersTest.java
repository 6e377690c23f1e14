// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitCallTarget;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.agentprofiler.analyzer.read.event.SpanEvent;
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
import java.util.ArrayList;
import java.util.Formatter;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Who may know whom, as {@code docs/architecture.md} has it. */
class LayersTest {
    private static final List<Path> MODULES = Stream.of("core", "formats", "lab")
            .map(module -> Path.of(module, "target", "classes"))
            .toList();
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
        analyzer = new ClassFileImporter().importPaths(MODULES);
    }

    /** The floors from the ground up: each may know those below it. */
    private static final List<String> FLOORS =
            List.of("base", "read", "trace", "view", "command", "answer", "live", "cli", "formats", "lab");

    /** A nested builder has its type's name before its own wherever it is used. */
    @Test
    void shouldGiveEachTypeOfAModuleANameOfItsOwn() {
        for (Path module : MODULES) {
            Map<String, List<String>> types = new TreeMap<>();
            for (JavaClass each : new ClassFileImporter().importPath(module)) {
                if (!each.isAnonymousClass()
                        && !Set.of("package-info", "Builder").contains(each.getSimpleName())) {
                    types.computeIfAbsent(each.getSimpleName(), name -> new ArrayList<>())
                            .add(each.getName());
                }
            }
            types.values().removeIf(named -> named.size() == 1);
            assertThat(types).as("types of %s that share a name", module).isEmpty();
        }
    }

    /**
     * What every event of a trace is made into: grouping these costs {@code report} 2 % of its CPU time (10 million events, six times in
     * turns: 25.8 s and 26.4 s). Readers that know little of a span have short constructors.
     */
    private static final Set<Class<?>> UNGROUPED = Set.of(SpanEvent.Start.class, SpanEvent.End.class);

    /** Who fills a record by position has to count: beyond eight components there are to be named groups. */
    @Test
    void shouldFillNoRecordByPositionBeyondEightComponents() {
        Map<String, Long> components = new TreeMap<>();
        for (JavaClass type : analyzer) {
            if (type.isRecord() && UNGROUPED.stream().noneMatch(type::isEquivalentTo)) {
                components.put(
                        type.getName(),
                        type.getFields().stream()
                                .filter(field -> !field.getModifiers().contains(JavaModifier.STATIC))
                                .count());
            }
        }
        assertThat(components).hasSizeGreaterThan(500);
        components.values().removeIf(count -> count <= 8);
        assertThat(components).isEmpty();
    }

    @Test
    void shouldKnowOnlyTheFloorsBelow() {
        Set<String> broken = new TreeSet<>();
        for (JavaClass type : analyzer) {
            int floor = floorOf(type);
            for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
                if (floorOf(dependency.getTargetClass()) > floor) {
                    broken.add(dependency.getDescription());
                }
            }
        }
        assertThat(broken).isEmpty();
    }

    @Test
    void shouldStandOnAFloor() {
        assertThat(analyzer).allSatisfy(type -> assertThat(floorOf(type)).isNotNegative());
    }

    /** Returns the number of a class's floor, -1 for classes that are not ours. */
    private static int floorOf(JavaClass type) {
        String name = type.getBaseComponentType().getPackageName();
        return name.startsWith(ROOT + ".")
                ? FLOORS.indexOf(name.substring(ROOT.length() + 1).split("\\.")[0])
                : -1;
    }

    @Test
    void shouldHaveNoCyclesBetweenRooms() {
        for (String floor : FLOORS) {
            slices().matching(ROOT + "." + floor + ".(*)..")
                    .should()
                    .beFreeOfCycles()
                    .allowEmptyShould(true)
                    .check(analyzer);
        }
    }

    /** What is written may hold prompts: {@code PrivateFiles} makes it private, and nothing else writes. */
    @Test
    void shouldWriteFilesInOnePlaceOnly() {
        noClasses()
                .that()
                .resideOutsideOfPackage(ROOT + ".base.output..")
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

    /** What was recorded leaves the machine only where a user names a receiver. */
    @Test
    void shouldConnectWhereAReceiverIsNamedOnly() {
        noClasses()
                .that()
                .resideOutsideOfPackage(ROOT + ".formats.otlp.send..")
                .and()
                .haveNameNotMatching(ROOT + "\\.lab\\.replay\\.(ReplayServer|Forward|load\\.Sender)(\\$.*)?")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.net.http..", "javax.net..")
                .orShould()
                .dependOnClassesThat()
                .haveNameMatching("java\\.net\\.(Http|URL|Socket|ServerSocket|Datagram).*")
                .orShould()
                .dependOnClassesThat()
                .haveNameMatching("java\\.nio\\.channels\\..*(Socket|Datagram).*")
                .check(analyzer);
    }

    /** Nothing listens but what a user starts to be asked. */
    @Test
    void shouldListenForWhatIsStartedToBeAskedOnly() {
        noClasses()
                .that()
                .resideOutsideOfPackages(ROOT + ".live.listen..", ROOT + ".live.http..", ROOT + ".live.push..")
                .and()
                .haveNameNotMatching(ROOT + "\\.lab\\.replay\\.ReplayServer(\\$.*)?")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.eclipse.jetty..", "com.sun.net.httpserver..")
                .check(analyzer);
    }

    /** A number that is not known is {@code Unknown.LONG} or no number, and nothing else. */
    @Test
    void shouldHaveOneUnknownNumber() {
        noFields()
                .that()
                .haveNameMatching("UNKNOWN|ABSENT")
                .should()
                .haveRawType(long.class)
                .orShould()
                .haveRawType(double.class)
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
        for (Path module : MODULES) {
            try (Stream<Path> classes = Files.walk(module)) {
                assertThat(classes.filter(file -> file.toString().endsWith(".class")))
                        .isNotEmpty()
                        .allSatisfy(file -> assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
                                .doesNotContainIgnoringCase("langchain4j", "springframework", "semantickernel"));
            }
        }
    }
}
