// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.read.event;

import io.agentprofiler.rules.model.LoadedLibrary;
import java.util.ArrayList;
import java.util.List;

/**
 * What of the application the agent's rules covered, as a footer tells it.
 *
 * <p><b>Threading:</b> immutable.
 *
 * @param frameworks frameworks with rules for model calls whose classes were loaded
 * @param libraries AI libraries that were loaded and are not traced, or not all of them
 * @param unmatched rules of the user's own, {@code file/id}, that matched no method of a loaded class
 * @param started whether the agent had finished its start: if not, calls may be missing, and the rest is not known
 */
public record Coverage(
        List<Framework> frameworks, List<LoadedLibrary> libraries, List<String> unmatched, boolean started) {
    /** Nothing is known. */
    public static final Coverage NONE = new Coverage(List.of(), List.of(), List.of(), true);

    public Coverage {
        frameworks = List.copyOf(frameworks);
        libraries = List.copyOf(libraries);
        unmatched = List.copyOf(unmatched);
    }

    /**
     * A framework that was loaded.
     *
     * @param name its rule file
     * @param supported the versions that the rules are for, in words; {@code null} when unknown
     * @param jars file names of jars its classes came from
     * @param modelCalls whether a rule for model calls matched one of its classes
     */
    public record Framework(String name, String supported, List<String> jars, boolean modelCalls) {
        public Framework {
            jars = List.copyOf(jars);
        }
    }

    /** Returns the coverage of this run and another one together. */
    public Coverage plus(Coverage other) {
        List<Framework> all = new ArrayList<>(frameworks);
        all.addAll(other.frameworks);
        List<LoadedLibrary> both = new ArrayList<>(libraries);
        both.addAll(other.libraries);
        List<String> rules = new ArrayList<>(unmatched);
        rules.addAll(other.unmatched);
        return new Coverage(all, both, rules, started && other.started);
    }
}
