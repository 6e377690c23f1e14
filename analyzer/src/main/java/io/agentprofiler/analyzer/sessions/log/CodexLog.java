// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.sessions.log;

import io.agentprofiler.analyzer.input.event.SpanEvent;
import io.agentprofiler.analyzer.input.event.SpanStatus;
import io.agentprofiler.analyzer.input.tree.Located;
import io.agentprofiler.analyzer.sessions.turn.AgentRun;
import io.agentprofiler.analyzer.sessions.turn.ModelCall;
import io.agentprofiler.analyzer.sessions.turn.ToolRun;
import io.agentprofiler.analyzer.sessions.turn.TurnSpans;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Codex's log: records of a session, of turns, of what was said, and of events. A record of tokens ends the call of a model; where it
 * repeats the session's total nothing was used since.
 */
public final class CodexLog extends SessionLog {
    private static final String AGENT = "codex";
    private static final Set<String> CALLS =
            Set.of("function_call", "custom_tool_call", "local_shell_call", "web_search_call");
    private static final Set<String> RESULTS = Set.of("function_call_output", "custom_tool_call_output");
    private static final Pattern EXIT = Pattern.compile("(?m)^(?:Process exited with code|Exit code:) (-?\\d{1,9})$");
    private static final Pattern EXIT_FIELD = Pattern.compile("\"exit_code\"\\s*+:\\s*+(-?\\d{1,9})");
    private static final int HEAD_CHARS = 1000;

    private AgentRun turn = new AgentRun(AGENT);
    private String session = "session";
    private String provider;
    private String model;
    private int turns;
    private boolean open;
    private boolean asked;
    private long total = SpanEvent.ABSENT;

    public CodexLog(TurnSpans spans) {
        super(spans);
    }

    @Override
    public void take(Located record) {
        String type = word(record, "type");
        Located payload = record.object("payload");
        if (type == null || !payload.isThere()) {
            return;
        }
        long time = time(record, "timestamp");
        switch (type) {
            case "session_meta" -> {
                session = word(payload, "id") == null ? session : word(payload, "id");
                provider = word(payload, "model_provider");
            }
            case "turn_context" -> model = word(payload, "model") == null ? model : word(payload, "model");
            case "response_item" -> item(payload, time);
            case "event_msg" -> event(payload, time);
            default -> {
                // settings and snapshots tell of no call
            }
        }
    }

    private void event(Located event, long time) {
        String type = String.valueOf(word(event, "type"));
        switch (type) {
            case "task_started" -> flush();
            case "user_message" -> {
                if (asked && !turn.isIdle()) {
                    flush();
                }
                asked = true;
                turn.question = turn.question == null ? word(event, "message") : turn.question;
                turn.given(time);
            }
            case "token_count" -> tokens(event.object("info"), time);
            case "turn_aborted" -> turn.status = SpanStatus.CANCELLED;
            default -> {
                // repeats what items say
            }
        }
    }

    private void flush() {
        spans.send(turn, AGENT + session + '/' + turns++, session);
        turn = new AgentRun(AGENT);
        open = false;
        asked = false;
    }

    @Override
    public void end() {
        flush();
    }

    private void item(Located item, long time) {
        String type = String.valueOf(word(item, "type"));
        if (RESULTS.contains(type)) {
            result(item, time);
            open = false;
        } else if (type.equals("message") && !"assistant".equals(word(item, "role"))) {
            // what the agent says to the model beside the user's question comes before it
            if (!turn.isIdle()) {
                turn.given(time);
            }
            open = false;
        } else if (type.equals("message") || type.equals("reasoning") || CALLS.contains(type)) {
            ModelCall call = call(time);
            if (type.equals("message")) {
                String text = textOf(item.get("content"));
                call.says(text);
                turn.answers(text);
            } else if (CALLS.contains(type)) {
                tool(call, item, time);
            }
        }
    }

    private ModelCall call(long time) {
        if (!open) {
            ModelCall call = turn.call(null, time);
            call.model = model;
            call.provider = provider;
            open = true;
        }
        turn.last().until(time);
        turn.moment(time);
        return turn.last();
    }

    private void tool(ModelCall call, Located item, long time) {
        String name = word(item, "name");
        String id = word(item, "call_id") == null ? word(item, "id") : word(item, "call_id");
        Object arguments = payload(item.get("arguments"));
        arguments = arguments == null ? payload(item.get("input")) : arguments;
        arguments = arguments == null ? payload(item.get("action")) : arguments;
        ToolRun tool =
                new ToolRun(id, name == null ? word(item, "type").replaceFirst("_call\\z", "") : name, arguments, time);
        call.asksFor(tool);
        turn.runs(tool);
    }

    private void result(Located item, long time) {
        ToolRun tool = turn.tool(word(item, "call_id"));
        if (tool == null) {
            item.problem("the result of a tool that was not called; left out");
            return;
        }
        Object result = payload(item.get("output"));
        tool.ends(time, result, status(result));
        turn.given(time);
    }

    /** The head of what a command printed says how it ended; other tools do not say. */
    private static SpanStatus status(Object result) {
        String text = String.valueOf(result);
        String head = text.substring(0, Math.min(text.length(), HEAD_CHARS));
        int output = head.indexOf("\nOutput:");
        Matcher matcher = EXIT.matcher(output < 0 ? head : head.substring(0, output));
        if (matcher.find()) {
            return outcome(Integer.parseInt(matcher.group(1)) != 0);
        }
        if (!text.startsWith("{")) {
            return null;
        }
        Matcher field = EXIT_FIELD.matcher(text.substring(Math.max(0, text.length() - HEAD_CHARS)));
        return field.find() ? outcome(Integer.parseInt(field.group(1)) != 0) : null;
    }

    private void tokens(Located info, long time) {
        Located used = info.object("last_token_usage");
        if (!used.isThere()) {
            return;
        }
        Located session = info.object("total_token_usage");
        long all = session.isThere() ? count(session, "total_tokens") : SpanEvent.ABSENT;
        boolean again = all != SpanEvent.ABSENT && all == total;
        total = all;
        ModelCall call = turn.last();
        if (again || call == null || call.hasUsage()) {
            return;
        }
        call.input = count(used, "input_tokens");
        call.cacheRead = count(used, "cached_input_tokens");
        call.output = count(used, "output_tokens");
        call.reasoning = count(used, "reasoning_output_tokens");
        // tools may have started since the answer's last part: that is when it had come
        turn.moment(open ? time : SpanEvent.ABSENT);
        open = false;
    }
}
