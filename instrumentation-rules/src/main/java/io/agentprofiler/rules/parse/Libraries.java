// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.parse;

import io.agentprofiler.rules.model.Library;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;

/**
 * The table of known AI libraries that are not traced, or only in part: {@code rules/libraries.txt} beside the rules.
 *
 * <p><b>Threading:</b> immutable.
 */
public final class Libraries {
    private static final String TABLE = "/rules/libraries.txt";
    private static final int COLUMNS = 5;

    private final TreeMap<String, Library> byPrefix = new TreeMap<>();

    private Libraries() {}

    /** Reads the bundled table. */
    public static Libraries bundled() {
        try (InputStream in = Libraries.class.getResourceAsStream(TABLE)) {
            if (in == null) {
                throw new IOException("no resource " + TABLE);
            }
            return parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException("the table of libraries cannot be read", e);
        }
    }

    /** Reads a table; throws {@link IllegalArgumentException} for a line that is wrong. */
    static Libraries parse(String table) {
        Libraries libraries = new Libraries();
        for (String line : table.split("\n")) {
            if (!line.isBlank() && line.charAt(0) != '#') {
                Library library = library(line);
                if (libraries.byPrefix.put(library.prefix(), library) != null) {
                    throw new IllegalArgumentException("twice in the table of libraries: " + library.prefix());
                }
            }
        }
        return libraries;
    }

    private static Library library(String line) {
        String[] columns = line.split("\\|", -1);
        if (columns.length != COLUMNS || !columns[0].strip().endsWith(".")) {
            throw new IllegalArgumentException("not a line of the table of libraries: " + line);
        }
        String prefix = columns[0].strip();
        List<String> entries = new ArrayList<>();
        for (String entry : words(columns[4])) {
            entries.add(prefix + entry);
        }
        return new Library(
                prefix,
                columns[1].strip(),
                words(columns[2]),
                Library.LibraryKind.valueOf(columns[3].strip().toUpperCase(Locale.ROOT)),
                entries);
    }

    private static List<String> words(String column) {
        return column.isBlank() ? List.of() : List.of(column.strip().split(" +"));
    }

    /** Returns all, sorted by their prefixes. */
    public List<Library> all() {
        return List.copyOf(byPrefix.values());
    }

    /** Returns the library whose package holds a class of this fully qualified name; {@code null} when there is none. */
    public Library of(String className) {
        // no prefix begins with another, so the nearest one below is the only one that can fit
        var nearest = byPrefix.floorEntry(className);
        return nearest != null && className.startsWith(nearest.getKey()) ? nearest.getValue() : null;
    }
}
