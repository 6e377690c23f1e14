// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.otlp.map;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.formats.otlp.attribute.OpenInferenceAttributes;
import io.agentprofiler.analyzer.formats.otlp.wire.AttributeNames;
import io.agentprofiler.analyzer.formats.otlp.wire.OtlpSpan;
import io.agentprofiler.analyzer.formats.otlp.wire.Resource;
import io.agentprofiler.analyzer.read.EventSink;
import io.agentprofiler.analyzer.read.Problems;
import io.agentprofiler.analyzer.read.event.AttributeSet;
import io.agentprofiler.analyzer.read.event.ChunkStats;
import io.agentprofiler.analyzer.read.event.HandlerTime;
import io.agentprofiler.analyzer.read.event.RunEvent;
import io.agentprofiler.analyzer.read.event.SpanEvent;
import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.analyzer.trace.SpanFlag;
import io.agentprofiler.shared.schema.Attributes;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads back what our own export wrote: the trace as it was recorded.
 *
 * <p><b>Threading:</b> one thread a file.
 */
final class OwnSpans {
    /** What exports add for receivers that expect it. */
    private static final List<String> FOR_OTHERS =
            List.of("openinference.", "llm.", "embedding.", "langfuse.", "input.", "output.");

    private static final String VALUE = ".value";

    /** Where an export that writes OpenInference's names alone puts what it leaves out, exactly as it was. */
    private static final Map<String, String> WRITTEN_ELSEWHERE = Map.ofEntries(
            Map.entry(Attributes.REQUEST_MODEL, OpenInferenceAttributes.REQUEST_MODEL),
            Map.entry(Attributes.RESPONSE_MODEL, OpenInferenceAttributes.RESPONSE_MODEL),
            Map.entry(Attributes.INPUT_TOKENS, OpenInferenceAttributes.PROMPT),
            Map.entry(Attributes.OUTPUT_TOKENS, OpenInferenceAttributes.COMPLETION),
            Map.entry(Attributes.CACHE_READ_TOKENS, OpenInferenceAttributes.CACHE_READ),
            Map.entry(Attributes.CACHE_CREATION_TOKENS, OpenInferenceAttributes.CACHE_WRITE),
            Map.entry(Attributes.REASONING_TOKENS, OpenInferenceAttributes.REASONING),
            Map.entry(Attributes.TOOL_NAME, OpenInferenceAttributes.TOOL),
            Map.entry(Attributes.TOOL_CALL_ID, OpenInferenceAttributes.TOOL_ID),
            Map.entry(Attributes.AGENT_NAME, OpenInferenceAttributes.AGENT),
            Map.entry(Attributes.INPUT_MESSAGES, "input.value"),
            Map.entry(Attributes.OUTPUT_MESSAGES, "output.value"));

    private static final Set<String> FOR_OTHERS_TOO = Set.of(
            OpenInferenceAttributes.SESSION,
            OpenInferenceAttributes.AGENT,
            OpenInferenceAttributes.TOOL,
            OpenInferenceAttributes.TOOL_ID,
            OpenInferenceAttributes.TOOL_DESCRIPTION,
            OpenInferenceAttributes.TOOL_PARAMETERS,
            AttributeNames.THREAD,
            "gen_ai.request.stream",
            "gen_ai.response.time_to_first_chunk");

    private final boolean content;
    private final EventSink sink;
    private final Problems problems;
    private final Set<String> headers = new HashSet<>();

    OwnSpans(boolean content, EventSink sink, Problems problems) {
        this.content = content;
        this.sink = sink;
        this.problems = problems;
    }

    static boolean isOwn(OtlpSpan span) {
        return span.attributes().containsKey(AttributeNames.KIND);
    }

    /** Returns the id of the run of the agent that spans come from, {@code null} where they are of another format. */
    static String run(Resource origin) {
        return origin.text(AttributeNames.INSTANCE) == null ? null : origin.text(AttributeNames.RUN);
    }

    void take(Resource origin, OtlpSpan span) {
        header(origin);
        String word = span.text(AttributeNames.KIND);
        SpanKind kind = SpanKind.ofWord(String.valueOf(word));
        if (kind == null) {
            problems.skipped(
                    0,
                    "span " + TraceId.spanText(span.id()) + ", attribute " + AttributeNames.KIND
                            + ": expected a kind of the trace format; taken as function");
            kind = SpanKind.FUNCTION;
        }
        AttributeSet attributes = attributes(span);
        boolean started = !isTrue(span, SpanFlag.START_MISSING);
        boolean ended = !isTrue(span, SpanFlag.UNFINISHED);
        String errorType = span.text(Attributes.ERROR_TYPE);
        if (started) {
            sink.span(new SpanEvent.Start(
                    span.trace(),
                    span.id(),
                    parent(span),
                    span.startNanos() == Unknown.LONG ? span.endNanos() : span.startNanos(),
                    kind,
                    span.name(),
                    span.text(AttributeNames.RULE),
                    span.text(AttributeNames.THREAD),
                    span.number(AttributeNames.QUEUED),
                    attributes));
        }
        chunks(span);
        if (ended && span.endNanos() != Unknown.LONG) {
            SpanStatus status = SpanStatus.ofWord(String.valueOf(span.text(AttributeNames.STATUS)));
            Failure failure = Failure.of(AttributeMaps.BUNDLED, span);
            sink.span(new SpanEvent.End(
                    span.trace(),
                    span.id(),
                    span.endNanos(),
                    started ? null : span.name(),
                    status != null ? status : isTrue(span, SpanFlag.STATUS_UNKNOWN) ? null : failure.status(),
                    span.text(AttributeNames.END_THREAD),
                    span.number(AttributeNames.CPU),
                    span.number(AttributeNames.ALLOCATED),
                    stats(span),
                    errorType,
                    message(span),
                    started ? AttributeSet.EMPTY : attributes));
        }
    }

    private static boolean isTrue(OtlpSpan span, SpanFlag flag) {
        return Boolean.TRUE.equals(span.attributes().get(AttributeNames.OWN + flag.word()));
    }

    private static long parent(OtlpSpan span) {
        String recorded = span.text(AttributeNames.PARENT);
        if (recorded != null && recorded.matches("[0-9a-f]{16}")) {
            return Long.parseUnsignedLong(recorded, 16);
        }
        return span.parent();
    }

    private static String message(OtlpSpan span) {
        for (OtlpSpan.Event event : span.events()) {
            if (event.name().equals(AttributeNames.EXCEPTION)
                    && event.attributes().get(AttributeNames.EXCEPTION_MESSAGE) instanceof String said) {
                return said;
            }
        }
        return null;
    }

    /** Tells who wrote the trace, once. */
    private void header(Resource origin) {
        String run = run(origin);
        if (run == null || !headers.add(run)) {
            return;
        }
        Map<String, Object> details = new LinkedHashMap<>();
        if (JsonText.parsed(origin.attributes().get(AttributeNames.RUN_DETAILS)) instanceof Map<?, ?> map) {
            map.forEach((name, value) -> details.put(name.toString(), value));
        }
        long pid = origin.attributes().get(AttributeNames.PID) instanceof Long number ? number : Unknown.LONG;
        sink.run(new RunEvent.Header(run, origin.service(), pid, origin.text(AttributeNames.HOST), details));
    }

    private AttributeSet attributes(OtlpSpan span) {
        Set<String> json = new HashSet<>();
        if (span.attributes().get(AttributeNames.JSON) instanceof List<?> names) {
            names.forEach(name -> json.add(String.valueOf(name)));
        }
        Map<String, Object> values = new LinkedHashMap<>();
        span.attributes().forEach((name, value) -> {
            if (!name.startsWith(AttributeNames.OWN) && !isForOthers(name) && (content || !Contents.isContent(name))) {
                values.put(name, json.contains(name) ? JsonText.parsed(value) : value);
            }
        });
        // what one profile leaves out stands under another's names; what else stands there was never recorded
        WRITTEN_ELSEWHERE.forEach((name, elsewhere) -> {
            Object value = span.attributes().get(elsewhere);
            if (value != null && isReplaced(span, name)) {
                // messages are a list; what is no list was recorded as text
                boolean isList = elsewhere.endsWith(VALUE)
                        && value.toString().startsWith("[")
                        && "application/json".equals(span.text(elsewhere.replace(VALUE, ".mime_type")));
                values.putIfAbsent(name, isList ? JsonText.parsed(value) : value);
            }
        });
        return AttributeSet.of(values);
    }

    /** Answers whether the export may have left out the attribute: each belongs to spans of one kind, messages to content. */
    private boolean isReplaced(OtlpSpan span, String name) {
        if (Contents.isContent(name)) {
            boolean ownInput = span.attributes().containsKey(Attributes.INPUT);
            boolean ownOutput = span.attributes().containsKey(Attributes.OUTPUT);
            return content
                    && isOfKind(span, SpanKind.LLM)
                    && !(name.equals(Attributes.INPUT_MESSAGES) ? ownInput : ownOutput);
        }
        return switch (name) {
            case Attributes.AGENT_NAME -> isOfKind(span, SpanKind.AGENT);
            case Attributes.TOOL_NAME, Attributes.TOOL_CALL_ID -> isOfKind(span, SpanKind.TOOL);
            default -> isOfKind(span, SpanKind.LLM);
        };
    }

    private static boolean isOfKind(OtlpSpan span, SpanKind kind) {
        return kind.word().equals(span.text(AttributeNames.KIND));
    }

    private static boolean isForOthers(String name) {
        return FOR_OTHERS_TOO.contains(name) || FOR_OTHERS.stream().anyMatch(name::startsWith);
    }

    private void chunks(OtlpSpan span) {
        int index = 0;
        for (OtlpSpan.Event event : span.events()) {
            if (event.name().equals(AttributeNames.CHUNK) && event.epochNanos() != Unknown.LONG) {
                long count = event.attributes().get(AttributeNames.CHUNK_COUNT) instanceof Long number ? number : 1;
                long last = event.attributes().get(AttributeNames.CHUNK_LAST) instanceof Long number
                        ? number
                        : event.epochNanos();
                for (long i = 0; i < Math.min(count, 1 << 20); i++) {
                    sink.span(new SpanEvent.Chunk(span.id(), i == 0 ? event.epochNanos() : last, index++, "text", -1));
                }
            }
        }
    }

    private static ChunkStats stats(OtlpSpan span) {
        long count = span.number(AttributeNames.CHUNKS);
        long handler = span.number(AttributeNames.HANDLER);
        HandlerTime time = handler == Unknown.LONG
                ? null
                : new HandlerTime(
                        handler, span.number(AttributeNames.HANDLER_BEFORE), span.number(AttributeNames.HANDLER_AFTER));
        if (count == Unknown.LONG && time == null) {
            return null;
        }
        return new ChunkStats(
                Math.max(0, count),
                span.number(AttributeNames.FIRST_CHUNK),
                span.number(AttributeNames.LAST_CHUNK),
                span.number(AttributeNames.LONGEST_GAP),
                time);
    }
}
