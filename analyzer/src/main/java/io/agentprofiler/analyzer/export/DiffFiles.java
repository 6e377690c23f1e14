// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.export;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/** The files of a comparison in one directory. A file appears under its name only when it is complete. */
public final class DiffFiles {
    private final Path directory;

    /**
     * Makes the directory where it does not exist.
     *
     * @throws IOException when it cannot be made
     */
    public DiffFiles(Path directory) throws IOException {
        this.directory = directory;
        if (Files.exists(directory) && !Files.isDirectory(directory)) {
            throw new FileAlreadyExistsException(directory.toString(), null, "exists and is not a directory");
        }
        Files.createDirectories(directory);
    }

    /** Something that writes itself to a stream. */
    private interface Writing {
        void to(OutputStream stream) throws IOException;
    }

    /**
     * Writes the files.
     *
     * @return their paths
     */
    public List<Path> write(DiffJson.Content content, String markdown, String html) throws IOException {
        return List.of(
                write("diff.json", stream -> DiffJson.write(stream, content)),
                write("diff.md", stream -> stream.write(markdown.getBytes(StandardCharsets.UTF_8))),
                write("diff.html", stream -> stream.write(html.getBytes(StandardCharsets.UTF_8))));
    }

    private Path write(String name, Writing writing) throws IOException {
        Path target = directory.resolve(name);
        Path part = directory.resolve("." + name + ".part");
        try {
            try (OutputStream stream = Files.newOutputStream(part)) {
                writing.to(stream);
            }
            return Files.move(part, target, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(part);
        }
    }
}
