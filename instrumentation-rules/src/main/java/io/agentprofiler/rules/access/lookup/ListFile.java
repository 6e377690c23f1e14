// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.access.lookup;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Reads the lists of classes that come with the agent: an entry a line, words apart by blanks, notes after {@code #}. */
public final class ListFile {
    private ListFile() {}

    /**
     * Returns the words of each entry.
     *
     * @param resource the list, a resource of this jar
     * @throws UncheckedIOException when there is no such list
     */
    public static List<String[]> read(String resource) {
        List<String[]> entries = new ArrayList<>();
        try (InputStream in = ListFile.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IOException("no resource " + resource);
            }
            BufferedReader reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                String entry = line.strip();
                if (!entry.isEmpty() && !entry.startsWith("#")) {
                    entries.add(entry.split(" +"));
                }
            }
            return entries;
        } catch (IOException e) {
            throw new UncheckedIOException("the list " + resource + " cannot be read", e);
        }
    }
}
