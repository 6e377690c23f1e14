// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.sessions.log;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.formats.sessions.AgentRun;
import io.agentprofiler.analyzer.formats.sessions.ModelCall;
import io.agentprofiler.analyzer.formats.sessions.ToolRun;
import io.agentprofiler.analyzer.formats.sessions.TurnSpans;
import io.agentprofiler.analyzer.read.tree.Located;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A line a call of a model, with its tools, as TraceLab publishes them: made of several agents' logs. */
public final class RoundLog extends SessionLog {
    /** Sessions whose turns are open at once; of more, the turn of the oldest is over. */
    private static final int MAX_SESSIONS = 1000;

    private static final long MILLI = 1_000_000;

    private final Map<String, Turn> sessions = new LinkedHashMap<>();
    /** Answers that logs read before tell of, by their ids, and rounds that were read. */
    private final Set<String> known;

    private final Set<String> taken;

    /** A turn that may go on. */
    private record Turn(AgentRun run, String key, String turnId) {}

    /**
     * Makes a log of one of several files.
     *
     * @param known ids of answers, or of turns with all their answers, that other logs tell of
     * @param taken rounds that were read of other files
     */
    public RoundLog(TurnSpans spans, Set<String> known, Set<String> taken) {
        super(spans);
        this.known = known;
        this.taken = taken;
    }

    @Override
    public void take(Located record) {
        String session = word(record, "session_id");
        String provider = word(record, "provider");
        if (session == null) {
            record.problem("expected \"session_id\"; left out");
            return;
        }
        String round = word(record, "round_id");
        if (round != null
                && (known.contains(round)
                        || known.contains(turn(round))
                        || !taken.add(session + '/' + record.get("round_index").value() + '/' + round))) {
            return;
        }
        String turnId = word(record, "turn_id");
        boolean asks = asks(record);
        Turn turn = sessions.get(session);
        if (turn == null || asks || turnId != null && !turnId.equals(turn.turnId())) {
            flush(session);
            String key = session + '/' + record.get("round_index").value() + '/' + word(record, "round_id");
            turn = new Turn(new AgentRun(provider == null ? "agent" : provider), key, turnId);
            sessions.put(session, turn);
            if (sessions.size() > MAX_SESSIONS) {
                flush(sessions.keySet().iterator().next());
            }
        }
        round(turn.run(), record);
    }

    /** Returns the turn of a round whose id is that of the turn, a colon and a number; {@code ""} for other ids. */
    public static String turn(Object round) {
        return round instanceof String text ? text.substring(0, Math.max(0, text.lastIndexOf(':'))) : "";
    }

    private static boolean asks(Located record) {
        for (Located event : record.get("timing_events").elements()) {
            if (event.isObject() && "user_message".equals(word(event, "event_type"))) {
                return true;
            }
        }
        return "user_message".equals(word(record, "first_input_event_type"));
    }

    private void flush(String session) {
        Turn over = sessions.remove(session);
        if (over != null) {
            spans.send(over.run(), over.key(), session);
        }
    }

    @Override
    public void end() {
        List.copyOf(sessions.keySet()).forEach(this::flush);
    }

    private static void round(AgentRun run, Located record) {
        long last = Unknown.LONG;
        run.givenSometime();
        for (Located event : record.objects("timing_events")) {
            long time = time(event, "timestamp");
            String type = String.valueOf(word(event, "event_type"));
            if (type.equals("user_message") || type.equals("tool_result")) {
                run.given(time);
            } else if (type.equals("usage_report")) {
                run.moment(time);
            } else {
                last = Math.max(last, time);
            }
        }
        ModelCall call = run.call(word(record, "round_id"), last);
        call.model = record.text("model");
        call.input = count(record, "input_tokens_total");
        call.cacheRead = count(record, "prefix_tokens");
        call.cacheWrite = count(record, "claude_cache_creation_input_tokens");
        call.output = count(record, "output_tokens");
        call.reasoning = count(record, "reasoning_output_tokens");
        for (Located tool : record.objects("tools")) {
            tool(run, call, tool);
        }
    }

    private static void tool(AgentRun run, ModelCall call, Located record) {
        long start = time(record, "emitted_at");
        ToolRun tool = new ToolRun(
                word(record, "tool_call_id"), record.text("tool_name"), payload(record.get("input")), start);
        long end = time(record, "result_at");
        long wall = count(record, "tool_wall_latency_ms");
        if (end == Unknown.LONG && start != Unknown.LONG && wall != Unknown.LONG && wall < Long.MAX_VALUE / 4 / MILLI) {
            end = start + wall * MILLI;
        }
        tool.ends(
                end,
                payload(record.get("result")),
                record.get("is_error").isThere() ? outcome(record.flag("is_error")) : null);
        run.moment(end);
        call.asksFor(tool);
        run.runs(tool);
    }
}
