// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.export.otlp.span;

import io.agentprofiler.analyzer.answer.cost.price.CallPrice;
import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Tokens;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import io.agentprofiler.shared.schema.Attributes;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** OpenInference's names, by its {@code spec/semantic_conventions.md}. */
final class OpenInferenceAttributes {
    private static final String REQUEST = "gen_ai.request.";
    private static final String PROMPT = "llm.token_count.prompt";
    private static final String COMPLETION = "llm.token_count.completion";

    /** Recorded names that are not written beside OpenInference's, from which they can be told again. */
    private static final Set<String> OF_MODEL_CALLS = Set.of(
            Attributes.REQUEST_MODEL,
            Attributes.RESPONSE_MODEL,
            Attributes.INPUT_TOKENS,
            Attributes.OUTPUT_TOKENS,
            Attributes.CACHE_READ_TOKENS,
            Attributes.CACHE_CREATION_TOKENS,
            Attributes.REASONING_TOKENS);

    private static final Set<String> OF_TOOLS = Set.of(Attributes.TOOL_NAME, Attributes.TOOL_CALL_ID);

    /** What providers are called: as hosts, and as makers of models. */
    private static final Map<String, Names> PROVIDERS = Map.ofEntries(
            Map.entry("openai", new Names("openai", "openai")),
            Map.entry("anthropic", new Names("anthropic", "anthropic")),
            Map.entry("cohere", new Names("cohere", "cohere")),
            Map.entry("mistral_ai", new Names("mistralai", "mistralai")),
            Map.entry("deepseek", new Names("deepseek", null)),
            Map.entry("groq", new Names("groq", null)),
            Map.entry("perplexity", new Names("perplexity", null)),
            Map.entry("x_ai", new Names("xai", null)),
            Map.entry("azure.ai.openai", new Names("azure", "openai")),
            Map.entry("azure.ai.inference", new Names("azure", null)),
            Map.entry("aws.bedrock", new Names("aws", null)),
            Map.entry("gcp.vertex_ai", new Names("google", "vertexai")),
            Map.entry("gcp.gen_ai", new Names("google", null)),
            Map.entry("gcp.gemini", new Names("google", null)));

    private record Names(String provider, String system) {}

    private OpenInferenceAttributes() {}

    /** Answers whether a recorded attribute is left out where only OpenInference's names are written. */
    static boolean replaces(Span span, String name) {
        if (Calls.isModelCall(span)) {
            return OF_MODEL_CALLS.contains(name)
                    || name.equals(Attributes.INPUT_MESSAGES)
                    || name.equals(Attributes.OUTPUT_MESSAGES);
        }
        return span.kind() == SpanKind.TOOL && OF_TOOLS.contains(name)
                || span.kind() == SpanKind.AGENT && name.equals(Attributes.AGENT_NAME);
    }

    static void add(Span span, CallPrice price, boolean content, SpanAttributes into) {
        boolean wrapper = Calls.isWrapper(span);
        into.add(
                "openinference.span.kind",
                wrapper ? SpanKind.FUNCTION.openInferenceKind() : span.kind().openInferenceKind());
        into.add("session.id", span.conversation());
        into.add("agent.name", span.attributes().text(Attributes.AGENT_NAME));
        if (!wrapper) {
            switch (span.kind()) {
                case LLM -> modelCall(span, price, into);
                case EMBEDDING -> embedding(span, into);
                case TOOL -> {
                    into.add("tool.name", span.attributes().text(Attributes.TOOL_NAME));
                    into.add("tool.id", span.attributes().text(Attributes.TOOL_CALL_ID));
                }
                default -> {
                    // nothing more
                }
            }
        }
        if (content) {
            content(span, into);
        }
    }

    private static void modelCall(Span span, CallPrice price, SpanAttributes into) {
        String requested = span.attributes().text(Attributes.REQUEST_MODEL);
        String answered = span.attributes().text(Attributes.RESPONSE_MODEL);
        into.add("llm.model_name", answered == null ? requested : answered);
        into.add("llm.request.model_name", requested);
        into.add("llm.response.model_name", answered);
        provider(span, into);
        parameters(span, "llm.invocation_parameters", into);
        tokens(span, into);
        if (price != null && price.isKnown()) {
            into.add(
                    "llm.cost.prompt",
                    price.cost()
                            .input()
                            .add(price.cost().cacheRead())
                            .add(price.cost().cacheWrite())
                            .doubleValue());
            into.add("llm.cost.completion", price.cost().output().doubleValue());
            into.add("llm.cost.total", price.cost().total().doubleValue());
        }
        if (span.attributes().get(Attributes.RESPONSE_FINISH_REASONS) instanceof List<?> reasons
                && reasons.size() == 1
                && reasons.get(0) instanceof String reason) {
            into.add("llm.finish_reason", reason);
        }
    }

    private static void embedding(Span span, SpanAttributes into) {
        String requested = span.attributes().text(Attributes.REQUEST_MODEL);
        String answered = span.attributes().text(Attributes.RESPONSE_MODEL);
        into.add("embedding.model_name", answered == null ? requested : answered);
        provider(span, into);
        parameters(span, "embedding.invocation_parameters", into);
        tokens(span, into);
    }

    private static void provider(Span span, SpanAttributes into) {
        String provider = span.attributes().text(Attributes.PROVIDER_NAME);
        if (provider != null) {
            Names names = PROVIDERS.getOrDefault(provider, new Names(provider, null));
            into.add("llm.provider", names.provider());
            into.add("llm.system", names.system());
        }
    }

    private static void parameters(Span span, String name, SpanAttributes into) {
        Map<String, Object> parameters = new LinkedHashMap<>();
        for (Map.Entry<String, Object> attribute : span.attributes()) {
            Object value = attribute.getValue();
            if (attribute.getKey().startsWith(REQUEST) && (value instanceof Number || value instanceof Boolean)) {
                parameters.put(attribute.getKey().substring(REQUEST.length()), value);
            }
        }
        into.add(name, parameters.isEmpty() ? null : ValueJson.of(parameters));
    }

    /** An embedding is no tokens: there the input is all. */
    private static void tokens(Span span, SpanAttributes into) {
        Tokens tokens = Calls.usage(span);
        into.number(PROMPT, tokens.input());
        into.number(COMPLETION, tokens.output());
        boolean answers = span.kind() == SpanKind.LLM || tokens.output() != Unknown.LONG;
        if (tokens.input() != Unknown.LONG && !(answers && tokens.output() == Unknown.LONG)) {
            into.number("llm.token_count.total", tokens.input() + (answers ? tokens.output() : 0));
        }
        into.number(PROMPT + "_details.cache_read", tokens.cacheRead());
        into.number(PROMPT + "_details.cache_write", tokens.cacheWrite());
        into.number(COMPLETION + "_details.reasoning", tokens.reasoning());
    }

    private static void content(Span span, SpanAttributes into) {
        Payload.add(Payload.input(span), "input", into);
        Payload.add(Payload.output(span), "output", into);
        switch (span.kind()) {
            case TOOL -> {
                Payload arguments = Payload.input(span);
                into.add("tool.parameters", arguments == null ? null : arguments.text());
                into.add("tool.description", span.attributes().text(Attributes.TOOL_DESCRIPTION));
            }
            case LLM -> OpenInferenceMessages.add(span, into);
            default -> {
                // nothing more
            }
        }
    }
}
