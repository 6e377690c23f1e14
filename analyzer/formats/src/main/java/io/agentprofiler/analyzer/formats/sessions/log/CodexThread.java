// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.sessions.log;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.formats.sessions.TurnSpans;
import io.agentprofiler.analyzer.formats.sessions.log.CodexLog.CodexFile;
import io.agentprofiler.analyzer.formats.sessions.log.CodexLog.CodexRecord;
import io.agentprofiler.analyzer.read.tree.Located;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One thread of Codex: its turns, those that it copied from the thread it was forked from before its own.
 *
 * <p><b>Threading:</b> one thread.
 */
final class CodexThread {
    private static final long SECOND = 1_000_000_000;
    private static final long MILLI = 1_000_000;

    private final String id;
    private final String forkedFrom;
    private final String parent;
    private final String name;
    private final long begunNanos;
    /** The threads whose records it copied. */
    private final Set<String> copiedFrom = new LinkedHashSet<>();

    private long copiedNanos;
    private final List<CodexTurn> turns;
    private int copied;

    CodexThread(String id, CodexFile file, List<CodexRecord> records) {
        this.id = id;
        Located meta = file.meta() == null ? Located.of(Map.of(), "", reason -> {}) : file.meta();
        Located spawn = meta.get("source").get("subagent").get("thread_spawn");
        forkedFrom = SessionLog.word(meta, "forked_from_id");
        String named = SessionLog.word(meta, "parent_thread_id");
        parent = named == null ? SessionLog.word(spawn, "parent_thread_id") : named;
        name = first(
                SessionLog.word(meta, "agent_role"),
                SessionLog.word(spawn, "agent_role"),
                SessionLog.word(meta, "agent_nickname"),
                SessionLog.word(spawn, "agent_nickname"));
        long created = meta.get("timestamp").isText() ? SessionLog.time(meta, "timestamp") : Unknown.LONG;
        begunNanos = created == Unknown.LONG ? file.begun() : created;
        copiedNanos = forkedFrom == null ? Unknown.LONG : file.begun();
        CodexTurns reading = new CodexTurns(SessionLog.word(meta, "model_provider"), forkedFrom != null);
        for (CodexRecord record : records) {
            if (record.type().equals("session_meta")) {
                String other = SessionLog.word(record.payload(), "id");
                if (other != null) {
                    copiedFrom.add(other);
                    copiedNanos = Math.max(copiedNanos, record.time());
                    reading.copiesFrom(other);
                }
            } else {
                reading.take(record);
            }
        }
        turns = reading.turns();
    }

    private static String first(String... names) {
        for (String each : names) {
            if (each != null && !each.isEmpty()) {
                return each;
            }
        }
        return null;
    }

    String id() {
        return id;
    }

    /** Returns the thread whose tool started it, or {@code null}. */
    String parent() {
        return parent;
    }

    /** Returns the sort of agent it is, or {@code null}. */
    String name() {
        return name;
    }

    /** Returns the turns that are its own. */
    List<CodexTurn> own() {
        return turns.subList(copied, turns.size());
    }

    /** Finds out which of its first turns are copies. */
    void settle(Map<String, CodexThread> threads) {
        if (forkedFrom != null || !copiedFrom.isEmpty()) {
            Set<Object> before = new HashSet<>();
            ancestors(threads, new HashSet<>(Set.of(id)), before);
            while (copied < turns.size() && isCopy(turns.get(copied), before)) {
                copied++;
            }
        }
        CodexTurn.reconcile(own());
    }

    private void ancestors(Map<String, CodexThread> threads, Set<String> seen, Set<Object> into) {
        Set<String> all = new LinkedHashSet<>(copiedFrom);
        if (forkedFrom != null) {
            all.add(forkedFrom);
        }
        for (String one : all) {
            CodexThread thread = threads.get(one);
            if (thread != null && seen.add(one)) {
                thread.turns.forEach(turn -> into.addAll(turn.marks()));
                thread.ancestors(threads, seen, into);
            }
        }
    }

    private boolean isCopy(CodexTurn turn, Set<Object> before) {
        if (turn.marks().stream().anyMatch(before::contains)) {
            return true;
        }
        if (turn.startedAt() != Unknown.LONG && begunNanos != Unknown.LONG) {
            return turn.startedAt() < begunNanos / SECOND;
        }
        long created = turn.createdMillis();
        if (created != Unknown.LONG && begunNanos != Unknown.LONG) {
            return created < begunNanos / MILLI;
        }
        // copies are written at once
        return copiedNanos != Unknown.LONG
                && turn.lastNanos() != Unknown.LONG
                && turn.lastNanos() <= copiedNanos + SECOND;
    }

    /** Sends its own turns that are no part of another's, and those copies whose original is not there. */
    void send(TurnSpans spans, Map<String, CodexThread> threads, CodexAgents agents) {
        Set<Object> there = new HashSet<>();
        threads.values().forEach(thread -> thread.own().forEach(turn -> there.addAll(turn.marks())));
        for (CodexTurn turn : turns.subList(0, copied)) {
            String from = turn.copiedFrom() == null ? String.valueOf(forkedFrom) : turn.copiedFrom();
            boolean known = turn.marks().stream().anyMatch(there::contains);
            if (!known && agents.sendsCopy(turn)) {
                turn.run().forgetTimes();
                spans.send(turn.run(), CodexTurns.AGENT + from + "/copy/" + turn.marks(), from);
            }
        }
        int number = 0;
        for (CodexTurn turn : own()) {
            String key = CodexTurns.AGENT + id + '/' + number++;
            if (!agents.isPart(turn)) {
                spans.send(turn.run(), key, id);
            }
        }
    }
}
