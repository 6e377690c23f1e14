// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.atif;

import io.agentprofiler.analyzer.read.TraceFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The files that a trajectory names beside its own. Only files in its own directory and below are looked at, whatever a file says.
 */
final class NamedFiles {
    private static final Pattern NAMES =
            Pattern.compile("\"(?:trajectory_path|continued_trajectory_ref)\"\\s*+:\\s*+\"([^\"\\\\]{1,1000})\"");
    private static final String USUAL = "trajectory";
    private static final int CHUNK = 1 << 20;
    /** A name and what stands around it may lie across the border of two chunks. */
    private static final int OVERLAP = 2000;

    private NamedFiles() {}

    /** Returns the files that a file names, as far as they are there. */
    static Set<Path> of(TraceFile file) throws IOException {
        Set<Path> named = new LinkedHashSet<>();
        try (InputStream stream = file.open(bytes -> {})) {
            String rest = "";
            for (byte[] chunk = stream.readNBytes(CHUNK); chunk.length > 0; chunk = stream.readNBytes(CHUNK)) {
                // names that are not ASCII are cut wrongly at borders at worst: such a file is then read twice
                String text = rest + new String(chunk, StandardCharsets.UTF_8);
                Matcher matcher = NAMES.matcher(text);
                while (matcher.find()) {
                    Path path = find(file.path(), matcher.group(1));
                    if (path != null) {
                        named.add(path);
                    }
                }
                rest = text.substring(Math.max(0, text.length() - OVERLAP));
            }
        } catch (IOException e) {
            // what is wrong with the file is told when it is read
            return named;
        }
        return named;
    }

    /** Returns the file of a name in a trajectory's file, {@code null} when there is none. */
    static Path find(Path file, String name) {
        Path directory = file.toAbsolutePath().normalize().getParent();
        Path found = within(directory, name);
        if (found == null && name.startsWith(USUAL + ".")) {
            // whoever renames trajectory.json renames its parts the same way
            String own = file.getFileName().toString();
            String stem = own.endsWith(".json") ? own.substring(0, own.length() - ".json".length()) : own;
            found = within(directory, stem + name.substring(USUAL.length()));
        }
        return found;
    }

    private static Path within(Path directory, String name) {
        try {
            Path path = directory.resolve(name).normalize();
            return path.startsWith(directory) && Files.isRegularFile(path) ? path : null;
        } catch (InvalidPathException e) {
            return null;
        }
    }
}
