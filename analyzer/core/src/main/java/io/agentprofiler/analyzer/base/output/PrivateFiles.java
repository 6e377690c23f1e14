// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.base.output;

import io.agentprofiler.shared.OwnerOnly;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.util.Set;

/**
 * The only way to a new file: what is written may hold prompts, so it is its owner's only (mode 0600, directories 0700,
 * or an access control list with one entry), from its first byte on. Where a file system knows neither, it is an
 * ordinary file.
 *
 * <p>A directory that exists keeps its mode, which is its owner's decision; the files in it are private all the same. So
 * is a file that takes the place of one that was not: it is a new file, never the old one emptied. A symbolic link in
 * its place is replaced, not followed.
 *
 * <p><b>Threading:</b> any, for different files.
 */
public final class PrivateFiles {
    private static final int BUFFER_BYTES = 1 << 16;
    private static final Set<OpenOption> NEW = Set.of(StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW);

    private PrivateFiles() {}

    /** Writes what a file is to hold. */
    public interface Content {
        /** Writes to a stream with a buffer, which the caller closes; closing it is harmless. */
        void write(OutputStream stream) throws IOException;
    }

    /**
     * Makes a directory, and those above it, where they do not exist.
     *
     * @throws FileAlreadyExistsException when there is something else of that name
     * @throws IOException when it cannot be made
     */
    public static void directory(Path directory) throws IOException {
        if (Files.exists(directory) && !Files.isDirectory(directory)) {
            throw new FileAlreadyExistsException(directory.toString(), null, "exists and is not a directory");
        }
        if (!Files.isDirectory(directory)) {
            OwnerOnly.createDirectories(directory);
        }
    }

    /**
     * Opens a new file, in place of any of that name, with a buffer.
     *
     * @throws IOException when it cannot be made
     */
    public static OutputStream create(Path path) throws IOException {
        FileAttribute<?>[] attributes = OwnerOnly.file(path);
        Files.deleteIfExists(path);
        return new BufferedOutputStream(Channels.newOutputStream(open(path, attributes)), BUFFER_BYTES);
    }

    private static SeekableByteChannel open(Path path, FileAttribute<?>[] attributes) throws IOException {
        try {
            return Files.newByteChannel(path, NEW, attributes);
        } catch (UnsupportedOperationException e) {
            // a list of who may read it can only be given to what is there; nothing is in it until then
            SeekableByteChannel channel = Files.newByteChannel(path, NEW);
            OwnerOnly.restrict(path);
            return channel;
        }
    }

    /**
     * Opens a file that was written here for reading at any place.
     *
     * @throws IOException when it cannot be opened
     */
    public static SeekableByteChannel reopen(Path path) throws IOException {
        return Files.newByteChannel(path, StandardOpenOption.READ);
    }

    /**
     * Writes a file that appears under its name only when it is complete: until then it is a hidden file beside it, which
     * goes away when {@code content} fails.
     *
     * @throws IOException when it cannot be written, or from {@code content}
     */
    public static void write(Path target, Content content) throws IOException {
        Path part = hidden(target, "part");
        try {
            try (OutputStream stream = create(part)) {
                content.write(stream);
            }
            finish(part, target);
        } finally {
            Files.deleteIfExists(part);
        }
    }

    /** Returns the hidden file beside a file in which something of it is kept until it is complete. */
    public static Path hidden(Path target, String suffix) {
        return target.resolveSibling("." + target.getFileName() + "." + suffix);
    }

    /** Gives a complete file its name; what had it before is gone. */
    public static void finish(Path part, Path target) throws IOException {
        Files.move(part, target, StandardCopyOption.REPLACE_EXISTING);
    }
}
