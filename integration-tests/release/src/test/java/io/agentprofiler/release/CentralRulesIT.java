// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.release;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import org.apache.maven.model.Developer;
import org.apache.maven.model.License;
import org.apache.maven.model.Model;
import org.apache.maven.model.io.xpp3.MavenXpp3Reader;
import org.codehaus.plexus.util.xml.pull.XmlPullParserException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Maven Central's requirements for an upload, from its page "Requirements", and the expectations of users of the libraries.
 */
class CentralRulesIT {
    private static final List<String> KINDS =
            List.of(".pom", ".jar", "-sources.jar", "-javadoc.jar", "-cyclonedx.json", "-cyclonedx.xml");
    private static final List<String> BESIDE = List.of("", ".asc", ".md5", ".sha1", ".sha256", ".sha512");

    static List<Publication> publications() {
        return Publication.ALL;
    }

    private static Model pom(Publication publication) throws IOException {
        try (Reader reader = Files.newBufferedReader(Made.file(publication, ".pom"))) {
            return new MavenXpp3Reader().read(reader, true);
        } catch (XmlPullParserException e) {
            throw new IOException(e);
        }
    }

    private static Set<String> names(Path jar) throws IOException {
        try (JarFile file = new JarFile(jar.toFile())) {
            return file.stream().map(entry -> entry.getName()).collect(Collectors.toCollection(TreeSet::new));
        }
    }

    @Test
    void shouldHoldEveryFileAndNothingElse() throws IOException {
        Set<String> expected = new TreeSet<>();
        for (Publication publication : Publication.ALL) {
            for (String kind : KINDS) {
                for (String beside : BESIDE) {
                    expected.add(Made.file(publication, kind) + beside);
                }
            }
        }

        assertThat(Made.files(Made.REPOSITORY)).map(Path::toString).containsExactlyInAnyOrderElementsOf(expected);
    }

    @Test
    void shouldBundleTheRepositoryAsItIs() throws IOException {
        List<Path> bundles =
                Stream.of(Made.BUNDLE, Made.CHECKED_ONLY).filter(Files::exists).toList();
        assertThat(bundles).hasSize(1);
        try (ZipFile zip = new ZipFile(bundles.get(0).toFile())) {
            List<Path> files = Made.files(Made.REPOSITORY);
            assertThat(zip.stream().map(entry -> entry.getName()))
                    .containsExactlyInAnyOrderElementsOf(files.stream()
                            .map(file ->
                                    Made.REPOSITORY.relativize(file).toString().replace('\\', '/'))
                            .toList());
            for (Path file : files) {
                String name = Made.REPOSITORY.relativize(file).toString().replace('\\', '/');
                try (InputStream in = zip.getInputStream(zip.getEntry(name))) {
                    assertThat(in.readAllBytes()).as(name).isEqualTo(Files.readAllBytes(file));
                }
            }
        }
    }

    @Test
    void shouldGiveTheRightChecksums() throws IOException {
        for (Path file : Made.signed()) {
            for (Checksum checksum : Checksum.values()) {
                assertThat(checksum.beside(file)).content().isEqualTo(checksum.of(file));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("publications")
    void shouldSayWhatMavenCentralAsksFor(Publication publication) throws IOException {
        Model pom = pom(publication);

        assertThat(pom.getModelVersion()).isEqualTo("4.0.0");
        assertThat(pom.getGroupId()).isEqualTo(Publication.GROUP);
        assertThat(pom.getArtifactId()).isEqualTo(publication.artifactId());
        assertThat(pom.getVersion()).isEqualTo(Made.VERSION).doesNotContain("SNAPSHOT");
        assertThat(pom.getPackaging()).isEqualTo(publication.packaging());
        assertThat(pom.getName()).isNotBlank();
        assertThat(pom.getDescription()).isNotBlank();
        assertThat(URI.create(pom.getUrl())).hasScheme("https");
        assertThat(pom.getLicenses()).extracting(License::getName).containsExactly("Apache-2.0");
        assertThat(pom.getLicenses()).extracting(License::getUrl).allMatch(url -> url.startsWith("https://"));
        assertThat(pom.getDevelopers()).isNotEmpty();
        assertThat(pom.getDevelopers()).extracting(Developer::getName).noneMatch(String::isBlank);
        assertThat(pom.getScm().getConnection()).isEqualTo("scm:git:" + pom.getUrl() + ".git");
        assertThat(pom.getScm().getDeveloperConnection()).startsWith("scm:git:ssh://");
        assertThat(pom.getScm().getUrl()).isEqualTo(pom.getUrl());
        assertThat(pom.getScm().getTag()).isEqualTo("v" + Made.VERSION);
    }

    /** All is in the jar, or in the other two: nothing is pulled in, and nothing that is not published has to be found. */
    @ParameterizedTest
    @MethodSource("publications")
    void shouldNeedNothingElse(Publication publication) throws IOException {
        Model pom = pom(publication);

        assertThat(pom.getParent()).isNull();
        assertThat(pom.getDependencies())
                // Maven itself has what a plugin is compiled against
                .filteredOn(needed -> !"provided".equals(needed.getScope()))
                .extracting(needed -> needed.getGroupId() + ":" + needed.getArtifactId() + ":" + needed.getVersion())
                .containsExactlyElementsOf(
                        publication.isAlone()
                                ? List.of()
                                : Publication.alone().stream()
                                        .map(other -> Publication.GROUP + ":" + other.artifactId() + ":" + Made.VERSION)
                                        .toList());
        assertThat(pom.getDependencyManagement()).isNull();
        assertThat(pom.getRepositories()).isEmpty();
        assertThat(pom.getPluginRepositories()).isEmpty();
        assertThat(pom.getProfiles()).isEmpty();
        assertThat(pom.getModules()).isEmpty();
        assertThat(pom.getBuild()).isNull();
        assertThat(Made.file(publication, ".pom")).content().doesNotContain("${", "SNAPSHOT");
    }

    @ParameterizedTest
    @MethodSource("publications")
    void shouldPublishTheShippedJar(Publication publication) throws IOException {
        Path shipped = Made.ROOT.resolve(publication.module()).resolve("target/" + publication.jar() + ".jar");

        assertThat(Made.file(publication, ".jar")).hasSameBinaryContentAs(shipped);
        try (JarFile jar = new JarFile(shipped.toFile())) {
            assertThat(jar.getManifest().getMainAttributes().getValue("Implementation-Version"))
                    .isEqualTo(Made.VERSION);
        }
    }

    /** A debugger finds the source of each of our classes, those of the rules included; what the build makes has no lines. */
    @ParameterizedTest
    @MethodSource("publications")
    void shouldPublishTheSourceOfEachClass(Publication publication) throws IOException {
        Set<String> sources = names(Made.file(publication, "-sources.jar"));
        List<String> classes = new ArrayList<>();
        for (String name : names(Made.file(publication, ".jar"))) {
            String plain = name.replaceFirst("^inst/", "");
            if (plain.matches("io/agentprofiler/.*\\.class(data)?")
                    && !plain.startsWith("io/agentprofiler/agent/shaded/")
                    && !plain.endsWith("/$Lambdas.classdata")) {
                classes.add(plain.replaceFirst("(\\$.*)?\\.class(data)?$", ".java"));
            }
        }

        assertThat(classes).hasSizeGreaterThan(publication.isAlone() ? 100 : 3);
        assertThat(sources).containsAll(classes).contains("META-INF/LICENSE", "META-INF/NOTICE");
        assertThat(sources).noneMatch(name -> name.endsWith(".class"));
        assertThat(sources.stream().anyMatch(name -> name.startsWith("io/agentprofiler/shared/schema/")))
                .isEqualTo(publication.isAlone());
    }

    @ParameterizedTest
    @MethodSource("publications")
    void shouldPublishJavadoc(Publication publication) throws IOException {
        Set<String> pages = names(Made.file(publication, "-javadoc.jar"));

        assertThat(pages)
                .contains(
                        "index.html",
                        publication.isAlone()
                                ? "io/agentprofiler/shared/schema/SpanKind.html"
                                : "io/agentprofiler/maven/GateMojo.html");
    }

    @Test
    void shouldListTheChecksumsOfAllDownloads() throws IOException {
        TreeMap<String, String> sums = new TreeMap<>();
        for (Path file : Made.files(Made.DOWNLOADS)) {
            String name = file.getFileName().toString();
            if (!name.startsWith(Made.CHECKSUMS.getFileName().toString())) {
                sums.put(name, Checksum.SHA256.of(file));
            }
        }

        assertThat(sums).containsKeys("agent-profiler.jar", "analyzer.jar", "agent-profiler.rb", "jbang-catalog.json");
        assertThat(Made.CHECKSUMS)
                .content()
                .isEqualTo(sums.entrySet().stream()
                        .map(sum -> sum.getValue() + "  " + sum.getKey() + "\n")
                        .collect(Collectors.joining()));
    }
}
