// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitCallTarget;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
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
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
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

    /**
     * Which rooms a room may know. Below are the rooms that others stand on, above them a room a question, each knowing only those
     * questions whose answers it uses; {@code cli} alone knows all.
     */
    private static final Map<String, Set<String>> MAY_KNOW = Map.ofEntries(
            room("output"),
            room("stat"),
            room("input", "output"),
            room("trace", "input"),
            room("metric", "trace", "input", "stat"),
            room("view", "output", "input", "trace", "stat"),
            room("process", "input", "stat"),
            room("modelserver", "view", "trace", "input", "stat"),
            room("published", "input"),
            room("jit"),
            room(
                    "pipeline",
                    "jit",
                    "metric",
                    "modelserver",
                    "process",
                    "published",
                    "trace",
                    "input",
                    "stat",
                    "output"),
            room("sampling", "pipeline", "metric", "trace", "input", "stat", "view"),
            room("completeness", "sampling", "pipeline", "metric", "trace", "input", "view"),
            room("command", "pipeline", "metric", "input", "view"),
            room("listen", "command", "input"),
            room("rulecheck", "command", "view"),
            question("cost", "sampling", "completeness"),
            question("critical"),
            question("prefix", "cost", "completeness"),
            question("finding", "critical", "cost", "prefix", "process"),
            question("fingerprint", "completeness", "prefix"),
            question("diff", "cost", "completeness", "fingerprint"),
            question("drift", "cost", "diff", "fingerprint"),
            question("forecast", "completeness", "cost", "published"),
            question("gate", "completeness", "cost", "critical", "diff", "finding"),
            question("simulate", "completeness", "critical", "prefix", "replay"),
            question("size"),
            question(
                    "serve",
                    "completeness",
                    "cost",
                    "critical",
                    "finding",
                    "forecast",
                    "listen",
                    "modelserver",
                    "nat",
                    "published",
                    "report",
                    "runs",
                    "score",
                    "steps"),
            question("replay", "completeness", "export", "listen", "prefix", "show", "size"),
            question("runs"),
            question("show", "completeness", "export", "prefix"),
            question("tree", "completeness", "cost", "critical"),
            question("nat", "atif", "export"),
            question("atif"),
            question("requests"),
            question("sessions", "atif"),
            question("atof", "atif"),
            question("otlp"),
            question("steps", "completeness", "critical", "modelserver"),
            question("speedscope"),
            question("collapsed"),
            question("score", "completeness", "nat"),
            question("plot", "score"),
            question("export", "collapsed", "completeness", "cost", "process", "speedscope"),
            question("whatif", "completeness", "critical", "cost", "finding", "prefix", "score"),
            question(
                    "report",
                    "completeness",
                    "cost",
                    "critical",
                    "export",
                    "finding",
                    "fingerprint",
                    "tree",
                    "modelserver",
                    "nat",
                    "plot",
                    "prefix",
                    "process",
                    "sampling",
                    "score",
                    "show",
                    "whatif"));

    private static Map.Entry<String, Set<String>> room(String name, String... known) {
        return Map.entry(name, Set.of(known));
    }

    /** A question may use all that traces are read, measured and shown with, and the answers of other questions that are listed. */
    private static Map.Entry<String, Set<String>> question(String name, String... others) {
        Set<String> known =
                new TreeSet<>(List.of("command", "pipeline", "metric", "trace", "input", "stat", "view", "output"));
        known.addAll(List.of(others));
        return Map.entry(name, known);
    }

    @Test
    void shouldKnowOnlyTheRoomsThatAreListed() {
        Set<String> broken = new TreeSet<>();
        for (JavaClass type : analyzer) {
            String room = roomOf(type);
            for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
                String other = roomOf(dependency.getTargetClass());
                if (!other.isEmpty() && !other.equals(room) && !mayKnow(room, other)) {
                    broken.add(room + " must not know " + other + ": " + dependency.getDescription());
                }
            }
        }
        assertThat(broken).isEmpty();
    }

    @Test
    void shouldListEveryRoom() {
        Set<String> rooms = new TreeSet<>();
        analyzer.forEach(type -> rooms.add(roomOf(type)));
        rooms.remove("cli");
        assertThat(rooms).isEqualTo(new TreeSet<>(MAY_KNOW.keySet()));
    }

    private static boolean mayKnow(String room, String other) {
        return room.equals("cli") || MAY_KNOW.getOrDefault(room, Set.of()).contains(other);
    }

    /** Returns the first part of the name of a class's package below the root; nothing for classes that are not ours. */
    private static String roomOf(JavaClass type) {
        String name = type.getBaseComponentType().getPackageName();
        if (!name.startsWith(ROOT + ".")) {
            return "";
        }
        return name.substring(ROOT.length() + 1).split("\\.")[0];
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

    /** What was recorded leaves the machine only where a user names a receiver. */
    @Test
    void shouldConnectWhereAReceiverIsNamedOnly() {
        noClasses()
                .that()
                .resideOutsideOfPackages(
                        ROOT + ".export.otlp.send..", ROOT + ".replay.http..", ROOT + ".replay.load.send..")
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
                .resideOutsideOfPackages(
                        ROOT + ".listen..", ROOT + ".serve.http..", ROOT + ".serve.live..", ROOT + ".replay.http..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.eclipse.jetty..", "com.sun.net.httpserver..")
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
