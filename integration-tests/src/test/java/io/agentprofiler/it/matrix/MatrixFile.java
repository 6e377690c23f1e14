// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Reads {@code src/test/resources/matrix}. */
public final class MatrixFile {
    private MatrixFile() {}

    /** Returns the lines of a file that are neither empty nor comments. */
    public static List<String> lines(String name) throws IOException {
        try (InputStream in = MatrixFile.class.getResourceAsStream("/matrix/" + name)) {
            assertThat(in)
                    .as("src/test/resources/matrix/%s; -Dgolden.write=true writes what is expected of a row", name)
                    .isNotNull();
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .toList();
        }
    }
}
