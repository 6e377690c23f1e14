// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.sessions;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.formats.atif.span.Transcript;
import io.agentprofiler.analyzer.formats.sessions.AgentRun.Doing;
import io.agentprofiler.analyzer.read.EventSink;
import io.agentprofiler.analyzer.read.event.AttributeSet;
import io.agentprofiler.analyzer.read.event.SpanEvent;
import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.analyzer.read.text.ChatMessages;
import io.agentprofiler.shared.schema.Attributes;
import io.agentprofiler.shared.schema.SpanKind;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * Sends a workflow for each question of a user, made of what its agent did. A span whose two ends the log names is measured; of
 * others only the moment is known, or nothing, and they stand in their order.
 *
 * <p><b>Threading:</b> one thread a file.
 */
public final class TurnSpans {
    /** The name of a tool's time in which the user was asked. */
    private static final String WAIT = "wait for the user";

    private static final long MIX = 0x9e3779b97f4a7c15L;

    private final EventSink sink;
    private final boolean content;
    private final Set<TraceId> sent = new HashSet<>();
    private TraceId trace;
    private long spans;
    private long now;
    private long turns;

    /**
     * Makes spans of one file.
     *
     * @param content whether texts are wanted
     */
    public TurnSpans(EventSink sink, boolean content) {
        this.sink = sink;
        this.content = content;
    }

    /** Returns how many workflows were sent. */
    public long turns() {
        return turns;
    }

    /**
     * Sends what an agent did, unless that is nothing.
     *
     * @param key tells the turn from all others: the same log gives the same ids
     * @param session the session's id, or {@code null}
     */
    public void send(AgentRun run, String key, String session) {
        if (run.isIdle()) {
            return;
        }
        trace = id(key);
        for (int again = 1; !sent.add(trace); again++) {
            trace = id(key + '#' + again);
        }
        spans = 0;
        turns++;
        now = run.firstNanos == Unknown.LONG ? 0 : run.firstNanos;
        long end = agent(run, 0, session);
        sink.traceEnded(trace, end, null);
    }

    private static TraceId id(String key) {
        UUID uuid = UUID.nameUUIDFromBytes(("session" + key).getBytes(StandardCharsets.UTF_8));
        return new TraceId(uuid.getMostSignificantBits(), uuid.getLeastSignificantBits());
    }

    private long agent(AgentRun run, long parent, String session) {
        AttributeSet.Builder attributes = new AttributeSet.Builder()
                .add(Attributes.AGENT_NAME, run.name)
                .add(Attributes.CONVERSATION_ID, session);
        long[] more = run.unattributed();
        attributes
                .add(Attributes.UNATTRIBUTED_INPUT_TOKENS, more[0] == 0 ? null : (Object) more[0])
                .add(Attributes.UNATTRIBUTED_OUTPUT_TOKENS, more[1] == 0 ? null : (Object) more[1])
                .add(Attributes.UNATTRIBUTED_TOKENS, more[2] == 0 ? null : (Object) more[2]);
        Transcript.payload(attributes, Attributes.INPUT, run.question, content);
        Transcript.payload(attributes, Attributes.OUTPUT, run.answer(), content);
        long id = nextId();
        long[] times = start(id, parent, SpanKind.AGENT, run.name, run.firstNanos, run.lastNanos, attributes);
        for (Doing doing : run.doings) {
            if (doing instanceof ModelCall call) {
                call(call, id);
            } else if (doing instanceof ToolRun tool) {
                tool(tool, id);
            }
        }
        run.agents.forEach(agent -> agent(agent, id, null));
        end(id, times[1], run.outcome());
        return times[1];
    }

    private void call(ModelCall call, long parent) {
        AttributeSet.Builder attributes = new AttributeSet.Builder()
                .add(Attributes.REQUEST_MODEL, call.model)
                .add(Attributes.PROVIDER_NAME, call.provider)
                .add(Attributes.RESPONSE_ID, call.id)
                .add(Attributes.INPUT_TOKENS, Unknown.boxed(call.input))
                .add(Attributes.OUTPUT_TOKENS, Unknown.boxed(call.output))
                .add(Attributes.CACHE_READ_TOKENS, part(call.cacheRead, call.input))
                .add(Attributes.CACHE_CREATION_TOKENS, part(call.cacheWrite, call.input))
                .add(Attributes.REASONING_TOKENS, part(call.reasoning, call.output))
                .add(Attributes.CACHE_CREATION_HOUR_TOKENS, part(call.cacheWriteHour, call.cacheWrite))
                .add(Attributes.WEB_SEARCHES, Unknown.boxed(call.webSearches))
                .add(Attributes.SERVICE_TIER, call.tier)
                .add(Attributes.SPEED, call.speed)
                .add(Attributes.REPORTED_COST, call.usd)
                .add(Attributes.OUTPUT_AT_LEAST, call.unfinished ? (Object) true : null);
        if (!call.parts.isEmpty()) {
            Map<String, Object> answer = ChatMessages.message("assistant", call.parts);
            Transcript.payload(attributes, Attributes.OUTPUT_MESSAGES, List.of(answer), content);
        }
        long id = nextId();
        String name = call.model == null ? "chat" : "chat " + call.model;
        long[] times = start(id, parent, SpanKind.LLM, name, call.startNanos, call.endNanos, attributes);
        end(id, times[1], SpanStatus.OK);
    }

    private void tool(ToolRun tool, long parent) {
        AttributeSet.Builder attributes =
                new AttributeSet.Builder().add(Attributes.TOOL_NAME, tool.name).add(Attributes.TOOL_CALL_ID, tool.id);
        Transcript.payload(attributes, Attributes.TOOL_CALL_ARGUMENTS, tool.arguments, content);
        Transcript.payload(attributes, Attributes.TOOL_CALL_RESULT, tool.result, content);
        long id = nextId();
        String name = tool.name == null ? "tool" : tool.name;
        long[] times = start(id, parent, SpanKind.TOOL, name, tool.startNanos, tool.endNanos, attributes);
        tool.agents.forEach(agent -> agent(agent, id, null));
        if (tool.asksUser()) {
            tool.waitedThroughout();
        }
        for (long[] wait : tool.waits) {
            long waiting = nextId();
            start(waiting, id, SpanKind.FUNCTION, WAIT, wait[0], wait[1], new AttributeSet.Builder());
            end(waiting, wait[1], SpanStatus.OK);
        }
        end(id, times[1], tool.status);
    }

    /** A part that is larger than its whole is none. */
    private static Long part(long value, long whole) {
        return value == Unknown.LONG || whole != Unknown.LONG && value > whole ? null : (Long) value;
    }

    private long nextId() {
        long id = (trace.low() ^ ++spans * MIX) * MIX;
        return id == 0 ? 1 : id;
    }

    /** Starts a span; returns when it begins and ends. */
    private long[] start(
            long id, long parent, SpanKind kind, String name, long first, long last, AttributeSet.Builder attributes) {
        boolean measured = first != Unknown.LONG && last != Unknown.LONG && last >= first;
        long moment = first == Unknown.LONG ? last : first;
        long start = moment == Unknown.LONG ? ++now : moment;
        now = Math.max(now, start);
        String known = null;
        if (!measured) {
            known = moment == Unknown.LONG ? Attributes.TIMING_NONE : Attributes.TIMING_MOMENT;
        }
        attributes.add(Attributes.TIMING, known);
        sink.span(new SpanEvent.Start(trace, id, parent, start, kind, name, attributes.build()));
        return new long[] {start, measured ? last : start};
    }

    private void end(long id, long nanos, SpanStatus status) {
        sink.span(new SpanEvent.End(trace, id, nanos, status, AttributeSet.EMPTY));
    }
}
