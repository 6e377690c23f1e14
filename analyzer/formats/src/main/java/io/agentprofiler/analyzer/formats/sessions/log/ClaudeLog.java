// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.sessions.log;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.formats.sessions.turn.TurnSpans;
import io.agentprofiler.analyzer.read.tree.Located;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Claude Code's logs: a record for each message and each part of an answer, linked by {@code parentUuid}. Every part of an answer repeats
 * its usage. A session has its records in any number of files: agents that tools start have files of their own, and a session that goes
 * on from another one begins with copies of that one's records.
 *
 * <p>A record that stands in several sessions belongs to the one that is a beginning of the others.
 */
public final class ClaudeLog extends SessionLog {
    static final String AGENT = "claude";

    private static final Set<String> MESSAGES = Set.of("user", "assistant");
    private static final String PROGRESS = "progress";

    private final Map<String, List<ClaudeRecord>> sessions = new HashMap<>();
    private final AgentLinks links = new AgentLinks();
    /** Of the file that is read: what stands beside it, the session and the time of its last record. */
    private AgentLinks.Sidecar sidecar;

    private String session = "session";
    private long time = Unknown.LONG;

    public ClaudeLog(TurnSpans spans) {
        super(spans);
    }

    /** Returns the ids of the answers that were read so far. */
    public Set<String> answers() {
        Set<String> ids = new HashSet<>();
        sessions.values().forEach(records -> records.forEach(record -> ids.add(record.messageId())));
        ids.remove(null);
        return ids;
    }

    /** Takes what is said of an agent elsewhere than beside its log; {@code null} says nothing. */
    public void beside(String agent, AgentLinks.Sidecar sidecar) {
        if (sidecar != null) {
            links.beside(agent, sidecar);
        }
    }

    /** Begins a file, beside which stands what is said of its agent, or {@code null}. */
    public void file(AgentLinks.Sidecar beside) {
        sidecar = beside;
        session = "session";
        time = Unknown.LONG;
    }

    @Override
    public void take(Located record) {
        String type = word(record, "type");
        boolean message = type != null && MESSAGES.contains(type);
        if (PROGRESS.equals(type)) {
            Located data = record.get("data");
            links.starts(data.isObject() ? word(data, "agentId") : null, word(record, "parentToolUseID"));
        }
        if (!message && !"system".equals(type)) {
            return;
        }
        if (message && !record.object("message").isThere()) {
            record.problem("expected \"message\"; left out");
            return;
        }
        session = Objects.requireNonNullElse(word(record, "sessionId"), session);
        ClaudeRecord read = new ClaudeRecord(record, type, session);
        // one without a time comes after the one before it
        read.order = read.time == Unknown.LONG ? time : read.time;
        time = Math.max(time, read.order);
        if (read.side && read.agent != null && sidecar != null) {
            links.beside(read.agent, sidecar);
        }
        sessions.computeIfAbsent(session, any -> new ArrayList<>()).add(read);
    }

    @Override
    public void end() {
        Map<String, Set<String>> keys = new HashMap<>();
        Map<String, Integer> holders = new HashMap<>();
        for (Map.Entry<String, List<ClaudeRecord>> one : sessions.entrySet()) {
            Set<String> own = new HashSet<>();
            one.getValue().forEach(record -> own.add(record.content));
            own.forEach(key -> holders.merge(key, 1, Integer::sum));
            keys.put(one.getKey(), own);
        }
        List<String> order = new ArrayList<>(sessions.keySet());
        Map<String, Long> parted = new HashMap<>();
        order.forEach(id -> parted.put(id, parted(sessions.get(id), holders)));
        order.sort(Comparator.comparingLong((String id) -> parted.get(id))
                .thenComparingInt(id -> keys.get(id).size())
                .thenComparing(Comparator.naturalOrder()));
        Copies copies = new Copies();
        for (String id : order) {
            List<ClaudeRecord> own = copies.without(id, sessions.remove(id));
            new ClaudeSession(id, own, links, spans).send();
        }
    }

    /** Returns when a session first says what no other does: before all times where it never does. */
    private static long parted(List<ClaudeRecord> records, Map<String, Integer> holders) {
        long first = Long.MAX_VALUE;
        for (ClaudeRecord record : records) {
            if (holders.get(record.content) == 1) {
                first = Math.min(first, record.order);
            }
        }
        return first == Long.MAX_VALUE ? Long.MIN_VALUE : first;
    }

    /** What earlier sessions said, so that later ones do not say it again. */
    private static final class Copies {
        private final Set<String> contents = new HashSet<>();
        /** The session of an answer by the ids of its message and its request. */
        private final Map<String, String> answers = new HashMap<>();

        /** Returns the records that are no copies, those of the session itself before those that its agents repeat. */
        List<ClaudeRecord> without(String session, List<ClaudeRecord> records) {
            List<ClaudeRecord> own = new ArrayList<>();
            for (boolean side : new boolean[] {false, true}) {
                for (ClaudeRecord record : records) {
                    if (record.side == side && isNew(session, record)) {
                        own.add(record);
                    }
                }
            }
            return own;
        }

        private boolean isNew(String session, ClaudeRecord record) {
            boolean seen = !contents.add(record.content);
            seen |= !contents.add(session + '\n' + record.within);
            String message = record.type.equals("assistant") ? record.messageId() : null;
            if (message != null && record.request != null) {
                String owner = answers.putIfAbsent(message + '\n' + record.request, session);
                seen |= owner != null && !owner.equals(session);
            }
            return !seen;
        }
    }
}
