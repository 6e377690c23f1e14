// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.model;

import java.util.List;
import java.util.Set;

/**
 * A parsed rule file.
 *
 * @param name file name without suffix
 * @param title what it covers, for people
 * @param packages name prefixes of the framework's classes, with a trailing dot; loading one of them wakes the agent;
 *     empty where none does, because the rules mean nothing without those of other files
 * @param onRequest whether the file is on only where the settings name it
 * @param rules in file order
 * @param metadata attributes of the file whose text is a name or an id and no content; see {@link
 *     io.agentprofiler.shared.schema.Metadata}
 * @param reactive types of reactive libraries, in file order
 * @param coroutines how a language's coroutines are compiled; {@code null} in all files but one
 */
public record RuleFile(
        String name,
        String title,
        List<String> packages,
        Set<String> metadata,
        boolean onRequest,
        List<Rule> rules,
        List<ReactiveType> reactive,
        Coroutines coroutines) {
    public RuleFile {
        packages = List.copyOf(packages);
        metadata = Set.copyOf(metadata);
        rules = List.copyOf(rules);
        reactive = List.copyOf(reactive);
    }
}
