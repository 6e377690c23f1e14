// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.artifact;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/**
 * Writes NOTICE from the contents of the jars. The jars show their libraries, versions, whether all classes are included,
 * and the licence texts. {@code notice/parts.json} adds titles, licences and copyright lines.
 *
 * <p>Nothing is skipped silently: a library or licence text without a part fails, and so does a part that is in no jar.
 */
final class Notice {
    private static final int WIDTH = 120;
    private static final String HEAD = """
            agent-profiler
            Copyright The agent-profiler authors

            This product is licensed under the Apache License, Version 2.0 (see LICENSE, in the jars META-INF/LICENSE).

            It contains the following third-party software, unchanged but for its package names and what is said to be left out.
            Licence texts other than the Apache License are in the jar that contains the software, at the paths given.
            """;

    private final List<Part> parts = new ArrayList<>();

    /**
     * A piece of third-party software.
     *
     * @param extent how much of it is in the jars; empty for all
     * @param texts the files that hold its licence, without folders; none for the Apache License, which is ours, too
     * @param artifacts the libraries that are it, as {@code group:artifact}; none if it is contained in another
     * @param content if so, what the names of its files begin with; otherwise empty
     */
    private record Part(
            String title,
            String extent,
            String licence,
            List<String> texts,
            List<String> artifacts,
            String content,
            List<String> copyright) {
        private static Part of(JsonNode part) {
            return new Part(
                    part.get("title").asString(),
                    part.path("extent").asString(""),
                    part.get("licence").asString(),
                    words(part.path("texts")),
                    words(part.path("artifacts")),
                    part.path("content").asString(""),
                    words(part.get("copyright")));
        }

        private static List<String> words(JsonNode list) {
            return list.valueStream().map(JsonNode::asString).toList();
        }

        private boolean isIn(ShippedJar jar) {
            return artifacts.isEmpty()
                    ? jar.names().stream().anyMatch(name -> name.startsWith(content))
                    : artifacts.stream()
                            .anyMatch(artifact -> library(jar, artifact).isPresent());
        }

        private static Optional<ShippedJar.Library> library(ShippedJar jar, String artifact) {
            return jar.libraries().stream()
                    .filter(library -> library.artifact().equals(artifact))
                    .findFirst();
        }

        private void write(ShippedJar jar, StringBuilder out) {
            List<ShippedJar.Library> libraries = artifacts.stream()
                    .flatMap(artifact -> library(jar, artifact).stream())
                    .toList();
            boolean whole = libraries.stream().allMatch(ShippedJar.Library::whole);
            assertThat(whole && !libraries.isEmpty() && !extent.isEmpty())
                    .as("%s is whole in %s, which is not what its part says", title, jar.name())
                    .isFalse();
            String share = whole || !extent.isEmpty() ? extent : "in part";
            String line = "  " + title + (share.isEmpty() ? "" : ", " + share) + ", " + licence;
            if (!texts.isEmpty()) {
                line += " ("
                        + String.join(", ", texts.stream().map(jar::licenceText).toList()) + ")";
            }
            wrap(line, out);
            libraries.forEach(
                    library -> out.append("    ").append(library.coordinates()).append('\n'));
            copyright.forEach(text -> out.append("    ").append(text).append('\n'));
        }

        private static void wrap(String text, StringBuilder out) {
            String rest = text;
            while (rest.length() > WIDTH) {
                int end = rest.lastIndexOf(' ', WIDTH);
                out.append(rest, 0, end).append('\n');
                rest = "    " + rest.substring(end + 1);
            }
            out.append(rest).append('\n');
        }
    }

    Notice() throws IOException {
        try (InputStream in = Notice.class.getResourceAsStream("/notice/parts.json")) {
            new ObjectMapper().readTree(in).get("parts").forEach(part -> parts.add(Part.of(part)));
        }
    }

    /** Returns the text for these jars. */
    String of(List<ShippedJar> jars) {
        StringBuilder out = new StringBuilder(HEAD);
        Set<Part> used = new TreeSet<>(Comparator.comparing(Part::title));
        for (ShippedJar jar : jars) {
            out.append("\nIn ").append(jar.name()).append(":\n\n");
            List<Part> in = parts.stream().filter(part -> part.isIn(jar)).toList();
            in.forEach(part -> part.write(jar, out));
            used.addAll(in);
            assertThat(in.stream().flatMap(part -> part.artifacts().stream()))
                    .as("the libraries in %s have parts in notice/parts.json", jar.name())
                    .containsAll(jar.libraries().stream()
                            .map(ShippedJar.Library::artifact)
                            .toList());
            assertThat(in.stream().flatMap(part -> part.texts().stream()).map(jar::licenceText))
                    .as("the licence texts in %s belong to parts in notice/parts.json", jar.name())
                    .containsExactlyInAnyOrderElementsOf(jar.licenceTexts());
        }
        assertThat(used).as("parts that a jar holds").containsExactlyInAnyOrderElementsOf(parts);
        return out.toString();
    }
}
