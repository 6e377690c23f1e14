// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.model;

import io.agentprofiler.shared.schema.SpanKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * What is known of a rule file before its rules are read.
 *
 * @param name file name without suffix
 * @param title what it covers, for people
 * @param modelPackages those of its packages whose classes have rules for model calls, with a trailing dot
 * @param metadata attributes whose text is a name or an id and no content
 * @param onRequest whether it is on only where the settings name it
 * @param rules how many rules it has
 * @param opensSpans whether any of them opens spans
 */
public record FileOutline(
        String name,
        String title,
        List<String> modelPackages,
        Set<String> metadata,
        boolean onRequest,
        int rules,
        boolean opensSpans) {
    public FileOutline {
        modelPackages = List.copyOf(modelPackages);
        metadata = Set.copyOf(metadata);
    }

    /** Returns the outline of a file. */
    public static FileOutline of(RuleFile file) {
        List<String> packages = new ArrayList<>();
        boolean spans = false;
        for (String prefix : file.packages()) {
            for (Rule rule : file.rules()) {
                if (rule.kind() == SpanKind.LLM && rule.match().type().startsWith(prefix)) {
                    packages.add(prefix);
                    break;
                }
            }
        }
        for (Rule rule : file.rules()) {
            spans |= rule.kind() != null;
        }
        return new FileOutline(
                file.name(),
                file.title(),
                packages,
                file.metadata(),
                file.onRequest(),
                file.rules().size(),
                spans);
    }
}
