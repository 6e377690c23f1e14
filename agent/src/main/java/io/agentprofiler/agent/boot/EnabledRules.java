// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.boot;

import io.agentprofiler.agent.config.Setting;
import io.agentprofiler.agent.config.Settings;
import io.agentprofiler.agent.log.AgentLog;
import io.agentprofiler.rules.compiled.ClassIndex;
import io.agentprofiler.rules.compiled.CompiledRules;
import io.agentprofiler.rules.model.Coroutines;
import io.agentprofiler.rules.model.FileOutline;
import io.agentprofiler.rules.model.ReactiveType;
import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.rules.model.RuleFile;
import io.agentprofiler.rules.model.RunRules;
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
    private final RunRules rules = new RunRules();
    private final List<ReactiveType> reactive = new ArrayList<>();
    private final List<FileOutline> frameworks = new ArrayList<>();
    private final List<String> traced = new ArrayList<>();
    private final List<Rule> own = new ArrayList<>();
    private final Set<String> metadata = new HashSet<>();
    private final ClassIndex index;
    private Coroutines coroutines;

    private EnabledRules(ClassIndex index) {
        this.index = index;
    }

    /**
     * Reads the rules the settings ask for. The front filter has told of names in {@code frameworks} that are none.
     *
     * @param traceRefused whether it has told of a wrong {@code trace}
     */
    public static EnabledRules of(Settings settings, boolean traceRefused) {
        boolean replay = settings.get(Setting.REPLAY) != null;
        BundledRules bundled = BundledRules.open(replay);
        EnabledRules enabled = new EnabledRules(bundled.index());
        List<RuleFile> users = new ArrayList<>();
        for (String file : settings.get(Setting.RULES)) {
            read("agentprofiler.rules", () -> RuleFiles.load(new File(file)), users);
        }
        if (!traceRefused && !settings.get(Setting.TRACE).isBlank()) {
            read(
                    "agentprofiler.trace",
                    () -> TraceSpec.parse("agentprofiler.trace", settings.get(Setting.TRACE)),
                    users);
        }
        boolean any = !users.isEmpty();
        for (FileOutline file : bundled.frameworks()) {
            any |= settings.framework(file.name(), file.onRequest());
        }
        if (any) {
            enabled.addCoroutines(bundled);
        }
        for (FileOutline file : bundled.frameworks()) {
            enabled.addFramework(bundled, file, settings.framework(file.name(), file.onRequest()));
        }
        users.forEach(enabled::addOwn);
        if (any) {
            enabled.reactive.addAll(bundled.reactive().reactive());
        }
        if (replay) {
            enabled.readAll();
        }
        return enabled;
    }

    /** Returns the rules, in the order they apply. */
    public RunRules rules() {
        return rules;
    }

    /** Returns which of the bundled files may mean a class. */
    public ClassIndex index() {
        return index;
    }

    /** Returns the types of reactive libraries; those of users come first, so that theirs count. */
    public List<ReactiveType> reactive() {
        return reactive;
    }

    /** Returns the bundled rule files that are on. */
    public List<FileOutline> frameworks() {
        return frameworks;
    }

    /** Returns the names of the rule files whose calls are looked for. */
    public List<String> traced() {
        return traced;
    }

    /** Returns the rules of the user's own. */
    public List<Rule> own() {
        return own;
    }

    private void addOwn(RuleFile file) {
        rules.add(file.rules());
        own.addAll(file.rules());
        reactive.addAll(file.reactive());
        metadata.addAll(file.metadata());
        for (Rule rule : file.rules()) {
            if (rule.kind() != null && !traced.contains(rule.file())) {
                traced.add(rule.file());
            }
        }
    }

    private void addFramework(BundledRules bundled, FileOutline file, boolean on) {
        rules.addFile(
                on ? file.rules() : 0, () -> bundled.framework(file.name()).rules());
        if (on) {
            frameworks.add(file);
            metadata.addAll(file.metadata());
            if (file.opensSpans()) {
                traced.add(file.name());
            }
        }
    }

    /** Reads all files: a recording may have calls of any. */
    private void readAll() {
        for (int i = 0; i < rules.files(); i++) {
            rules.read(i);
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

    /** Coroutines come before all others: what goes on in a resumed continuation is inside of what is done to resume it. */
    private void addCoroutines(BundledRules bundled) {
        RuleFile file = bundled.coroutines();
        rules.add(file.rules());
        coroutines = file.coroutines();
    }

    /** Adds a user's file. Reports mistakes in it, and then leaves the file out. */
    private static void read(String setting, Source source, List<RuleFile> into) {
        try {
            into.add(source.load());
        } catch (RuleFileException e) {
            for (Problem problem : e.problems()) {
                AgentLog.info(problem.line() > 0 ? problem.toString() : notRead(setting, problem));
            }
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
     * more in every JVM that starts would take longer than all the rest of the start. Even so a framework's file is read only if it
     * may mean a class that is loaded.
     *
     * <p><b>Threading:</b> any thread.
     */
    static final class BundledRules {
        private static final String OUTLINE = "rules.bin";
        private static final String REACTIVE = "reactive";
        private static final String COROUTINES = "coroutines";

        private final CompiledRules compiled;
        private final boolean replay;

        private BundledRules(CompiledRules compiled, boolean replay) {
            this.compiled = compiled;
            this.replay = replay;
        }

        /**
         * Reads what the build wrote of all files.
         *
         * @param replay whether the rules are to say how recorded calls answer others
         */
        static BundledRules open(boolean replay) {
            return new BundledRules(CompiledRules.read(bytes(OUTLINE)), replay);
        }

        /** Returns the name of the resource with a file's rules, beside this class. */
        static String resource(String file) {
            return file + ".rules";
        }

        private static byte[] bytes(String resource) {
            try (InputStream in = BundledRules.class.getResourceAsStream(resource)) {
                if (in == null) {
                    throw new IOException(
                            "no resource " + resource + ", which the build writes beside the class files");
                }
                return in.readAllBytes();
            } catch (IOException e) {
                throw new UncheckedIOException("the bundled rules cannot be read", e);
            }
        }

        private RuleFile file(String name) {
            return CompiledRules.file(bytes(resource(name)), replay);
        }

        /** Returns what is known of the rule files of frameworks, in the order of their rules. */
        List<FileOutline> frameworks() {
            return compiled.files();
        }

        /** Returns which of them may mean a class. */
        ClassIndex index() {
            return compiled.index();
        }

        /** Returns the rule file of a framework. */
        RuleFile framework(String name) {
            return file(name);
        }

        /** Returns what the agent knows of reactive libraries. */
        RuleFile reactive() {
            return file(REACTIVE);
        }

        /** Returns what the agent knows of coroutines. */
        RuleFile coroutines() {
            return file(COROUTINES);
        }
    }
}
