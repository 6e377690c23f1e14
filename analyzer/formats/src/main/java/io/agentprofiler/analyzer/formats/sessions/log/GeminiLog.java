// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.sessions.log;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.formats.sessions.AgentRun;
import io.agentprofiler.analyzer.formats.sessions.ModelCall;
import io.agentprofiler.analyzer.formats.sessions.ToolRun;
import io.agentprofiler.analyzer.formats.sessions.TurnSpans;
import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.read.tree.Located;

/**
 * Gemini CLI's record of a session: one object with all messages. A message of the model has the time of its end. When tools ended is
 * not in it, nor when the call of a model after tools began.
 */
public final class GeminiLog extends SessionLog {
    private static final String AGENT = "gemini";

    private String session = "session";
    private int turns;

    public GeminiLog(TurnSpans spans) {
        super(spans);
    }

    @Override
    public void take(Located record) {
        session = word(record, "sessionId") == null ? session : word(record, "sessionId");
        if (!record.get("messages").isThere()) {
            record.problem("expected \"messages\"; left out");
        }
        AgentRun turn = new AgentRun(AGENT);
        for (Located message : record.objects("messages")) {
            String type = String.valueOf(word(message, "type"));
            long time = time(message, "timestamp");
            if (type.equals("user")) {
                flush(turn);
                turn = new AgentRun(AGENT);
                turn.question = textOf(message.get("content"));
                turn.given(time);
            } else if (type.equals("gemini")) {
                answer(turn, message, time);
            }
        }
        flush(turn);
    }

    private void flush(AgentRun turn) {
        spans.send(turn, AGENT + session + '/' + turns++, session);
    }

    @Override
    public void end() {
        // each record is whole
    }

    private static void answer(AgentRun turn, Located message, long time) {
        ModelCall call = turn.call(word(message, "id"), time);
        call.model = message.text("model");
        String text = textOf(message.get("content"));
        call.says(text);
        turn.answers(text);
        Located tokens = message.object("tokens");
        if (tokens.isThere()) {
            long input = count(tokens, "input");
            long output = count(tokens, "output");
            long thoughts = count(tokens, "thoughts");
            long tool = count(tokens, "tool");
            // what tools of the provider's own put into the prompt counts beside it where the total says so
            boolean beside = tool > 0 && sum(input, output, thoughts, tool) == count(tokens, "total");
            call.input = beside ? sum(input, tool) : input;
            call.cacheRead = count(tokens, "cached");
            call.output = output == Unknown.LONG ? Unknown.LONG : sum(output, thoughts);
            call.reasoning = thoughts;
        }
        for (Located each : message.objects("toolCalls")) {
            ToolRun tool = new ToolRun(word(each, "id"), each.text("name"), payload(each.get("args")), time);
            tool.ends(Unknown.LONG, payload(each.get("result")), status(word(each, "status")));
            call.asksFor(tool);
            turn.runs(tool);
            turn.givenSometime();
        }
    }

    private static SpanStatus status(String word) {
        return switch (String.valueOf(word)) {
            case "success" -> SpanStatus.OK;
            case "error" -> SpanStatus.ERROR;
            case "cancelled" -> SpanStatus.CANCELLED;
            default -> null;
        };
    }
}
