// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaConstructorCall;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * A type whose constants are objects of its subtypes is initialised together with them. Where one thread begins with the type and
 * another with a subtype, each waits for the other, for good: the application's thread with the agent's.
 */
class StaticInitializersTest {
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.agentprofiler");

    @Test
    void shouldMakeNoSubtypesThatOthersMakeToo() {
        List<String> found = CLASSES.stream()
                .flatMap(type -> type.getStaticInitializer().stream()
                        .flatMap(code -> code.getConstructorCallsFromSelf().stream())
                        .map(JavaConstructorCall::getTargetOwner)
                        .filter(made -> !made.equals(type) && made.isAssignableTo(type.getName()))
                        .filter(made -> makers(made).anyMatch(maker -> !maker.equals(type)))
                        .map(made -> type.getName() + " makes a " + made.getSimpleName()))
                .sorted()
                .toList();

        assertThat(CLASSES).hasSizeGreaterThan(500);
        assertThat(found).isEmpty();
    }

    private static Stream<JavaClass> makers(JavaClass made) {
        return made.getConstructors().stream()
                .flatMap(constructor -> constructor.getCallsOfSelf().stream())
                .map(JavaConstructorCall::getOriginOwner);
    }
}
