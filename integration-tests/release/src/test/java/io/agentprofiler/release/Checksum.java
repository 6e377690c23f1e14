// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.release;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The checksums that stand beside each file of a Maven repository. */
public enum Checksum {
    /** Demanded by Maven Central. */
    MD5("MD5", "md5"),
    /** Demanded by Maven Central. */
    SHA1("SHA-1", "sha1"),
    /** Taken by Maven Central. */
    SHA256("SHA-256", "sha256"),
    /** Taken by Maven Central. */
    SHA512("SHA-512", "sha512");

    private final String algorithm;
    private final String extension;

    Checksum(String algorithm, String extension) {
        this.algorithm = algorithm;
        this.extension = extension;
    }

    /** Returns the file that holds the checksum of a file. */
    public Path beside(Path file) {
        return file.resolveSibling(file.getFileName() + "." + extension);
    }

    /**
     * Returns the checksum of a file in hexadecimal digits.
     *
     * @throws IOException if the file cannot be read
     */
    public String of(Path file) throws IOException {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance(algorithm).digest(Files.readAllBytes(file)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has it", e);
        }
    }
}
