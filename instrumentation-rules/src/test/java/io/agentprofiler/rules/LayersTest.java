// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Who may know whom, as {@code docs/architecture.md} has it. */
class LayersTest {
    private static final String ROOT = "io.agentprofiler";

    /**
     * One sentence for each package below {@code io.agentprofiler}, those below before those above. A package that is not listed
     * fails the test, and so does one that knows another which its sentence does not name.
     */
    private static final String SENTENCES = """
            rules.classfile knows nothing
            rules.access.lookup knows rules.classfile
            rules.access knows rules.access.lookup, rules.classfile
            rules.path.syntax knows nothing
            rules.path.object knows rules.access, rules.access.lookup
            rules.path.json knows nothing
            rules.path.root knows nothing
            rules.path.node knows rules.access, rules.access.lookup, rules.path.json, rules.path.object, rules.path.root, \
                rules.path.syntax
            rules.path knows rules.access, rules.access.lookup, rules.path.node, rules.path.root, rules.path.syntax
            shared knows shared.schema
            shared.schema knows nothing
            shared.forecast knows shared.schema
            rules.model knows rules.path, rules.path.root, shared.schema
            rules.value.normal knows rules.access, rules.access.lookup, rules.path.root
            rules.value knows rules.model, rules.path, rules.path.object, rules.path.root, rules.path.syntax, \
                rules.value.normal
            rules.value.list knows rules.model, rules.path, rules.path.object, rules.path.root, rules.value, \
                rules.value.normal
            rules.check.type knows rules.access, rules.classfile, rules.model, rules.parse.json, rules.path, rules.path.syntax, \
                rules.value, rules.value.list
            rules.parse.json knows rules.path, rules.path.syntax
            rules.parse.rule knows rules.model, rules.parse.json, rules.path, rules.path.root, rules.value, \
                rules.value.list, shared.schema
            rules.parse knows rules.model, rules.parse.json, rules.parse.rule, rules.path, rules.value, shared.schema
            rules.check knows rules.check.type, rules.classfile, rules.model, rules.parse, rules.parse.json
            rules.compiled knows rules.model, rules.path, rules.path.syntax, rules.value, rules.value.list, \
                shared.schema
            """;

    private static final JavaClasses CLASSES = new ClassFileImporter().importPath(Path.of("target/classes"));

    @Test
    void shouldListEveryPackage() {
        assertThat(sentences().keySet()).isEqualTo(dependencies().keySet());
    }

    @Test
    void shouldKeepTheLayers() {
        Map<String, Set<String>> allowed = sentences();
        dependencies()
                .forEach((name, known) -> assertThat(known)
                        .as("what " + name + " knows")
                        .isSubsetOf(allowed.getOrDefault(name, Set.of())));
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
        return packageName.substring(ROOT.length() + 1);
    }
}
