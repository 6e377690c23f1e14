// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.sessions.log;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.formats.sessions.ModelCall;
import io.agentprofiler.analyzer.formats.sessions.ToolRun;
import io.agentprofiler.analyzer.formats.sessions.log.CodexLog.CodexRecord;
import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.read.tree.Located;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Makes turns of the records of one thread of Codex. A record of tokens ends the call of a model; where it repeats the thread's total
 * nothing was used since.
 *
 * <p><b>Threading:</b> one thread.
 */
final class CodexTurns {
    static final String AGENT = "codex";

    /** Calls of tools that the provider runs say in the call itself how they ended. */
    private static final Set<String> PROVIDERS_CALLS = Set.of("web_search_call", "image_generation_call");

    private static final Set<String> CALLS = Set.of(
            "function_call",
            "custom_tool_call",
            "local_shell_call",
            "web_search_call",
            "image_generation_call",
            "tool_search_call");
    private static final Set<String> RESULTS =
            Set.of("function_call_output", "custom_tool_call_output", "tool_search_output");
    private static final Pattern EXIT = Pattern.compile("(?m)^(?:Process exited with code|Exit code:) (-?\\d{1,9})$");
    private static final Pattern EXIT_FIELD = Pattern.compile("\"exit_code\"\\s*+:\\s*+(-?\\d{1,9})");
    private static final Pattern AGENT_ID =
            Pattern.compile("\"(?:agent_id|agent_thread_id|thread_id|new_thread_id)\"\\s*+:\\s*+\"([^\"]{1,200})\"");
    private static final int HEAD_CHARS = 1000;

    private final String provider;
    private final List<CodexTurn> turns = new ArrayList<>();
    private final Map<String, ToolRun> tools = new HashMap<>();
    private final Map<String, CodexTurn> turnOf = new HashMap<>();
    /** The call of the last tool that starts agents, by its name. */
    private String spawning;

    private String copiesFrom;
    private CodexTurn turn;
    private String model;
    private boolean open;
    private long total = Unknown.LONG;
    /** The thread's totals of prompts and answers; absent before the first of a fork, which its parent's are part of. */
    private long input;

    private long output;

    CodexTurns(String provider, boolean forked) {
        this.provider = provider;
        input = forked ? Unknown.LONG : 0;
        output = input;
        turn = new CodexTurn(AGENT, null);
    }

    /** Takes note that what follows may be copied from another thread. */
    void copiesFrom(String thread) {
        copiesFrom = thread;
        input = Unknown.LONG;
        output = Unknown.LONG;
        flush();
    }

    /** Returns the turns, when all records are taken. */
    List<CodexTurn> turns() {
        flush();
        return turns;
    }

    void take(CodexRecord record) {
        switch (record.type()) {
            case "turn_context" -> {
                String named = SessionLog.word(record.payload(), "model");
                model = named == null ? model : named;
            }
            case "response_item" -> item(record.payload(), record.kind(), record.time());
            case "event_msg" -> event(record.payload(), record.kind(), record.time());
            default -> {
                // settings and snapshots tell of no call
            }
        }
    }

    private void event(Located event, String type, long time) {
        switch (type) {
            case "task_started", "turn_started" -> {
                flush();
                turn.turnId = SessionLog.word(event, "turn_id");
                Object started = event.get("started_at").value();
                turn.startedAt = started instanceof Long seconds ? seconds : Unknown.LONG;
                turn.seen(time);
                turn.run().told(time);
            }
            case "user_message" -> {
                if (!turn.run().isIdle()) {
                    flush();
                }
                turn.run().question =
                        turn.run().question == null ? SessionLog.word(event, "message") : turn.run().question;
                turn.run().given(time);
                turn.seen(time);
            }
            case "token_count" -> tokens(event.object("info"), time);
            case "turn_aborted" -> turn.run().status = SpanStatus.CANCELLED;
            case "error" -> turn.run().status = SpanStatus.ERROR;
            case "task_complete", "turn_complete" -> {
                if (turn.run().status == null
                        && (SessionLog.word(event, "last_agent_message") != null
                                || turn.run().hasAnswered())) {
                    turn.run().status = SpanStatus.OK;
                }
                turn.seen(time);
            }
            default -> call(event, type, time);
        }
    }

    private void call(Located event, String type, long time) {
        CodexTurn of = turnOf.getOrDefault(SessionLog.word(event, "call_id"), turn);
        if (of.events.take(type, event, time) && of == turn) {
            turn.seen(time);
        }
        String started = CodexAgents.started(event);
        String call = SessionLog.word(event, "call_id");
        call = call == null ? SessionLog.word(event, "event_id") : call;
        call = tools.get(call) == null && "started".equals(SessionLog.word(event, "kind")) ? spawning : call;
        if (started != null && call != null && !type.endsWith("_begin")) {
            link(of, call, started, CodexAgents.name(event));
        }
    }

    private void link(CodexTurn of, String call, String thread, String name) {
        ToolRun tool = tools.get(call);
        if (tool != null) {
            of.links.merge(
                    call + '\n' + thread,
                    new CodexTurn.Link(thread, tool, name),
                    (known, more) -> known.name() == null ? more : known);
        }
    }

    private void flush() {
        turn.events.finish(turn.run());
        if (!turn.run().isIdle() || turn.hasGrowth || !turn.marks().isEmpty()) {
            turns.add(turn);
        }
        turn = new CodexTurn(AGENT, copiesFrom);
        open = false;
    }

    private void item(Located item, String type, long time) {
        if (RESULTS.contains(type)) {
            turn.holds(item.value(), time);
            result(item, time);
            open = false;
        } else if (type.equals("message") && !"assistant".equals(SessionLog.word(item, "role"))) {
            // what the agent says to the model beside the user's question comes before it
            if (!turn.run().isIdle()) {
                turn.run().told(time);
            }
            open = false;
        } else if (type.equals("message") || type.equals("reasoning") || CALLS.contains(type)) {
            turn.holds(item.value(), time);
            ModelCall call = call(time);
            if (type.equals("message")) {
                String text = SessionLog.textOf(item.get("content"));
                call.says(text);
                turn.run().answers(text);
            } else if (CALLS.contains(type)) {
                tool(call, item, type, time);
            }
        }
    }

    private ModelCall call(long time) {
        if (!open) {
            begin(time);
            open = true;
        }
        turn.run().last().until(time);
        turn.run().moment(time);
        return turn.run().last();
    }

    private ModelCall begin(long time) {
        ModelCall call = turn.run().call(null, time);
        call.model = model;
        call.provider = provider;
        return call;
    }

    private void tool(ModelCall call, Located item, String type, long time) {
        String name = SessionLog.word(item, "name");
        String id = SessionLog.word(item, "call_id") == null
                ? SessionLog.word(item, "id")
                : SessionLog.word(item, "call_id");
        Object arguments = SessionLog.payload(item.get("arguments"));
        arguments = arguments == null ? SessionLog.payload(item.get("input")) : arguments;
        arguments = arguments == null ? SessionLog.payload(item.get("action")) : arguments;
        ToolRun tool = new ToolRun(id, name == null ? type.replaceFirst("_call\\z", "") : name, arguments, time);
        call.asksFor(tool);
        if (id != null) {
            tools.put(id, tool);
            turnOf.put(id, turn);
            spawning = tool.name().contains("spawn") ? id : spawning;
        }
        if (PROVIDERS_CALLS.contains(type)) {
            String status = SessionLog.word(item, "status");
            tool.status =
                    "completed".equals(status) ? SpanStatus.OK : "failed".equals(status) ? SpanStatus.ERROR : null;
        }
        turn.events.called(tool);
        turn.run().runs(tool);
    }

    private void result(Located item, long time) {
        String id = SessionLog.word(item, "call_id");
        ToolRun tool = tools.get(id);
        if (tool == null) {
            item.problem("the result of a tool that was not called; left out");
            return;
        }
        CodexTurn of = turnOf.get(id);
        Object result = SessionLog.payload(item.get("output"));
        if (tool.result == null) {
            tool.ends(time, result, status(result));
            of.events.answered(tool);
        }
        Matcher started = AGENT_ID.matcher(head(result));
        if (started.find()) {
            link(of, id, started.group(1), null);
        }
        if (of == turn) {
            turn.run().given(time);
        } else {
            turn.run().told(time);
        }
    }

    private static String head(Object result) {
        String text = String.valueOf(result);
        return text.substring(0, Math.min(text.length(), HEAD_CHARS));
    }

    /** The head of what a command printed says how it ended; other tools do not say. */
    private static SpanStatus status(Object result) {
        String text = String.valueOf(result);
        String head = head(result);
        int printed = head.indexOf("\nOutput:");
        Matcher matcher = EXIT.matcher(printed < 0 ? head : head.substring(0, printed));
        if (matcher.find()) {
            return SessionLog.outcome(Integer.parseInt(matcher.group(1)) != 0);
        }
        if (!text.startsWith("{")) {
            return null;
        }
        Matcher field = EXIT_FIELD.matcher(text.substring(Math.max(0, text.length() - HEAD_CHARS)));
        return field.find() ? SessionLog.outcome(Integer.parseInt(field.group(1)) != 0) : null;
    }

    private void tokens(Located info, long time) {
        Located used = info.object("last_token_usage");
        if (!used.isThere()) {
            return;
        }
        turn.holds(info.value(), time);
        Located thread = info.object("total_token_usage");
        long all = thread.isThere() ? SessionLog.count(thread, "total_tokens") : Unknown.LONG;
        boolean again = all != Unknown.LONG && all == total;
        boolean restarts = all != Unknown.LONG && all < total;
        total = all;
        if (thread.isThere()) {
            turn.hasGrowth = true;
            long nowInput = Math.max(0, SessionLog.count(thread, "input_tokens"));
            long nowOutput = Math.max(0, SessionLog.count(thread, "output_tokens"));
            turn.inputGrowth += growth(input, nowInput, restarts, SessionLog.count(used, "input_tokens"), again);
            turn.outputGrowth += growth(output, nowOutput, restarts, SessionLog.count(used, "output_tokens"), again);
            input = nowInput;
            output = nowOutput;
        }
        ModelCall call = turn.run().last();
        boolean nothing = SessionLog.count(used, "input_tokens") <= 0 && SessionLog.count(used, "output_tokens") <= 0;
        if (again || (call == null || call.hasUsage()) && (all == Unknown.LONG || nothing)) {
            return;
        }
        if (call == null || call.hasUsage()) {
            // what the client asks the model beside the user's question, such as a summary, has no item
            call = begin(time);
        }
        call.input = SessionLog.count(used, "input_tokens");
        call.cacheRead = SessionLog.count(used, "cached_input_tokens");
        call.output = SessionLog.count(used, "output_tokens");
        call.reasoning = SessionLog.count(used, "reasoning_output_tokens");
        // tools may have started since the answer's last part: that is when it had come
        turn.run().moment(open ? time : Unknown.LONG);
        open = false;
    }

    private static long growth(long before, long now, boolean restarts, long used, boolean again) {
        if (before == Unknown.LONG) {
            return again ? 0 : Math.max(0, used);
        }
        return restarts ? now : Math.max(0, now - before);
    }
}
