// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.model;

import java.util.List;

/**
 * A known AI library, or one package of it, whose calls no bundled rule covers, or covers in part.
 *
 * @param prefix how the names of its classes begin, with a trailing dot
 * @param name the name its makers give it; several packages of one library share it
 * @param artifacts Maven coordinates without version, {@code group:artifact}; the first is the one whose version is named
 * @param kind what its calls are
 * @param entries fully qualified names of the classes by which calls are made; empty where every class counts as use of it
 */
public record Library(String prefix, String name, List<String> artifacts, LibraryKind kind, List<String> entries) {
    /** What the calls of a library are. */
    public enum LibraryKind {
        /** Requests to models. */
        MODEL,
        /** Calls of tools and agents, or answers to such calls. */
        PROTOCOL
    }

    public Library {
        artifacts = List.copyOf(artifacts);
        entries = List.copyOf(entries);
    }

    /**
     * Answers whether a class is one by which the library is used.
     *
     * @param className fully qualified; nested classes count as the class around them
     */
    public boolean isUsedBy(String className) {
        if (!className.startsWith(prefix)) {
            return false;
        }
        for (String entry : entries) {
            if (className.startsWith(entry)
                    && (className.length() == entry.length() || className.charAt(entry.length()) == '$')) {
                return true;
            }
        }
        return entries.isEmpty();
    }
}
