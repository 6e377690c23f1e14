// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.sessions.log;

import io.agentprofiler.analyzer.formats.sessions.AgentRun;
import io.agentprofiler.analyzer.formats.sessions.ModelCall;
import io.agentprofiler.analyzer.formats.sessions.ToolRun;
import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.read.tree.Located;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The records of one agent of a session, in order: a run for each time that it was asked something.
 *
 * <p><b>Threading:</b> one thread.
 */
final class ClaudeLine {
    private static final String SYNTHETIC = "<synthetic>";
    private static final String INTERRUPTED = "[Request interrupted by user";
    private static final String STANDARD = "standard";

    private final String agent;
    private final String name;
    private final ClaudeCalls calls;
    private final List<Part> parts = new ArrayList<>();
    private AgentRun run;
    private boolean over;
    private String key;

    /**
     * What the agent did for one question.
     *
     * @param key tells it from the others of the session
     * @param isOver whether the log says that it ended
     */
    record Part(AgentRun run, String key, boolean isOver) {}

    /** Makes the line of the session's own agent, or of one that it started. */
    ClaudeLine(String agent, String name, ClaudeCalls calls) {
        this.agent = agent;
        this.name = name;
        this.calls = calls;
        run = new AgentRun(name);
        key = agent;
    }

    /** Returns the agent's id, {@code null} for the session's own agent. */
    String agent() {
        return agent;
    }

    /** Returns what it did so far. */
    List<Part> parts() {
        List<Part> all = new ArrayList<>(parts);
        all.add(new Part(run, key, over));
        return all;
    }

    void take(ClaudeRecord record) {
        switch (record.type) {
            case "system" -> system(record);
            case "assistant" -> answer(record);
            default -> {
                if (record.holdsResults()) {
                    results(record);
                } else {
                    said(record);
                }
            }
        }
    }

    private void system(ClaudeRecord record) {
        if ("turn_duration".equals(record.subtype)) {
            over = !run.isIdle();
        } else if ("compact_boundary".equals(record.subtype)) {
            over |= run.isAtRest();
        }
    }

    private void said(ClaudeRecord record) {
        String text = SessionLog.textOf(record.message.get("content"));
        if (text != null && text.startsWith(INTERRUPTED)) {
            run.status = SpanStatus.CANCELLED;
            over = true;
            return;
        }
        boolean asks = agent == null ? !record.meta : run.isAtRest() || run.question == null;
        if (asks || over) {
            begin(record);
        }
        if (asks) {
            run.question = text;
            run.given(record.time);
        } else {
            run.told(record.time);
        }
    }

    private void begin(ClaudeRecord record) {
        if (!run.isIdle()) {
            parts.add(new Part(run, key, over));
        }
        run = new AgentRun(name);
        over = false;
        key = agent == null ? record.uuid : parts.isEmpty() ? agent : agent + '/' + record.uuid;
    }

    private void answer(ClaudeRecord record) {
        Located message = record.message;
        String model = message.text("model");
        if (SYNTHETIC.equals(model)) {
            return;
        }
        String id = record.messageId();
        ClaudeCalls.Answer known = id == null ? null : calls.answer(id, record.request);
        ModelCall call;
        if (known == null) {
            call = run.call(id, record.time);
            call.model = model;
            call.unfinished = true;
            if (id != null) {
                calls.add(id, new ClaudeCalls.Answer(this, record.request, call));
            }
        } else if (known.line() != this) {
            // an agent that begins with what the session said before
            return;
        } else {
            call = known.call();
        }
        call.until(record.time);
        run.moment(record.time);
        usage(call, record);
        if (message.get("content").isText()) {
            call.says((String) message.get("content").value());
            run.answers((String) message.get("content").value());
            return;
        }
        for (Located part : message.objects("content")) {
            String type = SessionLog.word(part, "type");
            if ("text".equals(type)) {
                call.says(part.text("text"));
                run.answers(part.text("text"));
            } else if ("tool_use".equals(type)) {
                ToolRun tool = new ToolRun(
                        part.text("id"), part.text("name"), SessionLog.payload(part.get("input")), record.time);
                if (calls.add(tool, this, run)) {
                    call.asksFor(tool);
                    run.runs(tool);
                }
            }
        }
    }

    private static void usage(ModelCall call, ClaudeRecord record) {
        if (!(record.message.value() instanceof Map<?, ?> fields)
                || !fields.containsKey("stop_reason")
                || fields.get("stop_reason") != null) {
            // a log that does not say why answers stop has whole ones only
            call.unfinished = false;
        }
        call.usd = record.costUsd == null ? call.usd : record.costUsd;
        Located usage = record.message.object("usage");
        if (!usage.isThere()) {
            return;
        }
        ClaudeRecord.ClaudeUsage used = ClaudeRecord.ClaudeUsage.of(usage);
        call.input = used.prompt();
        call.cacheRead = used.read();
        call.cacheWrite = used.write();
        // parts that came while the answer was written count what there was by then
        call.output = Math.max(call.output, used.output());
        Located written = usage.object("cache_creation");
        long hour = written.isThere() ? SessionLog.count(written, "ephemeral_1h_input_tokens") : 0;
        call.cacheWriteHour = hour > 0 ? hour : call.cacheWriteHour;
        Located server = usage.object("server_tool_use");
        long searches = server.isThere() ? SessionLog.count(server, "web_search_requests") : 0;
        call.webSearches = searches > 0 ? Math.max(call.webSearches, searches) : call.webSearches;
        call.tier = unusual(SessionLog.word(usage, "service_tier"), call.tier);
        call.speed = unusual(SessionLog.word(usage, "speed"), call.speed);
    }

    private static String unusual(String word, String known) {
        return word == null || word.equals(STANDARD) ? known : word;
    }

    private void results(ClaudeRecord record) {
        for (Located part : record.message.get("content").elements()) {
            if (!part.isObject() || !"tool_result".equals(SessionLog.word(part, "type"))) {
                continue;
            }
            String id = part.text("tool_use_id");
            ToolRun tool = calls.tool(id);
            if (tool == null) {
                part.problem("the result of a tool that was not called; left out");
                continue;
            }
            if (tool.isOpen()) {
                // the API leaves the field out where there was no error
                tool.ends(
                        record.time,
                        SessionLog.payload(part.get("content")),
                        SessionLog.outcome(part.flag("is_error")));
                if (record.rejected) {
                    // nothing was run: it is the user who said no
                    tool.status = SpanStatus.CANCELLED;
                    tool.waitedThroughout();
                }
            }
            if (run.tool(id) != null) {
                run.moment(record.time);
            }
        }
        run.told(record.time);
    }

    /**
     * The calls of models and tools of one session, by their ids, with whose they are.
     *
     * <p><b>Threading:</b> one thread.
     */
    static final class ClaudeCalls {
        /** A call of a model that any of an answer's records may go on with. */
        record Answer(ClaudeLine line, String request, ModelCall call) {}

        private record Owned(ClaudeLine line, AgentRun run) {}

        private final Map<String, List<Answer>> answers = new HashMap<>();
        private final Map<String, ToolRun> tools = new LinkedHashMap<>();
        private final Map<ToolRun, Owned> owners = new HashMap<>();
        private Set<String> named;

        /** Finds the answer with an id, of a request where both say which; {@code null} where there is none. */
        Answer answer(String message, String request) {
            for (Answer answer : answers.getOrDefault(message, List.of())) {
                if (request == null
                        || answer.request() == null
                        || answer.request().equals(request)) {
                    return answer;
                }
            }
            return null;
        }

        void add(String message, Answer answer) {
            answers.computeIfAbsent(message, any -> new ArrayList<>()).add(answer);
        }

        /** Adds a tool's call; answers {@code false} where it is known. */
        boolean add(ToolRun tool, ClaudeLine line, AgentRun run) {
            if (tool.id() != null && tools.putIfAbsent(tool.id(), tool) != null) {
                return false;
            }
            owners.put(tool, new Owned(line, run));
            return true;
        }

        ToolRun tool(String id) {
            return id == null ? null : tools.get(id);
        }

        /** Returns the tools with an id, in the order they were called. */
        Collection<ToolRun> tools() {
            return tools.values();
        }

        /** Returns the run that called a tool. */
        AgentRun owner(ToolRun tool) {
            return owners.get(tool).run();
        }

        /** Returns the agent that called a tool. */
        ClaudeLine line(ToolRun tool) {
            return owners.get(tool).line();
        }

        /** Answers whether the log names the agent that a tool's call started. */
        boolean isNamed(ToolRun tool, AgentLinks links, Set<String> agents) {
            if (named == null) {
                named = new HashSet<>();
                agents.forEach(agent -> named.add(links.tool(agent)));
            }
            return named.contains(tool.id());
        }
    }
}
