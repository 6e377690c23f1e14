// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.config;

import io.agentprofiler.agent.config.Settings.Content;
import io.agentprofiler.agent.config.Settings.Miss;
import io.agentprofiler.shared.schema.ReplaySpeed;
import java.util.List;

/**
 * A setting: a system property {@code agentprofiler.<name>}. The constants are all that there are; the parser, the help text and {@code
 * docs/reference/settings.md} are made from them.
 *
 * <p><b>Threading:</b> immutable.
 *
 * @param <T> what its text is read as
 * @param name without the prefix {@code agentprofiler.}
 * @param format how its text is read
 * @param defaultText the default as a user would write it, or words in parentheses where it is worked out at run time
 * @param defaultValue the default, {@code null} where it is worked out at run time
 * @param help one line for the help text and the documentation
 */
public record Setting<T>(String name, Format<T> format, String defaultText, T defaultValue, String help) {
    /** What the names of all settings begin with. */
    public static final String PREFIX = "agentprofiler.";

    public static final Setting<Boolean> ENABLED = Setting.of(
            "enabled", Formats.flag(), "true", "false: the agent does nothing at all, as if it were not attached");
    public static final Setting<Boolean> HELP = Setting.of(
            "help", Formats.flag(), "false", "true: prints this list at start; the application runs as usual");
    public static final Setting<String> DIR = Setting.of(
            "dir",
            Formats.directory("a directory that exists or can be created"),
            "agent-profile",
            "where traces go; each run creates its own directory there");
    public static final Setting<String> SERVICE = Setting.computed(
            "service",
            Formats.text("text", "any name"),
            "name of the main class or jar; of the directory where tests run",
            "the name of this run in traces");
    public static final Setting<List<String>> RULES = Setting.of(
            "rules",
            Formats.list("rule files, separated by commas"),
            "",
            "your own rule files, beside the bundled ones");
    public static final Setting<String> TRACE = Setting.of(
            "trace",
            new Format<>(
                    "text",
                    "package.Class#method or package.Class#method[name=value], separated by semicolons; * is a wildcard",
                    text -> text),
            "",
            "your own methods to trace, without a rule file: com.acme.Planner#plan;com.acme.tools.*#*");
    public static final Setting<List<String>> FRAMEWORKS = Setting.of(
            "frameworks",
            Formats.list("all, none, or names of bundled rule files, separated by commas"),
            "all",
            "which bundled rule files are used");
    public static final Setting<Double> SAMPLE = Setting.of(
            "sample", Formats.share(), "1.0", "share of workflows recorded; decided once per workflow, at its root");
    public static final Setting<KeepRules> SAMPLE_KEEP = Setting.of(
            "sample.keep",
            Formats.keepRules(),
            "",
            "with sample below 1: also records workflows in which a span failed, or that take this long");
    public static final Setting<Long> SAMPLE_KEEP_MAX_BYTES = Setting.computed(
            "sample.keep.maxBytes",
            Formats.size(64 * 1024),
            "32m, but at most 4 % of the maximum heap",
            "with sample.keep: estimated bytes of the workflows still undecided; beyond it the oldest is discarded and counted");
    public static final Setting<Content> CONTENT = Setting.of(
            "content",
            Formats.constant(Content.class),
            "hash",
            "what is kept of prompts and results: nothing, lengths and salted hashes, or redacted text");
    public static final Setting<Boolean> CODE_LOCATION = Setting.of(
            "code.location",
            Formats.flag(),
            "true",
            "false: spans do not say which class, method and line of the application made the call");
    public static final Setting<Integer> CONTENT_MAX_CHARS = Setting.of(
            "content.maxChars",
            Formats.count(0, Integer.MAX_VALUE),
            "20000",
            "with content=full: longer texts are cut to this many characters");
    public static final Setting<List<String>> REDACT = Setting.of(
            "redact",
            Formats.expressions(),
            "",
            "with content=full: blanks what matches, besides the built-in keys, tokens, e-mail addresses and card numbers");
    public static final Setting<Integer> RING_SIZE = Setting.of(
            "ring.size",
            Formats.powerOfTwo(64, 1 << 20),
            "16384",
            "events that can wait for the writer; more are dropped and counted");
    public static final Setting<Long> RING_MAX_BYTES = Setting.computed(
            "ring.maxBytes",
            Formats.size(64 * 1024),
            "32m, but at most 1 % of the maximum heap",
            "estimated bytes that waiting events may hold; beyond it prompts and results are discarded, spans are kept");
    public static final Setting<Integer> CPU = Setting.computed(
            "cpu",
            Formats.count(1, 100),
            "none",
            "percent of one processor that the writer may take; beyond it events wait, and are dropped and counted");
    public static final Setting<Long> SEGMENT_MAX_BYTES = Setting.computed(
            "segment.maxBytes",
            Formats.size(4 * 1024),
            "64m, but at most a quarter of dir.maxBytes",
            "size at which a trace file is closed and a new one started; at most half of dir.maxBytes");
    public static final Setting<Long> SEGMENT_MAX_AGE = Setting.of(
            "segment.maxAge",
            Formats.duration("ms", 1000, 24 * 60 * 60_000),
            "15m",
            "age at which a trace file is closed and a new one started");
    public static final Setting<Long> DIR_MAX_BYTES = Setting.computed(
            "dir.maxBytes",
            Formats.size(8 * 1024),
            "1g, but at most half of dir.totalBytes",
            "size of the run's directory; beyond it the oldest closed trace files are deleted, but never the newest");
    public static final Setting<Integer> DIR_MAX_RUNS = Setting.of(
            "dir.maxRuns",
            Formats.count(1, 1_000_000),
            "1000",
            "number of runs in dir, this one included; beyond it the oldest finished runs are deleted");
    public static final Setting<Long> DIR_TOTAL_BYTES = Setting.of(
            "dir.totalBytes",
            Formats.size(16 * 1024),
            "10g",
            "size of all runs in dir; beyond it the oldest finished runs are deleted");
    public static final Setting<Long> FLUSH = Setting.of(
            "flush",
            Formats.duration("ms", 10, 10_000),
            "200",
            "how often written lines reach the operating system; a kill -9 loses this much at most if the writer had a processor");
    public static final Setting<Boolean> GZIP =
            Setting.of("gzip", Formats.flag(), "false", "true: closed trace files are compressed");
    public static final Setting<Boolean> COMPILER_DIRECTIVES = Setting.of(
            "compiler.directives",
            Formats.flag(),
            "true",
            "false: the JVM's compilers are not told which of the agent's own methods to compile by themselves");
    public static final Setting<Boolean> JFR = Setting.of(
            "jfr", Formats.flag(), "true", "false: no JDK Flight Recorder events are made, whatever recording runs");
    public static final Setting<String> JFR_FILE = Setting.computed(
            "jfr.file",
            Formats.text("file", "a file that can be written"),
            "none",
            "starts a recording and writes it to this file at exit");
    public static final Setting<List<String>> BACKENDS = Setting.of(
            "backends",
            Formats.addresses(),
            "",
            "model servers (vLLM, SGLang, SkyRL) whose own metrics are polled; the default path is /metrics");
    public static final Setting<Long> BACKENDS_INTERVAL =
            Setting.of("backends.interval", Formats.duration("s", 100, 60 * 60_000), "5s", "how often they are polled");
    public static final Setting<HostPatterns> PROPAGATE = Setting.of(
            "propagate",
            Formats.hosts(),
            "false",
            "sends the header traceparent with HTTP requests of traced calls to these hosts, true: to all");
    public static final Setting<String> REPLAY = Setting.computed(
            "replay",
            Formats.text("directory", "a run's directory, or one of runs, whose newest is taken"),
            "none",
            "answers calls of tools, retrievers and stores, and of trace, from that recording without making them");
    public static final Setting<Miss> REPLAY_MISS = Setting.of(
            "replay.miss",
            Formats.constant(Miss.class),
            "fail",
            "with replay: a call that the recording does not answer fails, or is made");
    public static final Setting<ReplaySpeed> REPLAY_SPEED = Setting.of(
            "replay.speed",
            new Format<>("speed", ReplaySpeed.EXPECTED, ReplaySpeed::parse),
            "0",
            "with replay: answers take no time; 1: as long as recorded; 2x: half as long");
    public static final Setting<String> FORECAST = Setting.computed(
            "forecast",
            Formats.text("file", "a file that the analyzer's forecast --save wrote"),
            "none",
            "tells by this model what is still to come of workflows that go on: in the trace, and as JFR events");
    public static final Setting<String> LOG = Setting.of(
            "log",
            Formats.word("off", "info", "debug"),
            "info",
            "what the agent prints on stderr: nothing, one line at start and one at exit, or everything");

    public static final Setting<String> DOCTOR = Setting.computed(
            "doctor.notes",
            Formats.text("directory", "a directory that exists"),
            "none",
            "set by the command `doctor` in the JVMs it starts: where the agent leaves its lines and settings for it");

    /** Every setting, in the order of the documentation. */
    public static final List<Setting<?>> ALL = List.of(
            ENABLED,
            DIR,
            SERVICE,
            RULES,
            TRACE,
            FRAMEWORKS,
            SAMPLE,
            SAMPLE_KEEP,
            SAMPLE_KEEP_MAX_BYTES,
            CONTENT,
            CODE_LOCATION,
            CONTENT_MAX_CHARS,
            REDACT,
            RING_SIZE,
            RING_MAX_BYTES,
            CPU,
            SEGMENT_MAX_BYTES,
            SEGMENT_MAX_AGE,
            DIR_MAX_BYTES,
            DIR_MAX_RUNS,
            DIR_TOTAL_BYTES,
            FLUSH,
            GZIP,
            COMPILER_DIRECTIVES,
            JFR,
            JFR_FILE,
            BACKENDS,
            BACKENDS_INTERVAL,
            PROPAGATE,
            REPLAY,
            REPLAY_MISS,
            REPLAY_SPEED,
            FORECAST,
            LOG,
            DOCTOR,
            HELP);

    /** A setting whose default is written like a user would write it. */
    static <T> Setting<T> of(String name, Format<T> format, String defaultText, String help) {
        return new Setting<>(name, format, defaultText, format.read(defaultText), help);
    }

    /** A setting whose default is worked out at run time; {@code words} say how. */
    static <T> Setting<T> computed(String name, Format<T> format, String words, String help) {
        return new Setting<>(name, format, "(" + words + ")", null, help);
    }

    /** Returns the full name of the system property. */
    public String property() {
        return PREFIX + name;
    }
}
