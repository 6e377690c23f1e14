// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.requests;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.read.EventSink;
import io.agentprofiler.analyzer.read.event.AttributeSet;
import io.agentprofiler.analyzer.read.event.SpanEvent;
import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.shared.schema.Attributes;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Makes a workflow of each request: a call of a model. Only times that the trace tells are measured; where it tells none, requests
 * stand in their order.
 *
 * <p><b>Threading:</b> one thread a file.
 */
final class RequestSpans {
    private static final String TYPE = "agentprofiler.request.type";
    private static final long MIX = 0x9e3779b97f4a7c15L;

    private final long file;
    private final long blockTokens;
    private final EventSink sink;
    private long number;
    private long last;

    /**
     * Makes spans of one file.
     *
     * @param file a number made of what it holds: the same file gives the same ids
     * @param blockTokens tokens of a block where a request does not tell
     */
    RequestSpans(long file, long blockTokens, EventSink sink) {
        this.file = file;
        this.blockTokens = blockTokens;
        this.sink = sink;
    }

    /** Sends a request. */
    void send(Request request) {
        // numbers keep requests of one moment in their order
        TraceId trace = new TraceId(file, ++number);
        long id = (file ^ number * MIX) | 1;
        boolean arrived = request.arrivalNanos() != Unknown.LONG;
        long start = arrived ? request.arrivalNanos() : last + 1;
        boolean measured = arrived && request.lengthNanos() != Unknown.LONG;
        long end = measured ? start + request.lengthNanos() : start;
        last = Math.max(last, start);
        AttributeSet attributes = new AttributeSet.Builder()
                .add(Attributes.REQUEST_MODEL, request.model())
                .add(Attributes.INPUT_TOKENS, Unknown.boxed(request.prompt().input()))
                .add(Attributes.OUTPUT_TOKENS, Unknown.boxed(request.prompt().output()))
                .add(Attributes.CONVERSATION_ID, request.conversation())
                .add(Attributes.PROMPT_BLOCK_IDS, blocks(request))
                .add(TYPE, request.type())
                .add(Attributes.TIMING, measured ? null : arrived ? Attributes.TIMING_MOMENT : Attributes.TIMING_NONE)
                .build();
        String name = request.model() == null ? "chat" : "chat " + request.model();
        sink.span(new SpanEvent.Start(trace, id, 0, start, SpanKind.LLM, name, attributes));
        sink.span(new SpanEvent.End(
                trace,
                id,
                end,
                request.failed() == null ? null : request.failed() ? SpanStatus.ERROR : SpanStatus.OK,
                AttributeSet.EMPTY));
        sink.traceEnded(trace, end, null);
    }

    private Map<String, Object> blocks(Request request) {
        if (request.prompt().blocks().isEmpty() || request.prompt().input() <= 0) {
            return null;
        }
        Map<String, Object> blocks = new LinkedHashMap<>();
        blocks.put(
                "block_tokens",
                request.prompt().blockTokens() == Unknown.LONG
                        ? blockTokens
                        : request.prompt().blockTokens());
        blocks.put("ids", request.prompt().blocks());
        return blocks;
    }
}
