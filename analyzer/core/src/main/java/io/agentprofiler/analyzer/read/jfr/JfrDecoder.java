// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.read.jfr;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.read.EventSink;
import io.agentprofiler.analyzer.read.event.AttributeSet;
import io.agentprofiler.analyzer.read.event.ChunkStats;
import io.agentprofiler.analyzer.read.event.Coverage;
import io.agentprofiler.analyzer.read.event.HandlerTime;
import io.agentprofiler.analyzer.read.event.RunEvent;
import io.agentprofiler.analyzer.read.event.SpanEvent;
import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.analyzer.read.segment.BadRecordException;
import io.agentprofiler.shared.forecast.StageTarget;
import io.agentprofiler.shared.schema.Attributes;
import io.agentprofiler.shared.schema.SpanKind;
import io.agentprofiler.shared.schema.TraceFormat;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;

/**
 * Makes span events of the events of a recording: a start and an end of each span, chunks where they were recorded, and the
 * last counters.
 *
 * <p>A chunk's event stands before its span's and knows its time only from the span's start, so it waits for the span.
 *
 * <p><b>Threading:</b> one thread.
 */
final class JfrDecoder {
    /** How the names of our events begin. */
    private static final String PREFIX = "agentprofiler.";

    private static final String CHUNK = PREFIX + "Chunk";
    private static final String LANE = PREFIX + "Span";
    private static final String BACKEND = PREFIX + "Backend";
    private static final String FORECAST = PREFIX + "Forecast";
    private static final String COUNTERS = PREFIX + "Pipeline";
    private static final String SHUTDOWN = "jdk.Shutdown";

    /** Fields known when a span starts, in the order the rules give them, and the attributes they hold. */
    private static final Map<String, String> AT_START = fields(
            "operationName", Attributes.OPERATION_NAME,
            "provider", Attributes.PROVIDER_NAME,
            "requestModel", Attributes.REQUEST_MODEL,
            "temperature", Attributes.REQUEST_TEMPERATURE,
            "maxTokens", Attributes.REQUEST_MAX_TOKENS,
            "topK", Attributes.REQUEST_TOP_K,
            "conversationId", Attributes.CONVERSATION_ID,
            "toolName", Attributes.TOOL_NAME,
            "toolCallId", Attributes.TOOL_CALL_ID,
            "toolType", Attributes.TOOL_TYPE,
            "agentName", Attributes.AGENT_NAME,
            "agentId", Attributes.AGENT_ID,
            "agentMethod", "agentprofiler.agent.method",
            "memoryId", "agentprofiler.memory.id",
            "workflowName", "gen_ai.workflow.name",
            "requestMessages", "agentprofiler.request.messages",
            "requestTools", "agentprofiler.request.tools",
            "texts", "agentprofiler.embeddings.count",
            "remoteParent", Attributes.REMOTE_PARENT,
            "handedOver", Attributes.HANDED_OVER);

    /** Fields known when a span ends. */
    private static final Map<String, String> AT_END = fields(
            "responseModel", Attributes.RESPONSE_MODEL,
            "responseId", Attributes.RESPONSE_ID,
            "finishReasons", Attributes.RESPONSE_FINISH_REASONS,
            "inputTokens", Attributes.INPUT_TOKENS,
            "outputTokens", Attributes.OUTPUT_TOKENS,
            "cacheReadTokens", Attributes.CACHE_READ_TOKENS,
            "cacheCreationTokens", Attributes.CACHE_CREATION_TOKENS,
            "reasoningTokens", Attributes.REASONING_TOKENS,
            "memoryMessages", "agentprofiler.memory.messages",
            "documents", "agentprofiler.retrieval.documents",
            "dimensions", "gen_ai.embeddings.dimension.count",
            "httpStatus", "http.response.status_code",
            "wrapper", Attributes.WRAPPER);

    /** Fields of a sample of a model server, by their names in segments. */
    private static final Map<String, String> OF_BACKEND = fields(
            "endpoint", "endpoint",
            "failure", "failure",
            "server", "server",
            "model", "model",
            "engines", "engines",
            "running", "running",
            "waiting", "waiting",
            "kvCacheUsage", "kv_cache_usage",
            "kvCacheUsageMax", "kv_cache_usage_max",
            "prefixCacheQueries", "prefix_cache_queries",
            "prefixCacheHits", "prefix_cache_hits",
            "promptTokens", "prompt_tokens",
            "generationTokens", "generation_tokens",
            "preemptions", "preemptions",
            "requests", "requests",
            "kvCacheCapacityTokens", "kv_cache_capacity_tokens",
            "kvCacheUsedTokens", "kv_cache_used_tokens",
            "kvCacheBlockTokens", "kv_cache_block_tokens",
            "queueSeconds", "queue_seconds",
            "queueRequests", "queue_requests",
            "prefillSeconds", "prefill_seconds",
            "prefillRequests", "prefill_requests",
            "firstTokenSeconds", "first_token_seconds",
            "firstTokenRequests", "first_token_requests");

    /** The attributes and fields that are no whole numbers. */
    private static final Set<String> DECIMALS = Set.of(
            Attributes.REQUEST_TEMPERATURE,
            "kv_cache_usage",
            "kv_cache_usage_max",
            "queue_seconds",
            "prefill_seconds",
            "first_token_seconds");

    private final EventSink sink;
    private final AttributeSet.Builder attributes = new AttributeSet.Builder();
    private final Map<Long, List<RecordedEvent>> waiting = new HashMap<>();
    private RecordedEvent counters;
    private boolean shutDown;
    private boolean useful;

    JfrDecoder(EventSink sink) {
        this.sink = sink;
    }

    private static Map<String, String> fields(String... fieldsAndAttributes) {
        Map<String, String> map = new LinkedHashMap<>();
        for (int i = 0; i < fieldsAndAttributes.length; i += 2) {
            map.put(fieldsAndAttributes[i], fieldsAndAttributes[i + 1]);
        }
        return map;
    }

    /**
     * Takes an event; those of others are left alone.
     *
     * @throws BadRecordException when it is one of ours and makes no sense
     */
    void event(RecordedEvent event) {
        String type = event.getEventType().getName();
        if (type.equals(SHUTDOWN)) {
            shutDown = true;
        } else if (type.startsWith(PREFIX)) {
            useful = true;
            ours(type, event);
        }
    }

    private void ours(String type, RecordedEvent event) {
        if (type.equals(BACKEND)) {
            sink.run(new RunEvent.Sample(TraceFormat.BACKEND, epochNanos(event.getStartTime()), backend(event)));
        } else if (type.equals(FORECAST)) {
            sink.run(
                    new RunEvent.Forecast(traceId(event), number(event, "stageEpochNanos"), JfrForecast.fields(event)));
        } else if (type.equals(COUNTERS)) {
            if (counters == null || counters.getStartTime().isBefore(event.getStartTime())) {
                counters = event;
            }
        } else if (type.equals(CHUNK)) {
            waiting.computeIfAbsent(spanId(event, "spanId"), id -> new ArrayList<>())
                    .add(event);
        } else if (!type.equals(LANE) && event.hasField("spanId")) {
            span(event);
        }
    }

    /** Answers whether any event of ours was among them. */
    boolean isUseful() {
        return useful;
    }

    /** Hands over what waits for nothing any more, and the last counters. */
    void finish() {
        // the span of these has not ended: when it began is not known, when they were written is
        waiting.forEach((span, chunks) ->
                chunks.forEach(chunk -> sink.span(chunk(span, chunk, epochNanos(chunk.getStartTime())))));
        if (counters != null) {
            String service = text(counters, "service");
            long pid = number(counters, "pid");
            sink.run(new RunEvent.Header(service + "-" + pid, service, pid, null, Map.of()));
            sink.run(counters(counters));
        }
    }

    private void span(RecordedEvent event) {
        TraceId trace = traceId(event);
        long span = spanId(event, "spanId");
        long parent = event.getString("parentId") == null ? 0 : spanId(event, "parentId");
        long start = epochNanos(event.getStartTime());
        long end = epochNanos(event.getEndTime());
        SpanKind kind = SpanKind.ofWord(event.getString("kind"));
        sink.span(new SpanEvent.Start(
                trace,
                span,
                parent,
                start,
                kind == null ? SpanKind.FUNCTION : kind,
                text(event, "name"),
                text(event, "rule"),
                thread(event, "startThread"),
                number(event, "queuedTime"),
                attributes(event, AT_START)));
        List<RecordedEvent> chunks = waiting.remove(span);
        if (chunks != null) {
            chunks.forEach(chunk -> sink.span(chunk(span, chunk, chunkTime(chunk, start))));
        }
        SpanStatus status = SpanStatus.ofWord(text(event, "status"));
        sink.span(new SpanEvent.End(
                trace,
                span,
                end,
                null,
                status == null ? SpanStatus.OK : status,
                thread(event, "endThread"),
                number(event, "cpuTime"),
                number(event, "allocated"),
                chunkStatistics(event, start),
                text(event, "errorType"),
                text(event, "errorMessage"),
                atEnd(event)));
    }

    private AttributeSet atEnd(RecordedEvent event) {
        long chars = number(event, "errorMessageChars");
        if (chars != Unknown.LONG) {
            String hash = text(event, "errorMessageHash");
            attributes.add(
                    Attributes.ERROR_MESSAGE_LENGTH,
                    hash == null ? Map.of("chars", chars) : Map.of("chars", chars, "hash", hash));
        }
        return attributes(event, AT_END);
    }

    private AttributeSet attributes(RecordedEvent event, Map<String, String> fields) {
        fields.forEach((field, attribute) -> {
            if (event.hasField(field)) {
                attributes.add(attribute, value(attribute, event.getValue(field)));
            }
        });
        return attributes.build();
    }

    /**
     * Returns a field's value as the attribute has it, {@code null} for what stands for unknown: NaN, or a negative number in recordings
     * of older agents. Numbers that may be unknown are doubles in a recording, counts too.
     */
    private static Object value(String attribute, Object field) {
        if (field instanceof Double number) {
            boolean known = number >= 0;
            return !known ? null : DECIMALS.contains(attribute) ? number : (Object) number.longValue();
        }
        if (field instanceof Number number) {
            return number.longValue() < 0 ? null : number.longValue();
        }
        if (field instanceof Boolean flag) {
            return flag ? Boolean.TRUE : null;
        }
        if (field instanceof String text) {
            return attribute.equals(Attributes.RESPONSE_FINISH_REASONS) ? List.of(text.split(",")) : text;
        }
        return null;
    }

    private static Map<String, Object> backend(RecordedEvent event) {
        Map<String, Object> fields = new LinkedHashMap<>();
        OF_BACKEND.forEach((field, name) -> {
            Object value = event.hasField(field) ? value(name, event.getValue(field)) : null;
            if (value != null) {
                fields.put(name, value);
            }
        });
        fields.put("up", event.getBoolean("up"));
        if (event.hasField("finishReasons") && event.getString("finishReasons") != null) {
            finishReasons(event.getString("finishReasons"), fields);
        }
        return fields;
    }

    /** Puts what is written as {@code length=160 stop=1840} in the shape that segments have. */
    private static void finishReasons(String text, Map<String, Object> fields) {
        Map<String, Object> requests = new LinkedHashMap<>();
        for (String each : text.split(" ")) {
            int equals = each.lastIndexOf('=');
            if (equals > 0) {
                requests.put(each.substring(0, equals), Long.parseLong(each.substring(equals + 1)));
            }
        }
        if (!requests.isEmpty()) {
            fields.put("requests_by_finish_reason", requests);
        }
    }

    private static ChunkStats chunkStatistics(RecordedEvent event, long start) {
        long count = number(event, "chunkCount");
        long handler = number(event, "handlerTime");
        HandlerTime known = handler == Unknown.LONG
                ? null
                : new HandlerTime(handler, number(event, "handlerTimeBefore"), number(event, "handlerTimeAfter"));
        if (count <= 0) {
            return known == null ? null : new ChunkStats(0, Unknown.LONG, Unknown.LONG, Unknown.LONG, known);
        }
        return new ChunkStats(
                count,
                start + number(event, "firstChunk"),
                start + number(event, "lastChunk"),
                number(event, "maxChunkGap"),
                known);
    }

    private static long chunkTime(RecordedEvent chunk, long spanStart) {
        long since = number(chunk, "sinceStart");
        return since == Unknown.LONG ? epochNanos(chunk.getStartTime()) : spanStart + since;
    }

    private static SpanEvent.Chunk chunk(long span, RecordedEvent chunk, long epochNanos) {
        long chars = number(chunk, "chars");
        return new SpanEvent.Chunk(
                span,
                epochNanos,
                chunk.getInt("number"),
                text(chunk, "type"),
                chars == Unknown.LONG ? -1 : (int) chars);
    }

    private RunEvent.Counters counters(RecordedEvent event) {
        Map<String, Long> numbers = new LinkedHashMap<>();
        numbers.put("started", event.getLong("started"));
        numbers.put("ended", event.getLong("ended"));
        numbers.put("open", event.getLong("open"));
        numbers.put("abandoned", event.getLong("abandoned"));
        numbers.put("payloads_dropped", event.getLong("payloadsDropped"));
        numbers.put("absorbed", event.getLong("absorbed"));
        known(numbers, "committed", event, "committed");
        known(numbers, "too_early", event, "tooEarly");
        long late = number(event, "late");
        if (late > 0) {
            numbers.put("late_ms", late);
        }
        known(numbers, "consumer_cpu_ns", event, "consumerCpu");
        // what went to the segments says nothing of what is in this file, so "written" stays empty
        return new RunEvent.Counters(
                shutDown,
                epochNanos(event.getStartTime()),
                new RunEvent.EventTotals(
                        byType(event, "emitted"),
                        Map.of(),
                        dropped(text(event, "dropReasons")),
                        byType(event, "queued")),
                numbers,
                List.of(),
                Coverage.NONE);
    }

    private static void known(Map<String, Long> numbers, String name, RecordedEvent event, String field) {
        long number = number(event, field);
        if (number != Unknown.LONG) {
            numbers.put(name, number);
        }
    }

    private static Map<String, Long> byType(RecordedEvent event, String field) {
        Map<String, Long> counts = new LinkedHashMap<>();
        counts.put(TraceFormat.SPAN_START, event.getLong(field + "Starts"));
        counts.put(TraceFormat.SPAN_CHUNK, event.getLong(field + "Chunks"));
        counts.put(TraceFormat.SPAN_END, event.getLong(field + "Ends"));
        return counts;
    }

    /** Takes apart {@code SPAN_CHUNK ring_full 12, SPAN_START shed 1}. */
    private static Map<String, Map<String, Long>> dropped(String reasons) {
        Map<String, Map<String, Long>> dropped = new LinkedHashMap<>();
        if (reasons == null || reasons.isEmpty()) {
            return dropped;
        }
        for (String each : reasons.split(", ")) {
            String[] words = each.split(" ");
            try {
                dropped.computeIfAbsent(words[0], type -> new LinkedHashMap<>()).put(words[1], Long.valueOf(words[2]));
            } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
                throw new BadRecordException("\"dropReasons\" is \"" + reasons + "\"");
            }
        }
        return dropped;
    }

    private static String thread(RecordedEvent event, String field) {
        String name = text(event, field + "Name");
        if (name != null) {
            return name;
        }
        RecordedThread thread = event.hasField(field) ? event.getThread(field) : null;
        return thread == null ? null : thread.getJavaName();
    }

    private static String text(RecordedEvent event, String field) {
        return event.hasField(field) ? event.getString(field) : null;
    }

    /** Returns a whole number, {@link Unknown#LONG} for what stands for unknown. */
    private static long number(RecordedEvent event, String field) {
        if (!event.hasField(field) || !(event.getValue(field) instanceof Number number)) {
            return Unknown.LONG;
        }
        boolean known = number.doubleValue() >= 0;
        return known ? number.longValue() : Unknown.LONG;
    }

    private static TraceId traceId(RecordedEvent event) {
        String digits = digits(event, "traceId", 32);
        return new TraceId(HexFormat.fromHexDigitsToLong(digits, 0, 16), HexFormat.fromHexDigitsToLong(digits, 16, 32));
    }

    private static long spanId(RecordedEvent event, String field) {
        return HexFormat.fromHexDigitsToLong(digits(event, field, 16));
    }

    private static String digits(RecordedEvent event, String field, int length) {
        String digits = event.getString(field);
        if (digits == null || digits.length() != length || !digits.chars().allMatch(HexFormat::isHexDigit)) {
            throw new BadRecordException(event.getEventType().getName() + " whose \"" + field + "\" is " + digits
                    + ", expected " + length + " hexadecimal digits");
        }
        return digits;
    }

    private static long epochNanos(Instant time) {
        return time.getEpochSecond() * 1_000_000_000L + time.getNano();
    }

    /** Makes the fields of a segment's FORECAST record of the event that holds the same. */
    private static final class JfrForecast {
        /** How the fields of each target begin. */
        private static final Map<StageTarget, String> FIELDS = Map.of(
                StageTarget.SECONDS, "remainingSeconds",
                StageTarget.CALLS, "remainingCalls",
                StageTarget.USD, "remainingUsd",
                StageTarget.INPUT, "nextInputTokens",
                StageTarget.OUTPUT, "nextOutputTokens");

        private JfrForecast() {}

        static Map<String, Object> fields(RecordedEvent event) {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("ended_calls", (long) event.getInt("endedCalls"));
            for (StageTarget target : StageTarget.values()) {
                String field = FIELDS.get(target);
                Map<String, Object> forecast = new LinkedHashMap<>();
                known(forecast, "value", event, field);
                known(forecast, "low", event, field + "Low");
                known(forecast, "high", event, field + "High");
                count(forecast, event, field + "From");
                if (!forecast.isEmpty()) {
                    fields.put(target.word(), forecast);
                }
            }
            if (event.hasField("lastCall") && event.getString("lastCall") != null) {
                fields.put("last_call", event.getString("lastCall"));
            }
            if (event.hasField("nextTool") && event.getString("nextTool") != null) {
                Map<String, Object> next = new LinkedHashMap<>();
                next.put("tool", event.getString("nextTool"));
                known(next, "share", event, "nextToolShare");
                count(next, event, "nextToolFrom");
                fields.put("next_tool", next);
            }
            return fields;
        }

        /** Puts the number of workflows where it is known. */
        private static void count(Map<String, Object> fields, RecordedEvent event, String field) {
            long workflows = number(event, field);
            if (workflows != Unknown.LONG) {
                fields.put("workflows", workflows);
            }
        }

        /** Puts a number where it is known. */
        private static void known(Map<String, Object> fields, String name, RecordedEvent event, String field) {
            if (event.hasField(field) && event.getValue(field) instanceof Number number && number.doubleValue() >= 0) {
                fields.put(name, number);
            }
        }
    }
}
