// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.model;

import java.util.List;

/**
 * An AI library that a program loaded and whose calls are not traced, or not all of them.
 *
 * @param name its name
 * @param version its version, {@code null} when its jar does not tell
 * @param untraced simple names of the loaded classes that make calls and are not traced, where others of the library are; empty
 *     where nothing of it is traced
 * @param traced simple names of the classes that are traced instead; empty where nothing of it is traced
 * @param below whether recorded model calls of a traced framework run over it, so that only calls past the framework are missing
 */
public record LoadedLibrary(String name, String version, List<String> untraced, List<String> traced, boolean below) {
    public LoadedLibrary {
        untraced = List.copyOf(untraced);
        traced = List.copyOf(traced);
    }

    /** Answers whether calls may be missing that no traced framework makes. */
    public boolean isMissing() {
        return !below;
    }

    /** Returns what is true of it, without a full stop. */
    public String sentence() {
        String known = version == null ? name : name + " " + version;
        if (below) {
            return known + " was loaded below a traced framework; calls made with it directly are not traced";
        }
        return untraced.isEmpty()
                ? known + " was loaded; it is not traced"
                : known + ": " + String.join(", ", untraced) + (untraced.size() == 1 ? " was" : " were")
                        + " loaded; only " + String.join(", ", traced) + (traced.size() == 1 ? " is" : " are")
                        + " traced";
    }
}
