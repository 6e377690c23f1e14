// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.release;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The files beside a release on GitHub. The jars carry no version in their names, so that the link to the newest release's stays
 * the same; what the descriptions for Homebrew and JBang have to say of a release is filled in.
 */
final class Downloads {
    /** The checksums of all, as {@code sha256sum --check} reads them. */
    static final String CHECKSUMS = "SHA256SUMS";

    private static final List<String> TEMPLATES = List.of("agent-profiler.rb", "jbang-catalog.json");

    private final Path root;
    private final String version;
    private final Path repository;
    private final Signer signer;

    Downloads(Path root, String version, Path repository, Signer signer) {
        this.root = root;
        this.version = version;
        this.repository = repository;
        this.signer = signer;
    }

    /**
     * Writes them.
     *
     * @throws IOException if that fails, or a template asks for what is not known
     */
    void write(Path folder) throws IOException {
        Files.createDirectories(folder);
        Map<String, String> known = new TreeMap<>();
        known.put("@VERSION@", version);
        for (Publication publication : Publication.ALL) {
            for (String kind : List.of(".jar", "-cyclonedx.json", "-cyclonedx.xml")) {
                Path file = repository
                        .resolve(publication.folder(version))
                        .resolve(publication.artifactId() + "-" + version + kind);
                Files.copy(file, folder.resolve(publication.jar() + kind));
            }
            known.put(
                    "@SHA256:" + publication.jar() + ".jar@",
                    Checksum.SHA256.of(folder.resolve(publication.jar() + ".jar")));
        }
        for (String name : TEMPLATES) {
            String text = Files.readString(
                    root.resolve("integration-tests/release/packaging").resolve(name));
            for (Map.Entry<String, String> value : known.entrySet()) {
                text = text.replace(value.getKey(), value.getValue());
            }
            if (text.matches("(?s).*@[A-Z0-9]+(:[^@\n]*)?@.*")) {
                throw new IOException(name + " asks for something else than " + known.keySet());
            }
            Files.writeString(folder.resolve(name), text);
        }
        List<Path> files;
        try (var all = Files.list(folder)) {
            files = all.sorted().toList();
        }
        Map<String, String> sums = new TreeMap<>();
        for (Path file : files) {
            sums.put(file.getFileName().toString(), Checksum.SHA256.of(file));
        }
        Path list = folder.resolve(CHECKSUMS);
        Files.writeString(
                list,
                sums.entrySet().stream()
                        .map(sum -> sum.getValue() + "  " + sum.getKey() + "\n")
                        .collect(Collectors.joining()));
        signer.sign(list);
    }
}
