// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.boot;

import io.agentprofiler.rules.compiled.CompiledRules;
import io.agentprofiler.rules.model.RuleFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The bundled rules as {@link FrameworkIndex} compiled them when the agent was built: to parse their texts and check them once
 * more in every JVM that starts would take longer than all the rest of the start.
 *
 * <p><b>Threading:</b> the agent's thread.
 */
final class BundledRules {
    private static final String FILE = "rules.bin";
    /** These two come last, and go with whatever rules are on. */
    private static final int TYPES = 2;

    private final CompiledRules compiled;
    private final List<String> names;
    private final List<String> frameworks = new ArrayList<>();

    private BundledRules(CompiledRules compiled) {
        this.compiled = compiled;
        this.names = compiled.names();
        for (int i = 0; i < names.size() - TYPES; i++) {
            frameworks.add(names.get(i));
        }
    }

    /**
     * Reads what the build wrote.
     *
     * @param replay whether the rules are to say how recorded calls answer others
     */
    static BundledRules open(boolean replay) {
        try (InputStream in = BundledRules.class.getResourceAsStream(FILE)) {
            if (in == null) {
                throw new IOException("no resource " + FILE + ", which the build writes beside the class files");
            }
            return new BundledRules(new CompiledRules(in.readAllBytes(), replay));
        } catch (IOException e) {
            throw new UncheckedIOException("the bundled rules cannot be read", e);
        }
    }

    /** Returns the names of the rule files of frameworks, in the order they are loaded. */
    List<String> frameworks() {
        return frameworks;
    }

    /** Returns the rule file of a framework. */
    RuleFile framework(String name) {
        return compiled.file(name);
    }

    /** Returns what the agent knows of reactive libraries. */
    RuleFile reactive() {
        return compiled.file(names.get(names.size() - TYPES));
    }

    /** Returns what the agent knows of coroutines. */
    RuleFile coroutines() {
        return compiled.file(names.get(names.size() - 1));
    }
}
