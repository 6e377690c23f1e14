// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.otlp.attribute;

import io.agentprofiler.analyzer.answer.tokens.Cost;
import io.agentprofiler.analyzer.answer.tokens.price.CallPrice;
import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.formats.otlp.wire.ValueJson;
import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/** What Langfuse reads beside the conventions' names: {@code packages/shared/src/server/otel/attributes.ts} of its sources. */
final class LangfuseAttributes {
    private static final String OBSERVATION = "langfuse.observation.";

    private LangfuseAttributes() {}

    static void add(Trace trace, Span span, CallPrice price, boolean content, SpanAttributes into) {
        into.add(OBSERVATION + "type", type(span));
        if (Calls.isModelCall(span) && span.chunks() != null && span.chunks().firstNanos() != Unknown.LONG) {
            into.add(
                    OBSERVATION + "completion_start_time",
                    Instant.ofEpochSecond(0, span.chunks().firstNanos()).toString());
        }
        if (price != null && price.isKnown()) {
            into.add(OBSERVATION + "cost_details", ValueJson.of(details(price.cost())));
        }
        if (span.status() == SpanStatus.ERROR) {
            into.add(OBSERVATION + "level", "ERROR");
            into.add(OBSERVATION + "status_message", message(span, content));
        } else if (span.status() == SpanStatus.CANCELLED) {
            into.add(OBSERVATION + "level", "WARNING");
            into.add(OBSERVATION + "status_message", "cancelled");
        }
        if (span == trace.root()) {
            into.add("langfuse.trace.name", span.name());
            into.add(OpenInferenceAttributes.SESSION, span.conversation());
        }
        if (content) {
            Payload input = Payload.input(span);
            Payload output = Payload.output(span);
            into.add(OBSERVATION + "input", input == null ? null : input.text());
            into.add(OBSERVATION + "output", output == null ? null : output.text());
        }
    }

    private static String message(Span span, boolean content) {
        return content && span.errorMessage() != null ? span.errorMessage() : span.errorType();
    }

    private static String type(Span span) {
        if (Calls.isWrapper(span)) {
            return "span";
        }
        return switch (span.kind()) {
            case LLM -> "generation";
            case EMBEDDING -> "embedding";
            case AGENT -> "agent";
            case TOOL -> "tool";
            case WORKFLOW -> "chain";
            case RETRIEVAL -> "retriever";
            case GUARDRAIL -> "guardrail";
            case EVALUATION -> "evaluator";
            case MEMORY, PROMPT, RERANK, HTTP, FUNCTION -> "span";
        };
    }

    /** Input with what was read from the cache and written to it; a price per request counts in the total. */
    private static Map<String, Object> details(Cost cost) {
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("input", cost.input().add(cost.cacheRead()).add(cost.cacheWrite()));
        details.put("output", cost.output());
        details.put("total", cost.total());
        return details;
    }
}
