// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.release;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.cyclonedx.exception.ParseException;
import org.cyclonedx.model.Bom;
import org.cyclonedx.model.Component;
import org.cyclonedx.parsers.BomParserFactory;
import org.cyclonedx.parsers.JsonParser;
import org.cyclonedx.parsers.Parser;
import org.cyclonedx.parsers.XmlParser;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The bills of materials are valid CycloneDX and list what the jar holds: our rules, and what its NOTICE names. */
class SbomIT {
    private static final Pattern ARTIFACT =
            Pattern.compile("(?m)(?:^    |WebJar )([\\w.-]+:[\\w.-]+:[\\w.-]+)(?:$|, )");

    static List<Publication> publications() {
        return Publication.ALL;
    }

    private static Set<String> parts(Publication publication) throws IOException {
        if (!publication.isAlone()) {
            return Publication.alone().stream()
                    .map(other -> Publication.GROUP + ":" + other.artifactId() + ":" + Made.VERSION)
                    .collect(Collectors.toCollection(TreeSet::new));
        }
        try (JarFile jar = new JarFile(Made.file(publication, ".jar").toFile())) {
            String notice = new String(
                    jar.getInputStream(jar.getEntry("META-INF/NOTICE")).readAllBytes(), StandardCharsets.UTF_8);
            int from = notice.indexOf("\nIn " + publication.jar() + ".jar:\n");
            int to = notice.indexOf("\nIn ", from + 1);
            Set<String> named = ARTIFACT.matcher(notice.substring(from, to < 0 ? notice.length() : to))
                    .results()
                    .map(match -> match.group(1))
                    .collect(Collectors.toCollection(TreeSet::new));
            named.add(Publication.GROUP + ":instrumentation-rules:" + Made.VERSION);
            if (publication.module().equals("analyzer")) {
                for (String part : List.of("core", "formats", "lab")) {
                    named.add(Publication.GROUP + ":analyzer-" + part + ":" + Made.VERSION);
                }
            }
            return named;
        }
    }

    private static void expect(Publication publication, String kind, Parser parser) throws IOException, ParseException {
        Path file = Made.file(publication, kind);
        assertThat(parser.validate(file.toFile())).as(file.toString()).isEmpty();
        Bom bom = BomParserFactory.createParser(file.toFile()).parse(file.toFile());

        assertThat(bom.getMetadata().getComponent().getPurl())
                .isEqualTo("pkg:maven/io.agentprofiler/" + publication.artifactId() + "@" + Made.VERSION + "?type="
                        + publication.packaging());
        assertThat(bom.getComponents())
                .extracting(part -> part.getGroup() + ":" + part.getName() + ":" + part.getVersion())
                .containsExactlyInAnyOrderElementsOf(parts(publication));
        assertThat(bom.getComponents()).extracting(Component::getLicenses).doesNotContainNull();
    }

    @ParameterizedTest
    @MethodSource("publications")
    void shouldListInJsonWhatTheJarHolds(Publication publication) throws IOException, ParseException {
        expect(publication, "-cyclonedx.json", new JsonParser());
    }

    @ParameterizedTest
    @MethodSource("publications")
    void shouldListInXmlWhatTheJarHolds(Publication publication) throws IOException, ParseException {
        expect(publication, "-cyclonedx.xml", new XmlParser());
    }
}
