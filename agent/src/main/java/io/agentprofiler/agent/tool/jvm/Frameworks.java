// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.tool.jvm;

import io.agentprofiler.rules.model.Library;
import io.agentprofiler.rules.model.RuleFile;
import io.agentprofiler.rules.parse.Libraries;
import io.agentprofiler.rules.parse.RuleFiles;
import io.agentprofiler.rules.parse.json.RuleFileException;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.ArrayList;
import java.util.List;

/**
 * Tells frameworks by the names of their classes: those the rules know, and some of which it is known that no rule covers
 * them.
 *
 * <p><b>Threading:</b> immutable.
 */
public final class Frameworks {
    private final List<RuleFile> known = new ArrayList<>();
    private final Libraries libraries = Libraries.bundled();

    private Frameworks() {}

    /** Reads the bundled rules and the table of libraries. */
    public static Frameworks bundled() {
        Frameworks frameworks = new Frameworks();
        for (String name : RuleFiles.bundled()) {
            try {
                frameworks.known.add(RuleFiles.loadBundled(name));
            } catch (RuleFileException e) {
                throw new IllegalStateException("the bundled rules are damaged", e);
            }
        }
        return frameworks;
    }

    /** Returns the rule file of a class's framework, {@code null} when it is of none. */
    public RuleFile of(String className) {
        for (RuleFile file : known) {
            for (String prefix : file.packages()) {
                if (className.startsWith(prefix)) {
                    return file;
                }
            }
        }
        return null;
    }

    /** Returns the rule file of a framework whose classes were moved to another package, {@code null} otherwise. */
    public RuleFile movedTo(String className) {
        for (RuleFile file : known) {
            for (String prefix : file.packages()) {
                if (className.indexOf("." + prefix) > 0) {
                    return file;
                }
            }
        }
        return null;
    }

    /** Returns the library, of those that no rule covers, by which a class makes calls; {@code null} otherwise. */
    public Library untraced(String className) {
        Library library = libraries.of(className);
        return library != null && library.isUsedBy(className) && of(className) == null ? library : null;
    }

    /**
     * Returns what is there, in words: the framework, or only another library that its rules trace as well.
     *
     * @param className a class of it
     */
    static String title(RuleFile file, String className) {
        for (String prefix : file.packages()) {
            if (className.startsWith(prefix)) {
                return prefix.equals(file.packages().get(0))
                        ? file.title()
                        : prefix.substring(0, prefix.length() - 1) + ", traced by the rules for " + file.title();
            }
        }
        return file.title();
    }

    /** Returns the rule file of a name, {@code null} when there is none. */
    public RuleFile named(String name) {
        return known.stream()
                .filter(file -> file.name().equals(name))
                .findFirst()
                .orElse(null);
    }

    /** Returns what is supported, in words, without what is traced only beside something else. */
    public List<String> titles() {
        return known.stream()
                .filter(file -> !file.packages().isEmpty())
                .map(RuleFile::title)
                .toList();
    }

    /** Answers whether a framework's model calls are traced by a class of this name's package. */
    static boolean holdsModelCalls(RuleFile file, String className) {
        return file.rules().stream()
                .filter(rule -> rule.kind() == SpanKind.LLM)
                .anyMatch(rule -> file.packages().stream()
                        .anyMatch(prefix -> rule.match().type().startsWith(prefix) && className.startsWith(prefix)));
    }
}
