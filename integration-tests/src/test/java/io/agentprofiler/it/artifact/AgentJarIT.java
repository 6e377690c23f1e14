// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.artifact;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.it.harness.Artifacts;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AgentJarIT {
    private static final long LIMIT = 8L << 20;
    private static final int CLASS_FILES_OF_JAVA_8 = 52;

    private JarFile jar;

    @BeforeEach
    void open() throws IOException {
        jar = new JarFile(Artifacts.agentJar().toFile());
    }

    @AfterEach
    void close() throws IOException {
        jar.close();
    }

    @Test
    void shouldShowApplicationsNothingButPremain() {
        assertThat(names())
                .filteredOn(name -> name.endsWith(".class"))
                .isNotEmpty()
                .allMatch(name -> name.matches("io/agentprofiler/agent/[^/]+\\.class"));
        assertThat(names())
                .allMatch(name -> name.startsWith("META-INF/")
                        || name.startsWith("inst/")
                        || name.startsWith("io/agentprofiler/agent/"));
        assertThat(names()).noneMatch(name -> name.startsWith("META-INF/services/"));
    }

    @Test
    void shouldKeepEverythingElseUnderOurOwnNames() {
        assertThat(names())
                .filteredOn(name -> name.endsWith(".classdata"))
                .allMatch(name -> name.startsWith("inst/io/agentprofiler/"));
    }

    @Test
    void shouldNameLibrariesAndLicences() {
        assertThat(names())
                .contains(
                        "META-INF/LICENSE",
                        "META-INF/NOTICE",
                        "META-INF/licenses/ASM",
                        "META-INF/licenses/FastDoubleParser-LICENSE",
                        "META-INF/licenses/FastDoubleParser-ThirdParty-LICENSE",
                        "META-INF/licenses/Schubfach-LICENSE");
    }

    @Test
    void shouldSayWhatTheJvmMustKnow() throws IOException {
        Attributes main = jar.getManifest().getMainAttributes();

        assertThat(main.getValue("Premain-Class")).isEqualTo("io.agentprofiler.agent.Premain");
        assertThat(main.getValue("Main-Class")).isEqualTo("io.agentprofiler.agent.Main");
        assertThat(main.getValue("Can-Retransform-Classes")).isEqualTo("true");
        assertThat(main.getValue("Implementation-Version")).isNotBlank();
        assertThat(main.getValue("Boot-Class-Path")).isNull();
    }

    /** Other classes may need newer versions, but an older runtime must be able to load the classes that report this. */
    @Test
    void shouldAnswerRuntimesThatAreTooOld() throws IOException {
        try (DataInputStream main =
                new DataInputStream(jar.getInputStream(jar.getEntry("io/agentprofiler/agent/Main.class")))) {
            main.skipNBytes(6);
            assertThat(main.readUnsignedShort()).isEqualTo(CLASS_FILES_OF_JAVA_8);
        }
    }

    /** Reproducible builds: order and times of entries do not depend on the machine or the time. */
    @Test
    void shouldBeBuiltTheSameEveryTime() {
        assertThat(jar.stream().map(ZipEntry::getTimeLocal).distinct()).hasSize(1);
        assertThat(names().subList(1, names().size())).isSorted();
        assertThat(names().get(0)).isEqualTo("META-INF/MANIFEST.MF");
    }

    @Test
    void shouldBeSmall() throws IOException {
        assertThat(Files.size(Artifacts.agentJar())).isLessThanOrEqualTo(LIMIT);
    }

    private List<String> names() {
        return jar.stream()
                .filter(entry -> !entry.isDirectory())
                .map(ZipEntry::getName)
                .toList();
    }
}
