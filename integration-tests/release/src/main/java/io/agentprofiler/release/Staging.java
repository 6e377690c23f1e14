// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.release;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** A Maven repository in a folder that holds what is published and nothing else. */
final class Staging {
    private final Path folder;

    Staging(Path folder) {
        this.folder = folder;
    }

    /**
     * Copies the files of a library, each with its signature and checksums.
     *
     * @throws IOException if a file is missing, or something cannot be written
     */
    void add(Publication publication, String version, Path root, Signer signer) throws IOException {
        Path place = Files.createDirectories(folder.resolve(publication.folder(version)));
        for (Map.Entry<String, Path> file : publication.files(root).entrySet()) {
            if (!Files.isRegularFile(file.getValue())) {
                throw new IOException(file.getValue() + " is missing: build with ./mvnw -Prelease verify, not offline");
            }
            Path copy = place.resolve(publication.artifactId() + "-" + version + file.getKey());
            Files.copy(file.getValue(), copy);
            signer.sign(copy);
            for (Checksum checksum : Checksum.values()) {
                checksum.write(copy);
            }
        }
    }

    /**
     * Writes all files as an archive, as the portal of Maven Central takes it.
     *
     * @throws IOException if that fails
     */
    void zip(Path bundle, Instant time) throws IOException {
        List<Path> files = new ArrayList<>();
        try (Stream<Path> all = Files.walk(folder)) {
            all.filter(Files::isRegularFile).sorted().forEach(files::add);
        }
        try (OutputStream out = Files.newOutputStream(bundle);
                ZipOutputStream zip = new ZipOutputStream(out)) {
            for (Path file : files) {
                ZipEntry entry = new ZipEntry(folder.relativize(file).toString().replace('\\', '/'));
                entry.setTimeLocal(LocalDateTime.ofInstant(time, ZoneOffset.UTC));
                zip.putNextEntry(entry);
                Files.copy(file, zip);
                zip.closeEntry();
            }
        }
    }
}
