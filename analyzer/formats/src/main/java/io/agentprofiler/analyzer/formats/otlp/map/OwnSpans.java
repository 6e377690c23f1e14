// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.otlp.map;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.formats.otlp.span.Origin;
import io.agentprofiler.analyzer.formats.otlp.span.OtlpEvent;
import io.agentprofiler.analyzer.formats.otlp.span.OtlpSpan;
import io.agentprofiler.analyzer.read.EventSink;
import io.agentprofiler.analyzer.read.Problems;
import io.agentprofiler.analyzer.read.event.AttributeSet;
import io.agentprofiler.analyzer.read.event.ChunkStats;
import io.agentprofiler.analyzer.read.event.HandlerTime;
import io.agentprofiler.analyzer.read.event.RunEvent;
import io.agentprofiler.analyzer.read.event.SpanEvent;
import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.read.event.TraceId;
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
    /** Below which an export puts what OpenTelemetry has no place for. */
    private static final String OWN = "agentprofiler.span.";

    private static final String RUN = "agentprofiler.run";
    private static final String CHUNK = "agentprofiler.chunk";

    /** What exports add for receivers that expect it. */
    private static final List<String> FOR_OTHERS =
            List.of("openinference.", "llm.", "embedding.", "langfuse.", "input.", "output.");

    private static final String VALUE = ".value";

    /** Where an export that writes OpenInference's names alone puts what it leaves out, exactly as it was. */
    private static final Map<String, String> WRITTEN_ELSEWHERE = Map.ofEntries(
            Map.entry(Attributes.REQUEST_MODEL, "llm.request.model_name"),
            Map.entry(Attributes.RESPONSE_MODEL, "llm.response.model_name"),
            Map.entry(Attributes.INPUT_TOKENS, "llm.token_count.prompt"),
            Map.entry(Attributes.OUTPUT_TOKENS, "llm.token_count.completion"),
            Map.entry(Attributes.CACHE_READ_TOKENS, "llm.token_count.prompt_details.cache_read"),
            Map.entry(Attributes.CACHE_CREATION_TOKENS, "llm.token_count.prompt_details.cache_write"),
            Map.entry(Attributes.REASONING_TOKENS, "llm.token_count.completion_details.reasoning"),
            Map.entry(Attributes.TOOL_NAME, "tool.name"),
            Map.entry(Attributes.TOOL_CALL_ID, "tool.id"),
            Map.entry(Attributes.AGENT_NAME, "agent.name"),
            Map.entry(Attributes.INPUT_MESSAGES, "input.value"),
            Map.entry(Attributes.OUTPUT_MESSAGES, "output.value"));

    private static final Set<String> FOR_OTHERS_TOO = Set.of(
            "session.id",
            "agent.name",
            "tool.name",
            "tool.id",
            "tool.description",
            "tool.parameters",
            "thread.name",
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
        return span.attributes().containsKey(OWN + "kind");
    }

    /** Returns the id of the run of the agent that spans come from, {@code null} where they are of another format. */
    static String run(Origin origin) {
        return origin.text("service.instance.id") == null ? null : origin.text(RUN);
    }

    void take(Origin origin, OtlpSpan span) {
        header(origin);
        String word = span.text(OWN + "kind");
        SpanKind kind = SpanKind.ofWord(String.valueOf(word));
        if (kind == null) {
            problems.skipped(
                    0,
                    "span " + TraceId.spanText(span.id()) + ", attribute " + OWN
                            + "kind: expected a kind of the trace format; taken as function");
            kind = SpanKind.FUNCTION;
        }
        AttributeSet attributes = attributes(span);
        boolean started = !isTrue(span, "start_missing");
        boolean ended = !isTrue(span, "unfinished");
        String errorType = span.text(Attributes.ERROR_TYPE);
        if (started) {
            sink.span(new SpanEvent.Start(
                    span.trace(),
                    span.id(),
                    parent(span),
                    span.startNanos() == Unknown.LONG ? span.endNanos() : span.startNanos(),
                    kind,
                    span.name(),
                    span.text(OWN + "rule"),
                    span.text("thread.name"),
                    span.number(OWN + "queued_ns"),
                    attributes));
        }
        chunks(span);
        if (ended && span.endNanos() != Unknown.LONG) {
            SpanStatus status = SpanStatus.ofWord(String.valueOf(span.text(OWN + "status")));
            Failure failure = Failure.of(AttributeMaps.BUNDLED, span);
            sink.span(new SpanEvent.End(
                    span.trace(),
                    span.id(),
                    span.endNanos(),
                    started ? null : span.name(),
                    status != null ? status : isTrue(span, "status_unknown") ? null : failure.status(),
                    span.text(OWN + "end_thread"),
                    span.number(OWN + "cpu_ns"),
                    span.number(OWN + "alloc_bytes"),
                    stats(span),
                    errorType,
                    message(span),
                    started ? AttributeSet.EMPTY : attributes));
        }
    }

    private static boolean isTrue(OtlpSpan span, String name) {
        return Boolean.TRUE.equals(span.attributes().get(OWN + name));
    }

    private static long parent(OtlpSpan span) {
        String recorded = span.text(OWN + "parent");
        if (recorded != null && recorded.matches("[0-9a-f]{16}")) {
            return Long.parseUnsignedLong(recorded, 16);
        }
        return span.parent();
    }

    private static String message(OtlpSpan span) {
        for (OtlpEvent event : span.events()) {
            if (event.name().equals("exception")
                    && event.attributes().get("exception.message") instanceof String said) {
                return said;
            }
        }
        return null;
    }

    /** Tells who wrote the trace, once. */
    private void header(Origin origin) {
        String run = run(origin);
        if (run == null || !headers.add(run)) {
            return;
        }
        Map<String, Object> details = new LinkedHashMap<>();
        if (JsonText.parsed(origin.attributes().get("agentprofiler.run.details")) instanceof Map<?, ?> map) {
            map.forEach((name, value) -> details.put(name.toString(), value));
        }
        String service = origin.text("service.name");
        long pid = origin.attributes().get("process.pid") instanceof Long number ? number : Unknown.LONG;
        sink.run(new RunEvent.Header(
                run, "unknown_service".equals(service) ? null : service, pid, origin.text("host.name"), details));
    }

    private AttributeSet attributes(OtlpSpan span) {
        Set<String> json = new HashSet<>();
        if (span.attributes().get(OWN + "json") instanceof List<?> names) {
            names.forEach(name -> json.add(String.valueOf(name)));
        }
        Map<String, Object> values = new LinkedHashMap<>();
        span.attributes().forEach((name, value) -> {
            if (!name.startsWith(OWN) && !isForOthers(name) && (content || !Contents.isContent(name))) {
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
        return kind.word().equals(span.text(OWN + "kind"));
    }

    private static boolean isForOthers(String name) {
        return FOR_OTHERS_TOO.contains(name) || FOR_OTHERS.stream().anyMatch(name::startsWith);
    }

    private void chunks(OtlpSpan span) {
        int index = 0;
        for (OtlpEvent event : span.events()) {
            if (event.name().equals(CHUNK) && event.epochNanos() != Unknown.LONG) {
                long count = event.attributes().get(CHUNK + ".count") instanceof Long number ? number : 1;
                long last =
                        event.attributes().get(CHUNK + ".last_ns") instanceof Long number ? number : event.epochNanos();
                for (long i = 0; i < Math.min(count, 1 << 20); i++) {
                    sink.span(new SpanEvent.Chunk(span.id(), i == 0 ? event.epochNanos() : last, index++, "text", -1));
                }
            }
        }
    }

    private static ChunkStats stats(OtlpSpan span) {
        long count = span.number(OWN + "chunks.count");
        long handler = span.number(OWN + "handler_ns");
        HandlerTime time = handler == Unknown.LONG
                ? null
                : new HandlerTime(
                        handler, span.number(OWN + "handler_before_ns"), span.number(OWN + "handler_after_ns"));
        if (count == Unknown.LONG && time == null) {
            return null;
        }
        return new ChunkStats(
                Math.max(0, count),
                span.number(OWN + "chunks.first_ns"),
                span.number(OWN + "chunks.last_ns"),
                span.number(OWN + "chunks.max_gap_ns"),
                time);
    }
}
