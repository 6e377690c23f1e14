// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.sessions;

import io.agentprofiler.analyzer.formats.sessions.log.RoundLog;
import io.agentprofiler.analyzer.read.Problems;
import io.agentprofiler.analyzer.read.TraceFile;
import io.agentprofiler.analyzer.read.tree.JsonRecords;
import io.agentprofiler.analyzer.read.tree.Located;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds out which logs tell of the same sessions: those that name the same session, thread, agent or answer.
 *
 * <p><b>Threading:</b> one thread.
 */
final class SessionGroups {
    private static final String[] THREADS = {
        "id",
        "forked_from_id",
        "parent_thread_id",
        "new_thread_id",
        "new_process_id",
        "new_agent_thread_id",
        "agent_thread_id",
        "receiver_thread_id",
        "receiver_process_id"
    };

    private final Map<String, Integer> owners = new HashMap<>();
    private final int[] groups;

    private SessionGroups(int files) {
        groups = new int[files];
        for (int file = 0; file < files; file++) {
            groups[file] = file;
        }
    }

    /** Returns the files in groups, those of a group by their names. */
    static List<List<TraceFile>> of(List<TraceFile> files) {
        SessionGroups groups = new SessionGroups(files.size());
        for (int file = 0; file < files.size(); file++) {
            groups.read(files.get(file), file);
        }
        Map<Integer, List<TraceFile>> together = new LinkedHashMap<>();
        for (int file = 0; file < files.size(); file++) {
            together.computeIfAbsent(groups.group(file), any -> new ArrayList<>())
                    .add(files.get(file));
        }
        together.values().forEach(group -> group.sort(Comparator.comparing(TraceFile::path)));
        return List.copyOf(together.values());
    }

    private void read(TraceFile file, int number) {
        try {
            LogKind kind = LogKind.of(file);
            if (kind == LogKind.SIDECAR) {
                tells(number, "agent", Sidecars.agent(file.path()));
            } else if (kind == LogKind.CLAUDE || kind == LogKind.CODEX || kind == LogKind.ROUNDS) {
                JsonRecords.read(
                        file, bytes -> {}, new Problems(file.path()), (record, line) -> take(kind, record, number));
            }
        } catch (IOException e) {
            // told when it is read, alone
            return;
        }
    }

    private void take(LogKind kind, Located record, int file) {
        if (kind == LogKind.CLAUDE) {
            tells(file, "session", record.get("sessionId").value());
            tells(file, "agent", record.get("agentId").value());
            tells(file, "answer", record.get("message").get("id").value());
        } else if (kind == LogKind.ROUNDS) {
            tells(file, "rounds", record.get("session_id").value());
            tells(file, "answer", record.get("round_id").value());
            tells(file, "turn", RoundLog.turn(record.get("round_id").value()));
        } else {
            Located payload = record.get("payload");
            Object type = record.get("type").value();
            tells(file, "turn", payload.get("turn_id").value());
            if ("session_meta".equals(type)) {
                Located spawn = payload.get("source").get("subagent").get("thread_spawn");
                tells(file, "thread", spawn.get("parent_thread_id").value());
            }
            if ("session_meta".equals(type) || "event_msg".equals(type)) {
                for (String field : THREADS) {
                    boolean own = field.equals("id") && !"session_meta".equals(type);
                    tells(file, "thread", own ? null : payload.get(field).value());
                }
            }
        }
    }

    private void tells(int file, String what, Object id) {
        if (id instanceof String text && !text.isEmpty()) {
            Integer owner = owners.putIfAbsent(what + '\n' + text, file);
            if (owner != null) {
                groups[group(file)] = group(owner);
            }
        }
    }

    private int group(int file) {
        int group = file;
        while (groups[group] != group) {
            groups[group] = groups[groups[group]];
            group = groups[group];
        }
        return group;
    }
}
