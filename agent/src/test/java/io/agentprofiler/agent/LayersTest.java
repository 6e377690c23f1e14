// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Who may know whom, as {@code docs/architecture.md} has it. */
class LayersTest {
    private static final Path MAIN = Path.of("target/classes");
    private static final String ROOT = "io.agentprofiler.agent";

    /**
     * One sentence for each package below {@code io.agentprofiler.agent}, those below before those above. A package that is not
     * listed fails the test, and so does one that knows another which its sentence does not name.
     */
    private static final String SENTENCES = """
            front knows nothing
            log knows nothing
            build knows nothing
            config knows log
            engine.site knows log
            stats knows log
            segment.run knows config, log, stats
            weave.match knows log
            weave.link knows engine.site, log, weave.match
            weave knows engine.site, log, weave.link, weave.match
            boot knows config, everything, log
            content.redaction.secret knows nothing
            content.redaction knows content.redaction.secret, log
            content knows config, content.redaction, log
            context knows nothing
            context.propagation knows context, log
            context.jdk knows context.propagation, log, weave
            event knows context, stats
            ring knows config, context, event, stats
            engine.tracer knows nothing
            engine.span knows context, engine.site, engine.tracer, event, ring
            engine.call knows context, engine.site, engine.span
            engine.shape knows context, context.propagation, engine.call, engine.site, engine.span, event
            engine.joinpoint knows context, engine.call, engine.shape, engine.site, engine.span, event
            engine.coroutine knows context, context.propagation, engine.joinpoint, engine.site, engine.span, event
            engine.reactive knows context, engine.call, engine.coroutine, engine.shape, engine.site, engine.span, event, log
            replay knows nothing
            engine.replay knows context, engine.call, engine.site, engine.span, replay
            engine knows context, engine.call, engine.coroutine, engine.joinpoint, engine.reactive, engine.replay, \
                engine.shape, engine.site, engine.span, engine.tracer, replay, ring, stats
            engine.read knows content, context, engine.call, engine.site, engine.tracer, event, log
            jfr.annotation knows nothing
            jfr.event.call knows jfr.annotation
            jfr.event knows context, event, jfr.annotation, jfr.event.call, stats
            jfr knows context, engine.span, event, jfr.annotation, jfr.event, jfr.event.call, log, stats
            modelserver knows event, log, stats
            segment.json knows context, event, segment.run, stats
            segment knows config, event, log, segment.json, segment.run, stats
            writer knows config, context, event, log, ring, stats
            tool.jvm knows segment.run, weave.match
            tool.doctor.cause.attach knows tool.doctor.cause, tool.jvm
            tool.doctor.cause.framework knows tool.doctor.cause, tool.jvm
            tool.doctor.cause knows config, tool.jvm
            tool.doctor knows config, tool.doctor.cause, tool.doctor.cause.attach, tool.doctor.cause.framework, \
                tool.jvm
            tool knows config, tool.doctor, tool.jvm
            """;

    private static final JavaClasses CLASSES = new ClassFileImporter().importPath(MAIN);

    @Test
    void shouldListEveryPackage() {
        assertThat(sentences().keySet()).isEqualTo(dependencies().keySet());
    }

    @Test
    void shouldKeepTheLayers() {
        Map<String, Set<String>> allowed = sentences();
        dependencies().forEach((name, known) -> {
            Set<String> mayKnow = allowed.getOrDefault(name, Set.of());
            if (!mayKnow.contains("everything")) {
                assertThat(known).as("what " + name + " knows").isSubsetOf(mayKnow);
            }
        });
    }

    @Test
    void shouldHaveNoCyclesBetweenPackages() {
        slices().matching("(**)").should().beFreeOfCycles().check(CLASSES);
    }

    @Test
    void shouldGiveEachTypeANameOfItsOwn() {
        Map<String, List<String>> types = new TreeMap<>();
        for (JavaClass each : CLASSES) {
            if (!each.isAnonymousClass() && !each.getSimpleName().equals("package-info")) {
                types.computeIfAbsent(each.getSimpleName(), name -> new ArrayList<>())
                        .add(each.getName());
            }
        }
        types.values().removeIf(named -> named.size() == 1);
        assertThat(types).isEmpty();
    }

    /** Nobody tells nine positions apart: a record of more than eight parts is filled by name, by a draft within it. */
    @Test
    void shouldFillRecordsOfManyPartsByName() {
        for (JavaClass each : CLASSES) {
            if (each.isRecord()
                    && each.getConstructors().stream()
                            .anyMatch(made -> made.getParameters().size() > 8)) {
                assertThat(each.getConstructorCallsToSelf())
                        .allSatisfy(call ->
                                assertThat(call.getOriginOwner().getName()).startsWith(each.getName()));
            }
        }
    }

    /** Who knows whom in fact: packages by their names below the root, as the sentences have them. */
    private static Map<String, Set<String>> dependencies() {
        Map<String, Set<String>> found = new TreeMap<>();
        for (JavaClass each : CLASSES) {
            Set<String> known = found.computeIfAbsent(shortName(each.getPackageName()), name -> new TreeSet<>());
            for (Dependency dependency : each.getDirectDependenciesFromSelf()) {
                JavaClass target = dependency.getTargetClass().getBaseComponentType();
                if (target.getPackageName().startsWith(ROOT)) {
                    known.add(shortName(target.getPackageName()));
                }
            }
            known.remove(shortName(each.getPackageName()));
        }
        return found;
    }

    private static Map<String, Set<String>> sentences() {
        Map<String, Set<String>> allowed = new TreeMap<>();
        for (String sentence : SENTENCES.lines().toList()) {
            String[] parts = sentence.split(" knows ");
            Set<String> known = new TreeSet<>(List.of(parts[1].split(", *")));
            known.remove("nothing");
            assertThat(allowed.put(parts[0], known))
                    .as("second sentence about " + parts[0])
                    .isNull();
        }
        return allowed;
    }

    private static String shortName(String packageName) {
        return packageName.equals(ROOT) ? "front" : packageName.substring(ROOT.length() + 1);
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
                .check(CLASSES);
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "java.util.logging..", "java.net.http..", "org.slf4j..", "javax.management.remote..")
                .check(CLASSES);
        noClasses()
                .that()
                .resideOutsideOfPackage(ROOT + ".modelserver..")
                .should()
                .dependOnClassesThat()
                .haveNameMatching("java\\.net\\.(Socket|ServerSocket|HttpURLConnection|URLConnection)")
                .check(CLASSES);
        noClasses()
                .that()
                .resideOutsideOfPackages(ROOT + ".jfr..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("jdk.jfr..")
                .check(CLASSES);
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
