// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.sessions.log;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.formats.sessions.AgentRun;
import io.agentprofiler.analyzer.formats.sessions.ModelCall;
import io.agentprofiler.analyzer.formats.sessions.ToolRun;
import io.agentprofiler.analyzer.formats.sessions.TurnSpans;
import io.agentprofiler.analyzer.formats.sessions.log.ClaudeLine.ClaudeCalls;
import io.agentprofiler.analyzer.read.tree.Located;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
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

    /**
     * One session of Claude Code: its turns, and the agents that were started in them.
     *
     * <p><b>Threading:</b> one thread.
     */
    private static final class ClaudeSession {
        private static final String COMPACTION = "acompact";
        private static final String MESSAGE_TO = "to";

        private final String id;
        private final AgentLinks links;
        private final TurnSpans spans;
        private final List<ClaudeRecord> records;
        private final ClaudeLine main;
        private final Map<String, ClaudeLine> agents = new LinkedHashMap<>();
        private final ClaudeCalls calls = new ClaudeCalls();
        /** The agents whose tools started agents. */
        private final Map<ClaudeLine, ClaudeLine> starters = new HashMap<>();

        ClaudeSession(String id, List<ClaudeRecord> records, AgentLinks links, TurnSpans spans) {
            this.id = id;
            this.links = links;
            this.spans = spans;
            this.records = records;
            sort();
            main = new ClaudeLine(null, ClaudeLog.AGENT, calls);
        }

        /** Sorts by time; of one moment, what answers another record comes after it. */
        private void sort() {
            Map<String, ClaudeRecord> byUuid = new HashMap<>();
            records.forEach(record -> byUuid.put(record.uuid, record));
            Map<ClaudeRecord, Integer> depths = new HashMap<>();
            for (ClaudeRecord record : records) {
                int depth = 0;
                Set<ClaudeRecord> seen = new HashSet<>();
                ClaudeRecord up = record.parent == null ? null : byUuid.get(record.parent);
                while (up != null && up.order == record.order && seen.add(up)) {
                    depth++;
                    up = up.parent == null ? null : byUuid.get(up.parent);
                }
                depths.put(record, depth);
            }
            records.sort(Comparator.comparingLong((ClaudeRecord record) -> record.order)
                    .thenComparingInt(depths::get)
                    .thenComparing(record -> record.uuid, Comparator.nullsFirst(Comparator.naturalOrder())));
        }

        void send() {
            Map<String, String> agentOf = new HashMap<>();
            Map<String, List<ClaudeRecord>> side = new LinkedHashMap<>();
            for (ClaudeRecord record : records) {
                if (record.side) {
                    String agent = agent(record, agentOf);
                    side.computeIfAbsent(agent, any -> new ArrayList<>()).add(record);
                } else {
                    main.take(record);
                }
            }
            side.forEach((agent, own) -> {
                ClaudeLine line = new ClaudeLine(agent, "agent", calls);
                own.forEach(line::take);
                agents.put(agent, line);
            });
            for (ClaudeRecord record : records) {
                if (record.facts != null) {
                    links.starts(record.facts.agent(), record.onlyResult());
                }
            }
            List<ClaudeLine.Part> alone = new ArrayList<>();
            agents.values().forEach(line -> place(line, alone));
            records.forEach(this::reconcile);
            for (ClaudeLine.Part turn : main.parts()) {
                spans.send(turn.run(), ClaudeLog.AGENT + id + turn.key(), id);
            }
            alone.forEach(part -> spans.send(part.run(), ClaudeLog.AGENT + id + "/agent/" + part.key(), id));
        }

        /** Returns the agent that a record is of: it has an id, or goes on from a record of it, or is its first. */
        private static String agent(ClaudeRecord record, Map<String, String> agentOf) {
            String agent = record.agent;
            agent = agent == null && record.parent != null ? agentOf.get(record.parent) : agent;
            agent = agent == null ? String.valueOf(record.uuid) : agent;
            if (record.uuid != null) {
                agentOf.put(record.uuid, agent);
            }
            return agent;
        }

        /** Puts what an agent did below what started it; else into a list. */
        private void place(ClaudeLine line, List<ClaudeLine.Part> alone) {
            ToolRun starter = starter(line);
            if (starter != null) {
                starters.put(line, calls.line(starter));
            }
            String name = name(line, starter);
            int number = 0;
            for (ClaudeLine.Part part : line.parts()) {
                part.run().name = name;
                ToolRun tool = number++ == 0 ? starter : messenger(line, part.run());
                tool = tool == null && number > 1 ? starter : tool;
                AgentRun around = tool == null ? around(line, part.run()) : calls.owner(tool);
                if (part.run().isIdle()) {
                    continue;
                }
                if (around == null) {
                    alone.add(part);
                } else {
                    around.starts(part.run(), tool);
                }
            }
        }

        /** Answers whether an agent is another one or was started by it. */
        private boolean isWithin(ClaudeLine line, ClaudeLine other) {
            for (ClaudeLine up = line; up != null; up = starters.get(up)) {
                if (up == other) {
                    return true;
                }
            }
            return false;
        }

        private String name(ClaudeLine line, ToolRun tool) {
            Object asked = tool != null && tool.arguments() instanceof Map<?, ?> map ? map.get("subagent_type") : null;
            if (asked instanceof String type && !type.isEmpty()) {
                return type;
            }
            for (ClaudeRecord record : records) {
                if (record.facts != null && line.agent().equals(record.facts.agent()) && record.facts.name() != null) {
                    return record.facts.name();
                }
            }
            String type = links.type(line.agent());
            return type != null ? type : line.agent().startsWith(COMPACTION) ? "compact" : "agent";
        }

        /** Returns the call of the tool that started an agent: that which the log names, else the first that asked it this. */
        private ToolRun starter(ClaudeLine line) {
            ToolRun named = calls.tool(links.tool(line.agent()));
            if (named != null) {
                return isWithin(calls.line(named), line) ? null : named;
            }
            Object asked = line.parts().get(0).run().question;
            long first = line.parts().get(0).run().firstNanos();
            for (ToolRun tool : calls.tools()) {
                if (tool.hasNoAgent()
                        && !calls.isNamed(tool, links, agents.keySet())
                        && asked != null
                        && tool.arguments() instanceof Map<?, ?> arguments
                        && asked.equals(arguments.get("prompt"))
                        && !isWithin(calls.line(tool), line)
                        && tool.startNanos <= first
                        && (tool.endNanos == Unknown.LONG || tool.endNanos >= first)) {
                    return tool;
                }
            }
            return null;
        }

        /** Returns the tool's call that gave an agent more to do, or {@code null}. */
        private ToolRun messenger(ClaudeLine line, AgentRun run) {
            ToolRun last = null;
            for (ToolRun tool : calls.tools()) {
                if (tool.arguments() instanceof Map<?, ?> arguments
                        && line.agent().equals(arguments.get(MESSAGE_TO))
                        && !isWithin(calls.line(tool), line)
                        && tool.startNanos <= run.firstNanos()) {
                    last = tool;
                }
            }
            return last;
        }

        /** Returns the run in whose time an agent worked that no tool is known to have started; {@code null} where there is none. */
        private AgentRun around(ClaudeLine line, AgentRun run) {
            ClaudeLine parent = agents.get(links.parent(line.agent()));
            parent = parent == null || isWithin(parent, line) ? main : parent;
            starters.putIfAbsent(line, parent);
            AgentRun around = null;
            for (ClaudeLine.Part part : parent.parts()) {
                long first = part.run().firstNanos();
                if (first == Unknown.LONG
                        || first > run.firstNanos()
                        || part.run().isIdle()) {
                    continue;
                }
                around = part.isOver() && part.run().lastNanos() < run.firstNanos() ? null : part.run();
            }
            return around;
        }

        /** Compares what a tool's result says of the agent with the agent's own calls. */
        private void reconcile(ClaudeRecord record) {
            ClaudeRecord.ToolFacts facts = record.facts;
            ToolRun tool = facts == null ? null : calls.tool(record.onlyResult());
            if (tool == null || facts.agent() == null) {
                return;
            }
            ClaudeRecord.ClaudeUsage said = facts.usage();
            List<ModelCall> own = new ArrayList<>();
            ClaudeLine line = agents.get(facts.agent());
            if (line != null) {
                line.parts().forEach(part -> own.addAll(part.run().calls()));
            }
            ModelCall last = own.isEmpty() ? null : own.get(own.size() - 1);
            if (last != null && last.unfinished && last.input == said.prompt() && said.output() >= last.output) {
                last.output = said.output();
                last.unfinished = false;
            }
            long input = own.stream().mapToLong(call -> Math.max(0, call.input)).sum();
            long output =
                    own.stream().mapToLong(call -> Math.max(0, call.output)).sum();
            long[] beyond;
            if (said.prompt() != Unknown.LONG || said.output() != Unknown.LONG) {
                beyond = new long[] {said.prompt() - input, said.output() - output, 0};
            } else {
                beyond = new long[] {0, 0, facts.total() - input - output};
            }
            beyond[0] = said.prompt() == Unknown.LONG ? 0 : beyond[0];
            beyond[1] = said.output() == Unknown.LONG ? 0 : beyond[1];
            beyond[2] = facts.total() == Unknown.LONG ? 0 : beyond[2];
            calls.owner(tool).unattributed(beyond[0], beyond[1], beyond[2]);
        }
    }
}
