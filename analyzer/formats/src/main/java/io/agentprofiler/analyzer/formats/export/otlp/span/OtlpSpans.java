// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.export.otlp.span;

import io.agentprofiler.analyzer.answer.cost.price.CallPrice;
import io.agentprofiler.analyzer.answer.cost.price.PriceList;
import io.agentprofiler.analyzer.formats.export.RecordedAttributes;
import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.analyzer.trace.ChunkTimes;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.SpanFlag;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import io.agentprofiler.analyzer.trace.metric.sequence.AskedTools;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Turns the spans of traces into OpenTelemetry's; {@code docs/otlp.md} says how.
 *
 * @param profile whose names are written
 * @param content whether recorded texts are told
 * @param prices what calls cost
 */
public record OtlpSpans(Profile profile, boolean content, PriceList prices) {
    private static final String USAGE = "gen_ai.usage.";
    private static final String CHUNK = "agentprofiler.chunk";

    /** Takes spans. */
    public interface Taker {
        /** Takes the next. */
        void take(ExportedSpan span) throws IOException;
    }

    /** Gives all spans of a trace, each before its children. */
    public void each(Trace trace, Taker taker) throws IOException {
        TraceId id = id(trace);
        AskedTools asked = AskedTools.in(trace);
        for (Span span : trace.spans()) {
            boolean cut = span.has(SpanFlag.PARENT_CYCLE);
            ChunkTimes chunks = span.chunkTimes();
            taker.take(new ExportedSpan(
                    id,
                    span.id(),
                    cut ? 0 : span.parentId(),
                    span.has(SpanFlag.REMOTE_PARENT),
                    span.name(),
                    isRequest(span),
                    span.startNanos(),
                    span.endNanos(),
                    attributes(trace, span),
                    events(span, chunks),
                    span.chunks() == null
                            ? 0
                            : Math.max(0, span.chunks().count() - (chunks == null ? 0 : chunks.recorded())),
                    links(id, asked.askerOf(span)),
                    status(span)));
        }
    }

    /** All zeros is no id to OpenTelemetry. */
    private static TraceId id(Trace trace) {
        if (trace.id().high() != 0 || trace.id().low() != 0) {
            return trace.id();
        }
        UUID made = UUID.nameUUIDFromBytes(String.valueOf(trace.run()).getBytes(StandardCharsets.UTF_8));
        return new TraceId(made.getMostSignificantBits(), made.getLeastSignificantBits());
    }

    private static boolean isRequest(Span span) {
        return switch (span.kind()) {
            case LLM, EMBEDDING, HTTP -> !Calls.isWrapper(span);
            default -> false;
        };
    }

    private Map<String, Object> attributes(Trace trace, Span span) {
        SpanAttributes attributes = new SpanAttributes();
        RecordedAttributes recorded = new RecordedAttributes(content);
        for (Map.Entry<String, Object> attribute : span.attributes()) {
            String name = attribute.getKey();
            boolean replaced = !profile.hasGenAi() && OpenInferenceAttributes.replaces(span, name);
            if (!replaced && recorded.isKept(name, attribute.getValue())) {
                // receivers add up what every span says: a sum that repeats what the calls below used would count twice
                boolean repeats = name.startsWith(USAGE) && !Calls.usesTokens(span);
                attributes.recorded(
                        repeats ? OwnAttributes.PREFIX + "usage." + name.substring(USAGE.length()) : name,
                        attribute.getValue());
            }
        }
        OwnAttributes.add(span, prices, attributes);
        CallPrice price = Calls.usesTokens(span) ? prices.price(span) : null;
        if (profile.hasGenAi()) {
            GenAiAttributes.add(span, attributes);
        }
        if (profile.hasOpenInference()) {
            OpenInferenceAttributes.add(span, price, content, attributes);
        }
        if (profile.hasLangfuse()) {
            LangfuseAttributes.add(trace, span, price, content, attributes);
        }
        return attributes.done();
    }

    private List<ExportedSpan.Event> events(Span span, ChunkTimes chunks) {
        List<ExportedSpan.Event> events = new ArrayList<>();
        for (int mark = 0; chunks != null && mark < chunks.marks(); mark++) {
            Map<String, Object> about = new LinkedHashMap<>();
            if (chunks.count(mark) > 1) {
                about.put(CHUNK + ".count", (long) chunks.count(mark));
            }
            if (chunks.last(mark) != chunks.first(mark)) {
                about.put(CHUNK + ".last_ns", chunks.last(mark));
            }
            events.add(new ExportedSpan.Event(chunks.first(mark), CHUNK, about));
        }
        if (span.errorType() != null || content && span.errorMessage() != null) {
            Map<String, Object> about = new LinkedHashMap<>();
            if (span.errorType() != null) {
                about.put("exception.type", span.errorType());
            }
            if (content && span.errorMessage() != null) {
                about.put("exception.message", span.errorMessage());
            }
            events.add(new ExportedSpan.Event(span.endNanos(), "exception", about));
        }
        return events;
    }

    private static List<ExportedSpan.Link> links(TraceId trace, Span asker) {
        return asker == null
                ? List.of()
                : List.of(new ExportedSpan.Link(trace, asker.id(), Map.of("agentprofiler.link", "asked_by")));
    }

    private ExportedSpan.Status status(Span span) {
        if (span.status() == SpanStatus.ERROR) {
            String message = content && span.errorMessage() != null ? span.errorMessage() : span.errorType();
            return new ExportedSpan.Status(ExportedSpan.Code.ERROR, message);
        }
        return new ExportedSpan.Status(
                span.tellsStatus() && span.status() == SpanStatus.OK ? ExportedSpan.Code.OK : ExportedSpan.Code.UNSET,
                null);
    }
}
