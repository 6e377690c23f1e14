// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.sessions.log;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.formats.sessions.TurnSpans;
import io.agentprofiler.analyzer.read.tree.Located;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Codex's logs: records of a thread, of turns, of what was said, and of events. The log of a fork begins with a copy of its parent's, and
 * an agent that a tool started has a log of its own.
 */
public final class CodexLog extends SessionLog {
    private final Set<String> turns = new HashSet<>();
    private static final Pattern FILE_ID = Pattern.compile("rollout-.*?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})");

    private final Map<String, CodexThread> threads = new TreeMap<>();
    private final List<CodexFile> files = new ArrayList<>();
    private CodexFile file = new CodexFile("session");

    public CodexLog(TurnSpans spans) {
        super(spans);
    }

    /** Begins a file; its name tells the thread where no record does. */
    public void file(String name) {
        Matcher id = FILE_ID.matcher(name);
        file = new CodexFile(id.find() ? id.group(1) : "session");
        files.add(file);
    }

    @Override
    public void take(Located record) {
        String type = word(record, "type");
        Located payload = record.object("payload");
        if (type == null || !payload.isThere()) {
            return;
        }
        if (files.isEmpty()) {
            files.add(file);
        }
        String turn = word(payload, "turn_id");
        if (turn != null) {
            turns.add(turn);
        }
        file.take(type, payload, time(record, "timestamp"));
    }

    /** Returns the ids of the turns that were read so far. */
    public Set<String> turns() {
        return Set.copyOf(turns);
    }

    @Override
    public void end() {
        Map<String, List<CodexFile>> byThread = new HashMap<>();
        files.forEach(each ->
                byThread.computeIfAbsent(each.id(), any -> new ArrayList<>()).add(each));
        byThread.forEach((id, parts) -> threads.put(id, new CodexThread(id, parts.get(0), records(parts))));
        files.clear();
        threads.values().forEach(thread -> thread.settle(threads));
        CodexAgents agents = new CodexAgents(threads);
        threads.values().forEach(thread -> thread.send(spans, threads, agents));
        threads.clear();
    }

    /** Returns the records of a thread's files, each once, in order. */
    private static List<CodexRecord> records(List<CodexFile> parts) {
        List<CodexRecord> all = new ArrayList<>();
        Map<Object, Integer> taken = new HashMap<>();
        parts.sort(Comparator.comparingLong(CodexFile::first).thenComparingLong(CodexFile::last));
        for (CodexFile part : parts) {
            Map<Object, Integer> own = new HashMap<>();
            for (CodexRecord record : part.records()) {
                int count = own.merge(record.key(), 1, Integer::sum);
                if (count > taken.getOrDefault(record.key(), 0)) {
                    taken.put(record.key(), count);
                    all.add(record);
                }
            }
        }
        all.sort(Comparator.comparingLong(CodexRecord::order));
        return all;
    }

    /**
     * A record.
     *
     * @param time absent where the log does not say
     * @param order the same, or that of the record before it
     */
    record CodexRecord(String type, Located payload, long time, long order) {
        /** Returns what copies of a record in files of one thread have in common. */
        Object key() {
            return List.of(type, time, payload.value());
        }

        String kind() {
            return String.valueOf(word(payload, "type"));
        }
    }

    /** What one file says of its thread. */
    static final class CodexFile {
        private final List<CodexRecord> records = new ArrayList<>();
        private String id;
        private Located meta;
        private long begun = Unknown.LONG;
        private long time = Unknown.LONG;

        CodexFile(String id) {
            this.id = id;
        }

        void take(String type, Located payload, long at) {
            time = Math.max(time, at);
            if (type.equals("session_meta") && (meta == null || id.equals(word(payload, "id")))) {
                id = word(payload, "id") == null ? id : word(payload, "id");
                meta = meta == null ? payload.alone() : meta;
                begun = begun == Unknown.LONG ? at : begun;
                return;
            }
            Located kept = type.equals("event_msg") ? CodexEvents.small(payload) : payload.alone();
            records.add(new CodexRecord(type, kept, at, at == Unknown.LONG ? time : at));
        }

        String id() {
            return id;
        }

        /** Returns what it says of the thread, or {@code null}. */
        Located meta() {
            return meta;
        }

        long begun() {
            return begun;
        }

        List<CodexRecord> records() {
            return records;
        }

        long first() {
            return records.isEmpty() ? begun : records.get(0).order();
        }

        long last() {
            return time;
        }
    }
}
