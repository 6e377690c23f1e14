// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.release;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The build's output, for the tests that check it. */
final class Made {
    /** The project's folder. */
    static final Path ROOT = Path.of(System.getProperty("release.root"));

    /** The version to release. */
    static final String VERSION = System.getProperty("release.version");

    /** The repository of the user who builds, where the build's plugins are already. */
    static final Path MAVEN_LOCAL = Path.of(System.getProperty("release.maven.local"));

    /** The folder of all output. */
    static final Path RELEASE = ROOT.resolve("target/release");

    /** The Maven repository. */
    static final Path REPOSITORY = RELEASE.resolve("repository");

    /** The bundle to upload. */
    static final Path BUNDLE = RELEASE.resolve("central-bundle.zip");

    /** The bundle with signatures that nobody may trust. */
    static final Path CHECKED_ONLY = RELEASE.resolve("central-bundle-throw-away-key.zip");

    /** The files for GitHub. */
    static final Path DOWNLOADS = RELEASE.resolve("downloads");

    /** The checksums of the files for GitHub, as {@code sha256sum --check} reads them. */
    static final Path CHECKSUMS = DOWNLOADS.resolve("SHA256SUMS");

    private Made() {}

    /** Returns the signature of a file. */
    static Path signature(Path file) {
        return file.resolveSibling(file.getFileName() + ".asc");
    }

    /** Returns a file of the repository, by what is behind the version in its name. */
    static Path file(Publication publication, String suffix) {
        return REPOSITORY
                .resolve(publication.folder(VERSION))
                .resolve(publication.artifactId() + "-" + VERSION + suffix);
    }

    /** Returns all files below a folder, in order. */
    static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(Files::isRegularFile).sorted().toList();
        }
    }

    /** Returns the files that are signed: all that are no signature and no checksum. */
    static List<Path> signed() throws IOException {
        return files(REPOSITORY).stream()
                .filter(file -> !file.toString().matches(".*\\.(asc|md5|sha1|sha256|sha512)"))
                .toList();
    }
}
