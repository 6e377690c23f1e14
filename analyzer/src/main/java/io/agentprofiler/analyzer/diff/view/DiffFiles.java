// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.diff.view;

import io.agentprofiler.analyzer.output.PrivateFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
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
        PrivateFiles.directory(directory);
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

    private Path write(String name, PrivateFiles.Content content) throws IOException {
        Path target = directory.resolve(name);
        PrivateFiles.write(target, content);
        return target;
    }
}
