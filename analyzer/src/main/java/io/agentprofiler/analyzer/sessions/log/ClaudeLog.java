// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.sessions.log;

import io.agentprofiler.analyzer.input.event.SpanEvent;
import io.agentprofiler.analyzer.input.tree.Located;
import io.agentprofiler.analyzer.sessions.turn.AgentRun;
import io.agentprofiler.analyzer.sessions.turn.ModelCall;
import io.agentprofiler.analyzer.sessions.turn.ToolRun;
import io.agentprofiler.analyzer.sessions.turn.TurnSpans;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Claude Code's log: a record for each message and each part of an answer, linked by {@code parentUuid}. Every part of an answer repeats
 * its usage.
 */
public final class ClaudeLog extends SessionLog {
    private static final String AGENT = "claude";
    private static final String SYNTHETIC = "<synthetic>";
    private static final List<String> RECORDS = List.of("user", "assistant");

    private AgentRun turn = new AgentRun(AGENT);
    private String turnKey;
    private String session;
    /** Of the turn: answers by id, agents by what their records say of them, and records of agents by id. */
    private final Map<String, ModelCall> calls = new HashMap<>();

    private final Map<String, AgentRun> agents = new HashMap<>();
    private final Map<String, String> agentOf = new HashMap<>();

    public ClaudeLog(TurnSpans spans) {
        super(spans);
    }

    @Override
    public void take(Located record) {
        String type = word(record, "type");
        if (type == null || !RECORDS.contains(type)) {
            return;
        }
        Located message = record.object("message");
        if (!message.isThere()) {
            record.problem("expected \"message\"; left out");
            return;
        }
        long time = time(record, "timestamp");
        session = Objects.requireNonNullElse(word(record, "sessionId"), Objects.requireNonNullElse(session, "session"));
        boolean side = record.flag("isSidechain");
        AgentRun run = side ? agent(record, message) : turn;
        if (type.equals("assistant")) {
            answer(run, record, message, time);
        } else if (!results(run, record, message, time)) {
            if (side || record.flag("isMeta") || record.flag("isCompactSummary")) {
                run.given(time);
            } else {
                begin(record, message, time);
            }
        }
    }

    /** Begins the turn of a user's question. */
    private void begin(Located record, Located message, long time) {
        flush();
        turnKey = word(record, "uuid");
        turn.question = textOf(message.get("content"));
        turn.given(time);
    }

    private void flush() {
        spans.send(turn, AGENT + session + turnKey, session);
        turn = new AgentRun(AGENT);
        calls.clear();
        agents.clear();
        agentOf.clear();
    }

    @Override
    public void end() {
        flush();
    }

    /** Returns the agent that a record is of: it has an id, or goes on from a record of it, or is its first. */
    private AgentRun agent(Located record, Located message) {
        String id = word(record, "agentId");
        String parent = word(record, "parentUuid");
        id = id == null && parent != null ? agentOf.get(parent) : id;
        String own = word(record, "uuid");
        id = id == null ? String.valueOf(own) : id;
        if (own != null) {
            agentOf.put(own, id);
        }
        AgentRun known = agents.get(id);
        if (known == null) {
            String asked = textOf(message.get("content"));
            ToolRun by = caller(asked);
            Object arguments = by == null ? null : by.arguments();
            Object named = arguments instanceof Map<?, ?> map ? map.get("subagent_type") : null;
            known = new AgentRun(named instanceof String name ? name : "agent");
            known.question = asked;
            agents.put(id, known);
            turn.starts(known, by);
        }
        return known;
    }

    /** Returns the call of a tool that asked an agent this, {@code null} where none is known. */
    private ToolRun caller(String asked) {
        for (ToolRun tool : turn.tools()) {
            if (tool.isOpen()
                    && tool.arguments() instanceof Map<?, ?> arguments
                    && asked != null
                    && asked.equals(arguments.get("prompt"))) {
                return tool;
            }
        }
        return null;
    }

    private void answer(AgentRun run, Located record, Located message, long time) {
        String model = message.text("model");
        if (SYNTHETIC.equals(model)) {
            return;
        }
        String id = word(message, "id");
        ModelCall call = id == null ? null : calls.get(id);
        if (call == null) {
            call = run.call(id, time);
            call.model = model;
            if (id != null) {
                calls.put(id, call);
            }
        }
        call.until(time);
        run.moment(time);
        usage(call, message.object("usage"));
        if (message.get("content").isText()) {
            call.says((String) message.get("content").value());
            run.answers((String) message.get("content").value());
            return;
        }
        for (Located part : message.objects("content")) {
            String type = word(part, "type");
            if ("text".equals(type)) {
                call.says(part.text("text"));
                run.answers(part.text("text"));
            } else if ("tool_use".equals(type)) {
                ToolRun tool = new ToolRun(part.text("id"), part.text("name"), payload(part.get("input")), time);
                call.asksFor(tool);
                run.runs(tool);
            }
        }
    }

    private static void usage(ModelCall call, Located usage) {
        if (!usage.isThere()) {
            return;
        }
        long read = count(usage, "cache_read_input_tokens");
        long write = count(usage, "cache_creation_input_tokens");
        long input = count(usage, "input_tokens");
        call.input = input == SpanEvent.ABSENT ? SpanEvent.ABSENT : sum(input, read, write);
        call.cacheRead = read;
        call.cacheWrite = write;
        // parts that came while the answer was written count what there was by then
        call.output = Math.max(call.output, count(usage, "output_tokens"));
    }

    /** Takes the results of tools; answers whether the message holds any. */
    private boolean results(AgentRun run, Located record, Located message, long time) {
        boolean found = false;
        for (Located part : message.get("content").elements()) {
            if (part.isObject() && "tool_result".equals(word(part, "type"))) {
                found = true;
                String id = part.text("tool_use_id");
                ToolRun tool = run.tool(id);
                if (tool == null) {
                    tool = turn.tool(id);
                }
                if (tool == null) {
                    part.problem("the result of a tool that was not called; left out");
                } else {
                    // the API leaves the field out where there was no error
                    tool.ends(time, payload(part.get("content")), outcome(part.flag("is_error")));
                }
            }
        }
        if (found) {
            run.given(time);
        }
        return found;
    }
}
