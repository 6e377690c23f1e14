// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.weave.match;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JarVersionTest {
    private static final List<String> ARTIFACTS = List.of("com.acme:acme-ai", "com.acme:acme-core");
    private static final String POM = "META-INF/maven/com.acme/acme-ai/pom.properties";
    private static final String MANIFEST = "META-INF/MANIFEST.MF";

    @TempDir
    private Path dir;

    @Test
    void shouldReadTheNameOfTheJar() {
        assertThat(JarVersion.read("/lib/acme-ai-1.2.3.jar", ARTIFACTS)).isEqualTo("1.2.3");
        assertThat(JarVersion.read("/lib/acme-core-2.0.0-beta.16.jar", ARTIFACTS))
                .isEqualTo("2.0.0-beta.16");
        assertThat(JarVersion.read("nested:/app.jar/!BOOT-INF/lib/acme-ai-4.5.jar!/", ARTIFACTS))
                .isEqualTo("4.5");
    }

    @Test
    void shouldReadWhatMavenLeftInAJarOfAnyName() throws IOException {
        String jar = jar(
                "app-9.jar", Map.of(POM, "version=1.1.6\n", MANIFEST, "Main-Class: A\nImplementation-Version: 9\n"));

        assertThat(JarVersion.read(jar, ARTIFACTS)).isEqualTo("1.1.6");
    }

    @Test
    void shouldReadTheManifestUnlessItIsAProgramsOwn() throws IOException {
        assertThat(JarVersion.read(jar("ai.jar", Map.of(MANIFEST, "Implementation-Version: 3.1\n")), ARTIFACTS))
                .isEqualTo("3.1");
        assertThat(JarVersion.read(
                        jar("app.jar", Map.of(MANIFEST, "Main-Class: A\nImplementation-Version: 9\n")), ARTIFACTS))
                .isEmpty();
    }

    @Test
    void shouldDoWithoutAVersion() throws IOException {
        assertThat(JarVersion.read(jar("bare.jar", Map.of("A.txt", "")), ARTIFACTS))
                .isEmpty();
        assertThat(JarVersion.read("/no/such/acme.jar", ARTIFACTS)).isEmpty();
        assertThat(JarVersion.read("/classes/", ARTIFACTS)).isEmpty();
        assertThat(JarVersion.read("nested:/app.jar/!BOOT-INF/lib/ai.jar!/", ARTIFACTS))
                .isEmpty();
    }

    private String jar(String name, Map<String, String> entries) throws IOException {
        Path jar = dir.resolve(name);
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(jar))) {
            for (Map.Entry<String, String> entry : entries.entrySet()) {
                String text = entry.getKey().equals(MANIFEST)
                        ? "Manifest-Version: 1.0\n" + entry.getValue()
                        : entry.getValue();
                zip.putNextEntry(new ZipEntry(entry.getKey()));
                zip.write(text.getBytes(StandardCharsets.UTF_8));
                zip.closeEntry();
            }
        }
        return jar.toUri().getPath();
    }
}
