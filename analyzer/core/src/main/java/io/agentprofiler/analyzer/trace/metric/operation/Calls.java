// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.metric.operation;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Tokens;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.shared.forecast.CallName;
import io.agentprofiler.shared.schema.Attributes;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.List;
import java.util.Locale;

/** Tells which spans are calls of a model, tool or agent, and gives their labels. */
public final class Calls {
    /** Label of model calls without a model name. */
    public static final String UNKNOWN_MODEL = CallName.UNKNOWN_MODEL;

    private static final String OFFERED_TOOLS = "agentprofiler.request.tools";
    private static final int LABELS = 1024;
    /** Labels made lately, by hash of the name; written by any thread, each a whole. */
    private static final Label[] LABEL_CACHE = new Label[LABELS];

    private record Label(boolean tool, String name, String text) {}

    private Calls() {}

    /** Answers whether the span is a model or a tool call: what the analyses of calls look at. */
    public static boolean isCall(Span span) {
        return span.kind() == SpanKind.TOOL || isModelCall(span);
    }

    /** Returns the kind and name of a call, {@code llm gpt-4o} or {@code tool search}; mostly the same object for the same call. */
    public static String label(Span call) {
        boolean tool = call.kind() == SpanKind.TOOL;
        String name = tool ? tool(call) : model(call);
        int slot = (name.hashCode() * 31 + (tool ? 1 : 0)) & LABELS - 1;
        Label known = LABEL_CACHE[slot];
        if (known == null || known.tool() != tool || !known.name().equals(name)) {
            known = new Label(tool, name, CallName.label(tool, name));
            LABEL_CACHE[slot] = known;
        }
        return known.text();
    }

    /** Answers whether the span is one request to a language model; one that only wraps another is not. */
    public static boolean isModelCall(Span span) {
        return span.kind() == SpanKind.LLM && !isWrapper(span);
    }

    /**
     * Answers whether a trace only fills a store: it says how much it wrote, and holds nothing but embedding calls, requests
     * and steps. Services do so as they start; it is no run of what they are for.
     */
    public static boolean isIngestion(Trace trace) {
        boolean writes = false;
        for (Span span : trace.spans()) {
            switch (span.kind()) {
                case EMBEDDING, FUNCTION, HTTP ->
                    writes |= span.attributes().get(Attributes.INGEST_DOCUMENTS) != null
                            || span.attributes().get(Attributes.INGEST_SEGMENTS) != null;
                default -> {
                    return false;
                }
            }
        }
        return writes;
    }

    /** Answers whether the span only wraps another span of its own operation. */
    public static boolean isWrapper(Span span) {
        return span.isWrapper();
    }

    /** Answers whether the span is a request that is paid by tokens: to a language or an embedding model. */
    public static boolean usesTokens(Span span) {
        return (span.kind() == SpanKind.LLM || span.kind() == SpanKind.EMBEDDING) && !isWrapper(span);
    }

    /** Returns the usage the span itself reported; nothing for a wrapper and for kinds that sum up others' usage. */
    public static Tokens usage(Span span) {
        return usesTokens(span) ? span.tokens() : Tokens.NONE;
    }

    /** Answers whether a model answered without reporting usage. */
    public static boolean lacksUsage(Span span) {
        return isModelCall(span)
                && span.status() == SpanStatus.OK
                && !span.tokens().isKnown();
    }

    /** Answers whether a model's answer ended because it had reached its greatest length. */
    public static boolean isCut(Span call) {
        Object reasons = call.attributes().get(Attributes.RESPONSE_FINISH_REASONS);
        String reason = reasons == null ? "" : reasons.toString().toLowerCase(Locale.ROOT);
        return reason.contains("length") || reason.contains("max_tokens") || reason.contains("max_output");
    }

    /** Returns how many tools a model call was offered, or {@link Unknown#LONG}. */
    public static long offeredTools(Span call) {
        if (call.attributes().get(OFFERED_TOOLS) instanceof Number tools) {
            return tools.longValue();
        }
        return call.attributes().get(Attributes.TOOL_DEFINITIONS) instanceof List<?> definitions
                ? definitions.size()
                : Unknown.LONG;
    }

    /** Returns the model that was asked for: failed calls know no other, so calls of one model stay together. */
    public static String model(Span span) {
        return usesTokens(span) ? Operation.of(span).name() : recordedModel(span);
    }

    /** Looks the model up that was asked for. */
    static String recordedModel(Span span) {
        return CallName.model(
                span.attributes().text(Attributes.REQUEST_MODEL),
                span.attributes().text(Attributes.RESPONSE_MODEL));
    }

    /** Returns the name of a tool; the word for its kind where it has none. */
    public static String tool(Span span) {
        return CallName.tool(span.attributes().text(Attributes.TOOL_NAME), span.name());
    }

    /** Returns what an agent is called in tables: its name, and what {@linkplain Span#mark tells it} from others of that name. */
    public static String agent(Span span) {
        return agentName(span) + span.mark();
    }

    /** Returns the name of an agent; the word for its kind where it has none. */
    public static String agentName(Span span) {
        return CallName.firstOf(
                span.attributes().text(Attributes.AGENT_NAME),
                span.name(),
                span.kind().word());
    }
}
