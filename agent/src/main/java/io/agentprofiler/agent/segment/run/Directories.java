// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.segment.run;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Lists directories: what {@link Files#newDirectoryStream(Path)} does, but on the default file system without the twenty classes that
 * this loads in a JVM that has no other use for them.
 *
 * <p><b>Threading:</b> stateless.
 */
public final class Directories {
    private Directories() {}

    /**
     * Returns the names of what lies in a directory, in no order.
     *
     * @throws IOException when it is none, or cannot be listed
     */
    public static String[] names(Path directory) throws IOException {
        if (directory.getFileSystem() != FileSystems.getDefault()) {
            return OfOthers.names(directory);
        }
        String[] names = directory.toFile().list();
        if (names == null) {
            throw new IOException(directory + " is no directory, or cannot be listed");
        }
        return names;
    }

    /** Of other file systems, which know no {@link java.io.File}. */
    private static final class OfOthers {
        private OfOthers() {}

        static String[] names(Path directory) throws IOException {
            List<String> names = new ArrayList<>();
            try (DirectoryStream<Path> found = Files.newDirectoryStream(directory)) {
                for (Path path : found) {
                    names.add(path.getFileName().toString());
                }
            } catch (DirectoryIteratorException e) {
                throw e.getCause();
            }
            return names.toArray(String[]::new);
        }
    }
}
