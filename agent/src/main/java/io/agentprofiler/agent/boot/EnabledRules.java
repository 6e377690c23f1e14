// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.boot;

import io.agentprofiler.agent.config.Setting;
import io.agentprofiler.agent.config.Settings;
import io.agentprofiler.agent.log.AgentLog;
import io.agentprofiler.rules.compiled.CompiledRules;
import io.agentprofiler.rules.model.Coroutines;
import io.agentprofiler.rules.model.ReactiveType;
import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.rules.model.RuleFile;
import io.agentprofiler.rules.parse.RuleFiles;
import io.agentprofiler.rules.parse.TraceSpec;
import io.agentprofiler.rules.parse.json.Problem;
import io.agentprofiler.rules.parse.json.RuleFileException;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The rules of a run: those of the bundled files that are on, then the user's. A user's file with a mistake in it is left out, and
 * each of its mistakes is one line of the log.
 *
 * <p><b>Threading:</b> the agent's thread.
 */
public final class EnabledRules {
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
    public static EnabledRules of(Settings settings, boolean traceRefused) {
        EnabledRules enabled = new EnabledRules();
        BundledRules bundled = BundledRules.open(settings.get(Setting.REPLAY) != null);
        for (String name : bundled.frameworks()) {
            if (settings.framework(name)) {
                RuleFile file = bundled.framework(name);
                enabled.add(file);
                enabled.frameworks.add(file);
            }
        }
        for (String file : settings.get(Setting.RULES)) {
            enabled.addOwn("agentprofiler.rules", () -> RuleFiles.load(new File(file)));
        }
        if (!traceRefused && !settings.get(Setting.TRACE).isBlank()) {
            enabled.addOwn(
                    "agentprofiler.trace", () -> TraceSpec.parse("agentprofiler.trace", settings.get(Setting.TRACE)));
        }
        if (!enabled.rules.isEmpty()) {
            enabled.addTypes(bundled);
        }
        return enabled;
    }

    /** Returns the rules, in the order they apply. */
    public List<Rule> rules() {
        return rules;
    }

    /** Returns the types of reactive libraries; those of users come first, so that theirs count. */
    public List<ReactiveType> reactive() {
        return reactive;
    }

    /** Returns the bundled rule files that are on. */
    public List<RuleFile> frameworks() {
        return frameworks;
    }

    /** Returns the rules of the user's own. */
    public List<Rule> own() {
        return own;
    }

    private void addOwn(String setting, Source source) {
        RuleFile file = read(setting, source);
        if (file != null) {
            add(file);
            own.addAll(file.rules());
        }
    }

    /** Returns the attributes that the files declare as metadata. */
    public Set<String> metadata() {
        return metadata;
    }

    /** Returns how coroutines are compiled; {@code null} when nothing is traced. */
    public Coroutines coroutines() {
        return coroutines;
    }

    /**
     * Adds what goes with whatever rules there are. Coroutines come before all others: what goes on in a resumed continuation is
     * inside of what is done to resume it.
     */
    private void addTypes(BundledRules bundled) {
        add(bundled.reactive());
        RuleFile file = bundled.coroutines();
        rules.addAll(0, file.rules());
        coroutines = file.coroutines();
    }

    private void add(RuleFile file) {
        rules.addAll(file.rules());
        reactive.addAll(file.reactive());
        metadata.addAll(file.metadata());
    }

    /** Returns a user's file; {@code null} when it has mistakes, which are told. */
    private static RuleFile read(String setting, Source source) {
        try {
            return source.load();
        } catch (RuleFileException e) {
            for (Problem problem : e.problems()) {
                AgentLog.info(problem.line() > 0 ? problem.toString() : notRead(setting, problem));
            }
            return null;
        }
    }

    /** Returns the line for a rule file that could not be read: a wrong value of the setting. */
    private static String notRead(String setting, Problem problem) {
        return setting + ": " + problem + "; allowed: rule files, separated by commas; this one is left out";
    }

    @FunctionalInterface
    private interface Source {
        RuleFile load() throws RuleFileException;
    }

    /**
     * The bundled rules as {@link FrameworkIndex} compiled them when the agent was built: to parse their texts and check them once
     * more in every JVM that starts would take longer than all the rest of the start.
     *
     * <p><b>Threading:</b> the agent's thread.
     */
    static final class BundledRules {
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
}
