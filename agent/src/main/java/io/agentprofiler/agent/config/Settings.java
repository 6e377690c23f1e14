// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.config;

import io.agentprofiler.agent.log.AgentLog;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.function.Consumer;

/**
 * The value of every {@link Setting} in a run, validated. {@code docs/reference/settings.md} and {@code -Dagentprofiler.help=true} explain
 * them.
 *
 * <p><b>Threading:</b> immutable.
 *
 * @param values by the setting's name; {@code null} stands for none
 */
public record Settings(Map<String, Object> values) {
    /** Stands for a writer that takes what it needs. */
    public static final int NO_CPU_CAP = 0;

    private static final String PROPAGATION = "propagation";

    /**
     * Reads the settings and sets the log's level by them; what is wrong is printed, a line each, and replaced by its
     * default.
     */
    public static Settings parse(Properties properties) {
        List<String> problems = new ArrayList<>();
        Settings settings = parse(properties, problems::add);
        AgentLog.level(settings.get(Setting.LOG));
        problems.forEach(AgentLog::info);
        return settings;
    }

    /** Reads the settings; what is wrong is told to {@code problems}, a line each, and replaced by its default. */
    public static Settings parse(Properties properties, Consumer<String> problems) {
        return new SettingsParser(properties, problems, Runtime.getRuntime().maxMemory()).parse();
    }

    /** Returns the names of the system properties of all settings. */
    public static List<String> properties() {
        List<String> names = new ArrayList<>();
        for (Setting<?> setting : Setting.ALL) {
            names.add(setting.property());
        }
        return names;
    }

    /** Returns the text of {@code -Dagentprofiler.help=true}. */
    public static String help() {
        return SettingsHelp.terminal();
    }

    /** Returns the value of a setting, {@code null} for one that is neither set nor has a default. */
    @SuppressWarnings("unchecked") // the parser keeps what the setting's own format reads
    public <T> T get(Setting<T> setting) {
        return (T) values.get(setting.name());
    }

    /**
     * Answers whether the bundled rule file {@code name} is on. That of outgoing headers has a setting of its own.
     *
     * @param onRequest whether it has to be named
     */
    public boolean framework(String name, boolean onRequest) {
        if (name.equals(PROPAGATION)) {
            return get(Setting.PROPAGATE).any();
        }
        List<String> frameworks = get(Setting.FRAMEWORKS);
        return !onRequest && frameworks.contains("all") || frameworks.contains(name);
    }

    /**
     * Returns what a trace file says of the settings, by property name without prefix, in the order of the documentation.
     * Patterns and addresses are counted, not named: either may hold a secret.
     */
    public Map<String, Object> describe() {
        Map<String, Object> all = new LinkedHashMap<>();
        tell(Setting.RULES, all);
        tell(Setting.TRACE, all);
        tell(Setting.FRAMEWORKS, all);
        tell(Setting.SAMPLE, all);
        if (get(Setting.SAMPLE_KEEP).any()) {
            all.put(Setting.SAMPLE_KEEP.name(), get(Setting.SAMPLE_KEEP).words());
            tell(Setting.SAMPLE_KEEP_MAX_BYTES, all);
        }
        all.put(Setting.CONTENT.name(), get(Setting.CONTENT).name().toLowerCase(Locale.ROOT));
        tell(Setting.CONTENT_MAX_CHARS, all);
        all.put(Setting.REDACT.name(), get(Setting.REDACT).size());
        tell(Setting.RING_SIZE, all);
        tell(Setting.RING_MAX_BYTES, all);
        if (get(Setting.CPU) != NO_CPU_CAP) {
            tell(Setting.CPU, all);
        }
        tell(Setting.SEGMENT_MAX_BYTES, all);
        tell(Setting.SEGMENT_MAX_AGE, all);
        tell(Setting.DIR_MAX_BYTES, all);
        tell(Setting.DIR_MAX_RUNS, all);
        tell(Setting.DIR_TOTAL_BYTES, all);
        tell(Setting.FLUSH, all);
        tell(Setting.GZIP, all);
        tell(Setting.COMPILER_DIRECTIVES, all);
        tell(Setting.JFR, all);
        all.put(Setting.BACKENDS.name(), get(Setting.BACKENDS).size());
        tell(Setting.BACKENDS_INTERVAL, all);
        if (get(Setting.PROPAGATE).any()) {
            // names of hosts are the application's
            all.put(Setting.PROPAGATE.name(), true);
        }
        if (get(Setting.REPLAY) != null) {
            all.put(Setting.REPLAY_MISS.name(), get(Setting.REPLAY_MISS).name().toLowerCase(Locale.ROOT));
            all.put(Setting.REPLAY_SPEED.name(), get(Setting.REPLAY_SPEED).factor());
        }
        if (get(Setting.FORECAST) != null) {
            tell(Setting.FORECAST, all);
        }
        return all;
    }

    private void tell(Setting<?> setting, Map<String, Object> all) {
        all.put(setting.name(), get(setting));
    }

    /** What becomes of a call that the recording does not answer. */
    public enum Miss {
        /** It throws, and is not made. */
        FAIL,
        /** It is made. */
        CALL
    }

    /** What is kept of prompts, completions, tool arguments and results. */
    public enum Content {
        /** Nothing. */
        NONE,
        /** Lengths and chained, salted block hashes. */
        HASH,
        /** Text, redacted and cut. */
        FULL
    }
}
