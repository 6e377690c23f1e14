// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.boot;

import io.agentprofiler.agent.config.Settings;
import io.agentprofiler.agent.log.AgentLog;
import io.agentprofiler.rules.model.Coroutines;
import io.agentprofiler.rules.model.ReactiveType;
import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.rules.model.RuleFile;
import io.agentprofiler.rules.parse.RuleFiles;
import io.agentprofiler.rules.parse.TraceSpec;
import io.agentprofiler.rules.parse.json.Problem;
import io.agentprofiler.rules.parse.json.RuleFileException;
import java.io.File;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The rules of a run: those of the bundled files that are on, then the user's. A file with a mistake in it is left out, and
 * each of its mistakes is one line of the log.
 *
 * <p><b>Threading:</b> the agent's thread.
 */
final class EnabledRules {
    private final List<Rule> rules = new ArrayList<>();
    private final List<ReactiveType> reactive = new ArrayList<>();
    private final List<RuleFile> frameworks = new ArrayList<>();
    private final List<Rule> own = new ArrayList<>();
    private final Set<String> metadata = new HashSet<>();
    private Coroutines coroutines;

    private EnabledRules() {}

    /**
     * Reads the rules the settings ask for. The front filter has told of names in {@code frameworks} that are none.
     *
     * @param traceRefused whether it has told of a wrong {@code trace}
     */
    static EnabledRules of(Settings settings, boolean traceRefused) {
        EnabledRules enabled = new EnabledRules();
        for (String name : RuleFiles.bundled()) {
            if (settings.framework(name)) {
                RuleFile file = enabled.add(() -> RuleFiles.loadBundled(name));
                if (file != null) {
                    enabled.frameworks.add(file);
                }
            }
        }
        for (String file : settings.rules()) {
            enabled.addOwn(() -> RuleFiles.load(new File(file)));
        }
        if (!traceRefused && !settings.trace().isBlank()) {
            enabled.addOwn(() -> TraceSpec.parse("agentprofiler.trace", settings.trace()));
        }
        enabled.addTypes();
        return enabled;
    }

    /** Returns the rules, in the order they apply. */
    List<Rule> rules() {
        return rules;
    }

    /** Returns the types of reactive libraries; those of users come first, so that theirs count. */
    List<ReactiveType> reactive() {
        return reactive;
    }

    /** Returns the bundled rule files that are on. */
    List<RuleFile> frameworks() {
        return frameworks;
    }

    /** Returns the rules of the user's own. */
    List<Rule> own() {
        return own;
    }

    private void addOwn(Source source) {
        RuleFile file = add(source);
        if (file != null) {
            own.addAll(file.rules());
        }
    }

    /** Returns the attributes that the files declare as metadata. */
    Set<String> metadata() {
        return metadata;
    }

    /** Returns how coroutines are compiled; {@code null} when nothing is traced. */
    Coroutines coroutines() {
        return coroutines;
    }

    private void addTypes() {
        if (!rules.isEmpty()) {
            add(RuleFiles::loadReactive);
            addCoroutines();
        }
    }

    /** Before all others: what goes on in a resumed continuation is inside of what is done to resume it. */
    private void addCoroutines() {
        RuleFile file = read(RuleFiles::loadCoroutines);
        if (file != null) {
            rules.addAll(0, file.rules());
            coroutines = file.coroutines();
        }
    }

    /** Adds a file and returns it; {@code null} when it has mistakes, which are told. */
    private RuleFile add(Source source) {
        RuleFile file = read(source);
        if (file != null) {
            rules.addAll(file.rules());
            reactive.addAll(file.reactive());
            metadata.addAll(file.metadata());
        }
        return file;
    }

    private static RuleFile read(Source source) {
        try {
            return source.load();
        } catch (RuleFileException e) {
            for (Problem problem : e.problems()) {
                AgentLog.info(problem.toString());
            }
            return null;
        }
    }

    @FunctionalInterface
    private interface Source {
        RuleFile load() throws RuleFileException;
    }
}
