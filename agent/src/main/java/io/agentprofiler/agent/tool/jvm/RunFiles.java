// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.tool.jvm;

import io.agentprofiler.agent.segment.run.RunInfo;
import io.agentprofiler.rules.parse.json.Json;
import io.agentprofiler.rules.parse.json.JsonTree;
import io.agentprofiler.rules.parse.json.RuleFileException;
import io.agentprofiler.shared.RunSegments;
import io.agentprofiler.shared.schema.RunName;
import io.agentprofiler.shared.schema.TraceFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the trace files of one run say of it: how many spans are in them, and the last counters.
 *
 * <p>The analyzer's decoder makes events of all lines, and is nine classes. This counts most lines by how they begin, and parses only
 * the counters.
 *
 * <p><b>Threading:</b> immutable.
 */
public final class RunFiles {
    private static final String STOP = "STOP";

    private final Path directory;
    private final long pid;
    private boolean stopped;
    private boolean closed;
    private long spans;
    private final LooseCalls looseCalls = new LooseCalls();
    private Json.Obj counters;

    private RunFiles(Path directory, RunName name) {
        this.directory = directory;
        this.pid = name.pid();
    }

    /** Returns the runs in a directory, the newest first; none when it cannot be read. */
    public static List<Path> in(Path base) {
        try {
            return RunSegments.runs(base);
        } catch (IOException e) {
            return List.of();
        }
    }

    /**
     * Finds the newest run of a process.
     *
     * @param since only runs that began then or later; {@code null} for any
     * @return {@code null} when there is none, or it cannot be read
     */
    public static RunFiles of(Path base, long pid, Instant since) {
        String first = since == null ? "" : RunInfo.startText(since);
        for (Path run : in(base)) {
            RunName name = RunName.of(run.getFileName().toString());
            if (name.pid() == pid && name.start().compareTo(first) >= 0) {
                return read(run);
            }
        }
        return null;
    }

    /** Reads a run; {@code null} when it is none, or cannot be read. */
    public static RunFiles read(Path directory) {
        RunName name = RunName.of(directory.getFileName().toString());
        if (name == null) {
            return null;
        }
        RunFiles run = new RunFiles(directory, name);
        try {
            run.read();
        } catch (IOException e) {
            return null;
        }
        return run;
    }

    private void read() throws IOException {
        stopped = Files.exists(directory.resolve(STOP));
        for (Path segment : RunSegments.in(directory).values()) {
            closed = false;
            RunSegments.read(segment, this::line);
        }
    }

    private boolean line(String line) {
        if (is(line, TraceFormat.SPAN_START)) {
            spans++;
            looseCalls.start(line);
        } else if (is(line, TraceFormat.SPAN_END)) {
            looseCalls.end(line);
        } else if (is(line, TraceFormat.BOOKS)) {
            counters = parsed(line, counters);
        } else if (is(line, TraceFormat.FOOTER)) {
            counters = parsed(line, counters);
            closed = true;
        }
        return true;
    }

    private static boolean is(String line, String event) {
        return line.startsWith("{\"event\":\"" + event + "\"");
    }

    private static Json.Obj parsed(String line, Json.Obj otherwise) {
        try {
            return (Json.Obj) JsonTree.read("a trace file", line);
        } catch (RuleFileException e) {
            // the last line of a killed run may be torn
            return otherwise;
        }
    }

    public Path directory() {
        return directory;
    }

    public long pid() {
        return pid;
    }

    /** Answers whether the file {@code STOP} is there. */
    public boolean isStopped() {
        return stopped;
    }

    /** Answers whether its last file was closed in order. */
    public boolean isClosed() {
        return closed;
    }

    /** Returns the spans in its files. */
    public long spans() {
        return spans;
    }

    /** Returns the tools and model calls that are workflows of their own. */
    public LooseCalls looseCalls() {
        return looseCalls;
    }

    /** Returns one of the last counters, 0 when it is absent. */
    public long counter(String name) {
        return counters != null
                        && counters.get(name) instanceof Json.Scalar number
                        && number.value() instanceof Long value
                ? value
                : 0;
    }

    /** Returns how many events were dropped, by reason. */
    public Map<String, Long> dropped() {
        Map<String, Long> reasons = new LinkedHashMap<>();
        if (counters != null && counters.get("dropped") instanceof Json.Obj types) {
            for (Json.Member type : types.members()) {
                if (type.value() instanceof Json.Obj counts) {
                    for (Json.Member count : counts.members()) {
                        if (count.value() instanceof Json.Scalar number && number.value() instanceof Long value) {
                            reasons.merge(count.name(), value, Long::sum);
                        }
                    }
                }
            }
        }
        reasons.values().removeIf(count -> count == 0);
        return reasons;
    }

    /** Returns the entries of a list in the last footer, such as {@code rules} or {@code frameworks}. */
    public List<Json.Obj> entries(String list) {
        List<Json.Obj> entries = new ArrayList<>();
        if (counters != null && counters.get(list) instanceof Json.Arr items) {
            for (Json item : items.items()) {
                if (item instanceof Json.Obj entry) {
                    entries.add(entry);
                }
            }
        }
        return entries;
    }

    /** Returns the texts of a list in the last footer, such as {@code unmatched}. */
    public List<String> names(String list) {
        return counters == null ? List.of() : texts(counters, list);
    }

    /** Returns the text of a field, {@code ""} when it has none. */
    public static String text(Json.Obj entry, String name) {
        return entry.get(name) instanceof Json.Text text ? text.text() : "";
    }

    /** Returns the texts of a field. */
    public static List<String> texts(Json.Obj entry, String name) {
        List<String> texts = new ArrayList<>();
        if (entry.get(name) instanceof Json.Arr items) {
            for (Json item : items.items()) {
                if (item instanceof Json.Text text) {
                    texts.add(text.text());
                }
            }
        }
        return texts;
    }

    /**
     * Tools and model calls that stand as workflows of their own, though models ask for the tools: pieces of runs of an agent that is
     * not traced. Of a run with very many workflows the first ones count.
     *
     * <p><b>Threading:</b> one thread.
     */
    public static final class LooseCalls {
        private static final int MOST_WORKFLOWS = 100_000;
        private static final Pattern TRACE = Pattern.compile("\"trace\":\"([0-9a-f]+)\"");
        private static final Pattern KIND = Pattern.compile("\"kind\":\"(\\w+)\"");
        private static final String PARENT = "\"parent\":";
        private static final Pattern ASKS =
                Pattern.compile("(?i)\"gen_ai\\.response\\.finish_reasons\":\\[?\"[^\"]*(tool|function_call)");

        private final Map<String, WorkflowCalls> workflows = new HashMap<>();

        LooseCalls() {}

        /** Takes a line with the start of a span. */
        void start(String line) {
            WorkflowCalls workflow = workflow(line);
            Matcher kind = KIND.matcher(line);
            if (workflow == null || !kind.find()) {
                return;
            }
            int parent = line.indexOf(PARENT);
            if (parent < 0 || parent > kind.start()) {
                workflow.root = kind.group(1);
            }
            workflow.tool |= kind.group(1).equals("tool");
            workflow.model |= kind.group(1).equals("llm");
        }

        /** Takes a line with the end of a span. */
        void end(String line) {
            WorkflowCalls workflow = workflow(line);
            if (workflow != null && !workflow.asks) {
                workflow.asks = ASKS.matcher(line).find();
            }
        }

        private WorkflowCalls workflow(String line) {
            Matcher trace = TRACE.matcher(line);
            if (!trace.find()) {
                return null;
            }
            return workflows.size() < MOST_WORKFLOWS
                    ? workflows.computeIfAbsent(trace.group(1), id -> new WorkflowCalls())
                    : workflows.get(trace.group(1));
        }

        /** Returns how many workflows are one tool call. */
        public long tools() {
            return workflows.values().stream()
                    .filter(workflow -> "tool".equals(workflow.root))
                    .count();
        }

        /** Returns how many workflows are model calls, alone or below an agent, without a tool. */
        public long models() {
            return workflows.values().stream()
                    .filter(WorkflowCalls::isLooseModel)
                    .count();
        }

        /** Answers whether models ask for tools in workflows without any, and tools ran in others. */
        public boolean lackAgent() {
            return tools() > 0
                    && workflows.values().stream().anyMatch(workflow -> workflow.isLooseModel() && workflow.asks);
        }

        private static final class WorkflowCalls {
            private String root;
            private boolean tool;
            private boolean model;
            private boolean asks;

            boolean isLooseModel() {
                return model && !tool && ("llm".equals(root) || "agent".equals(root));
            }
        }
    }
}
