// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.atof;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.formats.atif.span.Transcript;
import io.agentprofiler.analyzer.read.EventSink;
import io.agentprofiler.analyzer.read.event.AttributeSet;
import io.agentprofiler.analyzer.read.event.SpanEvent;
import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.analyzer.read.tree.Located;
import io.agentprofiler.analyzer.read.tree.Times;
import io.agentprofiler.shared.schema.Attributes;
import io.agentprofiler.shared.schema.SpanKind;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;

/**
 * Makes spans of scopes. A scope without a parent, or whose parent is not in the log, begins a workflow.
 *
 * <p><b>Threading:</b> one thread a file.
 */
final class Scopes {
    private static final Map<String, SpanKind> KINDS = Map.of(
            "agent", SpanKind.AGENT,
            "llm", SpanKind.LLM,
            "tool", SpanKind.TOOL,
            "retriever", SpanKind.RETRIEVAL,
            "embedder", SpanKind.EMBEDDING,
            "reranker", SpanKind.RERANK,
            "guardrail", SpanKind.GUARDRAIL,
            "evaluator", SpanKind.EVALUATION);
    /** Scopes that are over and may still be named as parents. */
    private static final int MAX_OVER = 100_000;

    private static final long MICRO = 1_000;

    private final EventSink sink;
    private final boolean content;
    private final Map<String, Scope> open = new LinkedHashMap<>();
    private final Map<String, Scope> over = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Scope> eldest) {
            return size() > MAX_OVER;
        }
    };
    private long begun;

    private record Scope(TraceId trace, long span, SpanKind kind, long startNanos) {}

    Scopes(EventSink sink, boolean content) {
        this.sink = sink;
        this.content = content;
    }

    /** Returns how many scopes began. */
    long begun() {
        return begun;
    }

    void take(Located event) {
        String kind = event.text("kind");
        if ("mark".equals(kind)) {
            return;
        }
        String phase = event.text("scope_category");
        String uuid = event.text("uuid");
        if (!"scope".equals(kind) || uuid == null || !("start".equals(phase) || "end".equals(phase))) {
            event.problem("expected a scope with \"uuid\" and \"scope_category\" start or end, or a mark; left out");
            return;
        }
        long time = time(event);
        if (time == Unknown.LONG) {
            event.get("timestamp")
                    .problem(
                            "expected a time such as \"2026-01-02T00:00:01Z\", or microseconds; the event is left out");
        } else if (phase.equals("start")) {
            begin(event, uuid, time);
        } else {
            end(event, uuid, time);
        }
    }

    private static long time(Located event) {
        Object value = event.get("timestamp").value();
        if (value instanceof String text) {
            return Times.ofText(text);
        }
        if (value instanceof Long micros) {
            return Times.of(BigDecimal.valueOf(micros), MICRO);
        }
        return value instanceof BigDecimal micros ? Times.of(micros, MICRO) : Unknown.LONG;
    }

    private void begin(Located event, String uuid, long time) {
        if (open.containsKey(uuid) || over.containsKey(uuid)) {
            event.get("uuid").problem("this scope began before; left out");
            return;
        }
        String parentId = event.text("parent_uuid");
        Scope parent = parentId == null ? null : open.getOrDefault(parentId, over.get(parentId));
        if (parentId != null && parent == null) {
            event.get("parent_uuid").problem("names no scope that began before; taken as none");
        }
        UUID id = UUID.nameUUIDFromBytes(("atof" + uuid).getBytes(StandardCharsets.UTF_8));
        TraceId trace = parent == null
                ? new TraceId(id.getMostSignificantBits(), id.getLeastSignificantBits())
                : parent.trace();
        String category = event.text("category");
        SpanKind kind = category == null ? SpanKind.FUNCTION : KINDS.getOrDefault(category, SpanKind.FUNCTION);
        long span = id.getLeastSignificantBits() ^ id.getMostSignificantBits() << 1;
        Scope scope = new Scope(trace, span == 0 ? 1 : span, kind, time);
        open.put(uuid, scope);
        begun++;
        String name = event.text("name");
        sink.span(new SpanEvent.Start(
                trace,
                scope.span(),
                parent == null ? 0 : parent.span(),
                time,
                kind,
                name(kind, name, event.object("category_profile")),
                started(event, kind, name)));
    }

    private static String name(SpanKind kind, String name, Located profile) {
        if (kind == SpanKind.LLM) {
            String model = profile.get("model_name").isText() ? profile.text("model_name") : name;
            return model == null ? "chat" : "chat " + model;
        }
        return name == null ? kind.word() : name;
    }

    private AttributeSet started(Located event, SpanKind kind, String name) {
        AttributeSet.Builder attributes = new AttributeSet.Builder();
        Located data = event.get("data");
        Located profile = event.object("category_profile");
        switch (kind) {
            case AGENT -> {
                attributes.add(Attributes.AGENT_NAME, name);
                Transcript.payload(attributes, Attributes.INPUT, payload(data), content);
                Located metadata = event.get("metadata");
                attributes.add(
                        Attributes.CONVERSATION_ID,
                        metadata.get("session_id").isText()
                                ? metadata.get("session_id").value()
                                : null);
            }
            case LLM, EMBEDDING -> {
                Object model = profile.get("model_name").isText()
                        ? profile.get("model_name").value()
                        : null;
                attributes.add(Attributes.REQUEST_MODEL, model == null && kind == SpanKind.LLM ? name : model);
                Located request = data.get("content").isObject() ? data.get("content") : data;
                Transcript.payload(attributes, Attributes.SYSTEM_INSTRUCTIONS, payload(request.get("system")), content);
                Transcript.payload(attributes, Attributes.TOOL_DEFINITIONS, payload(request.get("tools")), content);
                if (request.get("messages").isList()) {
                    Transcript.payload(
                            attributes, Attributes.INPUT_MESSAGES, Chat.messages(request.get("messages")), content);
                }
            }
            case TOOL -> {
                attributes.add(Attributes.TOOL_NAME, name);
                attributes.add(
                        Attributes.TOOL_CALL_ID,
                        profile.get("tool_call_id").isText()
                                ? profile.get("tool_call_id").value()
                                : null);
                Transcript.payload(attributes, Attributes.TOOL_CALL_ARGUMENTS, payload(data), content);
            }
            default -> Transcript.payload(attributes, Attributes.INPUT, payload(data), content);
        }
        return attributes.build();
    }

    private void end(Located event, String uuid, long time) {
        Scope scope = open.remove(uuid);
        if (scope == null) {
            event.get("uuid").problem("no scope that is open has it; the end is left out");
            return;
        }
        over.put(uuid, scope);
        Located data = event.get("data");
        AttributeSet.Builder attributes = new AttributeSet.Builder();
        switch (scope.kind()) {
            case LLM, EMBEDDING -> {
                Usage.of(event).describe(attributes);
                Object answer = Chat.answer(data);
                Transcript.payload(
                        attributes, Attributes.OUTPUT_MESSAGES, answer == null ? null : List.of(answer), content);
            }
            case TOOL -> Transcript.payload(attributes, Attributes.TOOL_CALL_RESULT, payload(data), content);
            default -> Transcript.payload(attributes, Attributes.OUTPUT, payload(data), content);
        }
        String error = error(event);
        sink.span(new SpanEvent.End(
                scope.trace(),
                scope.span(),
                time,
                null,
                error == null ? SpanStatus.OK : SpanStatus.ERROR,
                null,
                Unknown.LONG,
                Unknown.LONG,
                null,
                error == null || error.isEmpty() ? null : error,
                null,
                attributes.build()));
    }

    /** Returns the type of the failure a scope ended with, empty where that is not told; {@code null} where it did not fail. */
    private static String error(Located event) {
        Located error = event.get("data").get("error");
        error = error.isThere() ? error : event.get("metadata").get("error");
        if (error.isObject()) {
            return error.get("type").isText() ? (String) error.get("type").value() : "";
        }
        if (error.isThere() && !Boolean.FALSE.equals(error.value())) {
            return "";
        }
        Object status = event.get("metadata").get("status").value();
        status = status == null ? event.get("metadata").get("otel.status_code").value() : status;
        return status instanceof String word && List.of("error", "failed").contains(word.toLowerCase(Locale.ROOT))
                ? ""
                : null;
    }

    private static Object payload(Located value) {
        return value.value() instanceof String || value.value() instanceof Map || value.value() instanceof List
                ? value.value()
                : null;
    }
}
