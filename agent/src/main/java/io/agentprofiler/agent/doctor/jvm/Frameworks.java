// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.doctor.jvm;

import io.agentprofiler.rules.model.RuleFile;
import io.agentprofiler.rules.parse.RuleFiles;
import io.agentprofiler.rules.parse.json.RuleFileException;
import io.agentprofiler.schema.SpanKind;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Tells frameworks by the names of their classes: those the rules know, and some of which it is known that no rule covers
 * them.
 *
 * <p><b>Threading:</b> immutable.
 */
public final class Frameworks {
    private static final String OTHERS = "unsupported.txt";

    private final List<RuleFile> known = new ArrayList<>();
    private final List<String> others;

    private Frameworks(List<String> others) {
        this.others = others;
    }

    /** Reads the bundled rules. */
    public static Frameworks bundled() {
        Frameworks frameworks = new Frameworks(readOthers());
        for (String name : RuleFiles.bundled()) {
            try {
                frameworks.known.add(RuleFiles.loadBundled(name));
            } catch (RuleFileException e) {
                throw new IllegalStateException("the bundled rules are damaged", e);
            }
        }
        return frameworks;
    }

    private static List<String> readOthers() {
        try (InputStream in = Frameworks.class.getResourceAsStream(OTHERS);
                BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            return lines.lines()
                    .map(String::strip)
                    .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
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

    /** Returns the package, of those that no rule covers, to which a class belongs; {@code null} otherwise. */
    public String unsupported(String className) {
        for (String prefix : others) {
            if (className.startsWith(prefix)) {
                return prefix;
            }
        }
        return null;
    }

    /** Returns all packages that no rule covers. */
    List<String> unsupported() {
        return others;
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
