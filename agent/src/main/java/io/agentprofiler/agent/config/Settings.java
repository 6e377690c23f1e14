// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.config;

import io.agentprofiler.agent.log.AgentLog;
import io.agentprofiler.shared.schema.ReplaySpeed;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.function.Consumer;

/**
 * Every setting of a run, validated. Each component is a system property {@code agentprofiler.<name>}; {@code
 * docs/settings.md} and {@code -Dagentprofiler.help=true} explain them.
 *
 * <p><b>Threading:</b> immutable.
 *
 * @param dir directory below which the run's own directory is made
 * @param service the run's name
 * @param rules extra rule files
 * @param trace short-form rules, for example {@code com.acme.Planner#plan;com.acme.tools.*#*}
 * @param frameworks the bundled rule files that are on; see {@link #framework}
 * @param sample share of workflows recorded, 0 to 1
 * @param sampleKeep workflows recorded though the share does not choose them; none where every workflow is recorded
 * @param sampleKeepMaxBytes what events of workflows that are not decided yet may take
 * @param content what is kept of prompts and results
 * @param contentMaxChars at most this many chars a content attribute
 * @param redact regular expressions whose matches are blanked in content
 * @param ringSize slots, a power of two
 * @param ringMaxBytes payload bytes in the ring above which payload is given up
 * @param cpuPercent percent of one processor that the writer's thread may take, {@link #NO_CPU_CAP} where that is not limited
 * @param segmentMaxBytes size at which a segment is closed
 * @param segmentMaxAgeMillis age at which a segment is closed
 * @param dirMaxBytes size of the run's directory above which its oldest closed segments are deleted
 * @param dirMaxRuns how many runs there may be below {@code dir} before the oldest are deleted
 * @param dirTotalBytes size of all runs below {@code dir} above which the oldest are deleted
 * @param flushMillis how often written lines are handed to the operating system
 * @param gzip whether closed segments are compressed
 * @param compilerDirectives whether the JVM's compilers are told of the agent's methods
 * @param jfr whether JFR events are made
 * @param jfrFile a recording the agent starts and dumps here at exit, or {@code null}
 * @param backends model servers whose metrics are polled
 * @param backendsIntervalMillis how often
 * @param replay a directory with the recording that answers calls, {@code null} where every call is made
 * @param replayMiss what becomes of a call that the recording does not answer
 * @param replaySpeed how long its answers take
 * @param forecast a model by which is told what is still to come of workflows, or {@code null}
 * @param log {@code off}, {@code info} or {@code debug}
 */
public record Settings(
        String dir,
        String service,
        List<String> rules,
        String trace,
        List<String> frameworks,
        double sample,
        KeepRules sampleKeep,
        long sampleKeepMaxBytes,
        Content content,
        int contentMaxChars,
        List<String> redact,
        int ringSize,
        long ringMaxBytes,
        int cpuPercent,
        long segmentMaxBytes,
        long segmentMaxAgeMillis,
        long dirMaxBytes,
        int dirMaxRuns,
        long dirTotalBytes,
        long flushMillis,
        boolean gzip,
        boolean compilerDirectives,
        boolean jfr,
        String jfrFile,
        List<String> backends,
        long backendsIntervalMillis,
        String replay,
        Miss replayMiss,
        ReplaySpeed replaySpeed,
        String forecast,
        String log) {
    /** Stands for a writer that takes what it needs. */
    public static final int NO_CPU_CAP = 0;

    /**
     * Reads the settings and sets the log's level by them; what is wrong is printed, a line each, and replaced by its
     * default.
     */
    public static Settings parse(Properties properties) {
        List<String> problems = new ArrayList<>();
        Settings settings = parse(properties, problems::add);
        AgentLog.level(settings.log());
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
        for (Setting<?> setting : SettingTable.ALL) {
            names.add(setting.property());
        }
        return names;
    }

    /** Returns the text of {@code -Dagentprofiler.help=true}. */
    public static String help() {
        return SettingsHelp.terminal();
    }

    /** Answers whether the bundled rule file {@code name} is on. */
    public boolean framework(String name) {
        return frameworks.contains("all") || frameworks.contains(name);
    }

    /**
     * Returns what a trace file says of the settings, by property name without prefix, in the order of the documentation.
     * Patterns and addresses are counted, not named: either may hold a secret.
     */
    public Map<String, Object> describe() {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put(SettingTable.RULES.name(), rules);
        all.put(SettingTable.TRACE.name(), trace);
        all.put(SettingTable.FRAMEWORKS.name(), frameworks);
        all.put(SettingTable.SAMPLE.name(), sample);
        if (sampleKeep.any()) {
            all.put(SettingTable.SAMPLE_KEEP.name(), sampleKeep.words());
            all.put(SettingTable.SAMPLE_KEEP_MAX_BYTES.name(), sampleKeepMaxBytes);
        }
        all.put(SettingTable.CONTENT.name(), content.name().toLowerCase(Locale.ROOT));
        all.put(SettingTable.CONTENT_MAX_CHARS.name(), contentMaxChars);
        all.put(SettingTable.REDACT.name(), redact.size());
        all.put(SettingTable.RING_SIZE.name(), ringSize);
        all.put(SettingTable.RING_MAX_BYTES.name(), ringMaxBytes);
        if (cpuPercent != NO_CPU_CAP) {
            all.put(SettingTable.CPU.name(), cpuPercent);
        }
        all.put(SettingTable.SEGMENT_MAX_BYTES.name(), segmentMaxBytes);
        all.put(SettingTable.SEGMENT_MAX_AGE.name(), segmentMaxAgeMillis);
        all.put(SettingTable.DIR_MAX_BYTES.name(), dirMaxBytes);
        all.put(SettingTable.DIR_MAX_RUNS.name(), dirMaxRuns);
        all.put(SettingTable.DIR_TOTAL_BYTES.name(), dirTotalBytes);
        all.put(SettingTable.FLUSH.name(), flushMillis);
        all.put(SettingTable.GZIP.name(), gzip);
        all.put(SettingTable.COMPILER_DIRECTIVES.name(), compilerDirectives);
        all.put(SettingTable.JFR.name(), jfr);
        all.put(SettingTable.BACKENDS.name(), backends.size());
        all.put(SettingTable.BACKENDS_INTERVAL.name(), backendsIntervalMillis);
        if (replay != null) {
            all.put(SettingTable.REPLAY_MISS.name(), replayMiss.name().toLowerCase(Locale.ROOT));
            all.put(SettingTable.REPLAY_SPEED.name(), replaySpeed.factor());
        }
        if (forecast != null) {
            all.put(SettingTable.FORECAST.name(), forecast);
        }
        return all;
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
