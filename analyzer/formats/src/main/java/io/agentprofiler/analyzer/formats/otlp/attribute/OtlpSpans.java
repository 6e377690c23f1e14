// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.otlp.attribute;

import io.agentprofiler.analyzer.answer.tokens.price.CallPrice;
import io.agentprofiler.analyzer.answer.tokens.price.PriceList;
import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.formats.export.RecordedAttributes;
import io.agentprofiler.analyzer.formats.otlp.wire.AttributeNames;
import io.agentprofiler.analyzer.formats.otlp.wire.OtlpSpan;
import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.analyzer.trace.ChunkTimes;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.SpanFlag;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import io.agentprofiler.analyzer.trace.metric.sequence.AskedTools;
import io.agentprofiler.shared.schema.Attributes;
import io.agentprofiler.shared.schema.SpanKind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Turns the spans of traces into OpenTelemetry's; {@code docs/formats/otlp.md} says how.
 *
 * @param profile whose names are written
 * @param content whether recorded texts are told
 * @param prices what calls cost
 */
public record OtlpSpans(Profile profile, boolean content, PriceList prices) {
    private static final String USAGE = "gen_ai.usage.";
    /** Says of a link what the other span is to this one. */
    private static final String LINK = "agentprofiler.link";

    private static final int HEX = 16;
    private static final int TRACE_DIGITS = 32;
    private static final int SPAN_DIGITS = 16;

    /** Takes spans. */
    public interface MadeSpanTaker {
        /** Takes the next. */
        void take(OtlpSpan span) throws IOException;
    }

    /** Gives all spans of a trace, each before its children. */
    public void each(Trace trace, MadeSpanTaker taker) throws IOException {
        TraceId id = id(trace);
        AskedTools asked = AskedTools.in(trace);
        for (Span span : trace.spans()) {
            boolean cut = span.has(SpanFlag.PARENT_CYCLE);
            ChunkTimes chunks = span.chunkTimes();
            taker.take(new OtlpSpan(
                    new OtlpSpan.Ids(id, span.id(), cut ? 0 : span.parentId(), span.has(SpanFlag.REMOTE_PARENT)),
                    span.name(),
                    isRequest(span) ? OtlpSpan.CLIENT : OtlpSpan.INTERNAL,
                    span.startNanos(),
                    span.endNanos(),
                    attributes(trace, span),
                    new OtlpSpan.Around(
                            events(span, chunks),
                            span.chunks() == null
                                    ? 0
                                    : Math.max(0, span.chunks().count() - (chunks == null ? 0 : chunks.recorded())),
                            links(id, span, asked.askerOf(span))),
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
                        repeats ? AttributeNames.OWN + "usage." + name.substring(USAGE.length()) : name,
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

    private List<OtlpSpan.Event> events(Span span, ChunkTimes chunks) {
        List<OtlpSpan.Event> events = new ArrayList<>();
        for (int mark = 0; chunks != null && mark < chunks.marks(); mark++) {
            Map<String, Object> about = new LinkedHashMap<>();
            if (chunks.count(mark) > 1) {
                about.put(AttributeNames.CHUNK_COUNT, (long) chunks.count(mark));
            }
            if (chunks.last(mark) != chunks.first(mark)) {
                about.put(AttributeNames.CHUNK_LAST, chunks.last(mark));
            }
            events.add(new OtlpSpan.Event(chunks.first(mark), AttributeNames.CHUNK, about));
        }
        if (span.errorType() != null || content && span.errorMessage() != null) {
            Map<String, Object> about = new LinkedHashMap<>();
            if (span.errorType() != null) {
                about.put(AttributeNames.EXCEPTION_TYPE, span.errorType());
            }
            if (content && span.errorMessage() != null) {
                about.put(AttributeNames.EXCEPTION_MESSAGE, span.errorMessage());
            }
            events.add(new OtlpSpan.Event(span.endNanos(), AttributeNames.EXCEPTION, about));
        }
        return events;
    }

    private static List<OtlpSpan.SpanLink> links(TraceId trace, Span span, Span asker) {
        List<OtlpSpan.SpanLink> links = new ArrayList<>();
        if (asker != null) {
            links.add(new OtlpSpan.SpanLink(trace, asker.id(), Map.of(LINK, "asked_by")));
        }
        String otherTrace = span.attributes().text(Attributes.OTEL_TRACE_ID);
        String otherSpan = span.attributes().text(Attributes.OTEL_SPAN_ID);
        if (isHex(otherTrace, TRACE_DIGITS) && isHex(otherSpan, SPAN_DIGITS)) {
            TraceId other = new TraceId(
                    Long.parseUnsignedLong(otherTrace.substring(0, SPAN_DIGITS), HEX),
                    Long.parseUnsignedLong(otherTrace.substring(SPAN_DIGITS), HEX));
            links.add(new OtlpSpan.SpanLink(
                    other, Long.parseUnsignedLong(otherSpan, HEX), Map.of(LINK, "opentelemetry")));
        }
        return links;
    }

    private static boolean isHex(String text, int digits) {
        return text != null && text.length() == digits && text.chars().allMatch(HexFormat::isHexDigit);
    }

    private OtlpSpan.Status status(Span span) {
        if (span.status() == SpanStatus.ERROR) {
            String message = content && span.errorMessage() != null ? span.errorMessage() : span.errorType();
            return new OtlpSpan.Status(OtlpSpan.Code.ERROR, message);
        }
        return new OtlpSpan.Status(
                span.tellsStatus() && span.status() == SpanStatus.OK ? OtlpSpan.Code.OK : OtlpSpan.Code.UNSET, null);
    }

    /** What OpenTelemetry's conventions for generative AI (1.41.1) have a name for beside what was recorded under their names. */
    private static final class GenAiAttributes {
        private static final double NANOS = 1e9;

        private GenAiAttributes() {}

        static void add(Span span, SpanAttributes into) {
            if (span.kind() != SpanKind.HTTP && span.kind() != SpanKind.FUNCTION) {
                into.add(Attributes.OPERATION_NAME, span.kind().genAiOperation());
            }
            if (Calls.isModelCall(span)
                    && span.chunks() != null
                    && span.chunks().count() > 0) {
                into.add("gen_ai.request.stream", true);
                long first = span.chunks().firstNanos();
                if (first != Unknown.LONG && !span.has(SpanFlag.START_MISSING) && first >= span.startNanos()) {
                    into.add("gen_ai.response.time_to_first_chunk", (first - span.startNanos()) / NANOS);
                }
            }
        }
    }
}
