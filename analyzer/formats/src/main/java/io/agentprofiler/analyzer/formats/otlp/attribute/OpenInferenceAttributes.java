// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.otlp.attribute;

import io.agentprofiler.analyzer.answer.tokens.price.CallPrice;
import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.formats.otlp.wire.ValueJson;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Tokens;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import io.agentprofiler.shared.schema.Attributes;
import io.agentprofiler.shared.schema.ContentText;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** OpenInference's names, by its {@code spec/semantic_conventions.md}. */
public final class OpenInferenceAttributes {
    public static final String REQUEST_MODEL = "llm.request.model_name";
    public static final String RESPONSE_MODEL = "llm.response.model_name";
    public static final String PROMPT = "llm.token_count.prompt";
    public static final String COMPLETION = "llm.token_count.completion";
    public static final String CACHE_READ = PROMPT + "_details.cache_read";
    public static final String CACHE_WRITE = PROMPT + "_details.cache_write";
    public static final String REASONING = COMPLETION + "_details.reasoning";
    public static final String SESSION = "session.id";
    public static final String AGENT = "agent.name";
    public static final String TOOL = "tool.name";
    public static final String TOOL_ID = "tool.id";
    public static final String TOOL_PARAMETERS = "tool.parameters";
    public static final String TOOL_DESCRIPTION = "tool.description";

    private static final String REQUEST = "gen_ai.request.";

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
        into.add(SESSION, span.conversation());
        into.add(AGENT, span.attributes().text(Attributes.AGENT_NAME));
        if (!wrapper) {
            switch (span.kind()) {
                case LLM -> modelCall(span, price, into);
                case EMBEDDING -> embedding(span, into);
                case TOOL -> {
                    into.add(TOOL, span.attributes().text(Attributes.TOOL_NAME));
                    into.add(TOOL_ID, span.attributes().text(Attributes.TOOL_CALL_ID));
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
        into.add(REQUEST_MODEL, requested);
        into.add(RESPONSE_MODEL, answered);
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
        into.number(CACHE_READ, tokens.cacheRead());
        into.number(CACHE_WRITE, tokens.cacheWrite());
        into.number(REASONING, tokens.reasoning());
    }

    private static void content(Span span, SpanAttributes into) {
        Payload.add(Payload.input(span), "input", into);
        Payload.add(Payload.output(span), "output", into);
        switch (span.kind()) {
            case TOOL -> {
                Payload arguments = Payload.input(span);
                into.add(TOOL_PARAMETERS, arguments == null ? null : arguments.text());
                into.add(TOOL_DESCRIPTION, span.attributes().text(Attributes.TOOL_DESCRIPTION));
            }
            case LLM -> OpenInferenceMessages.add(span, into);
            default -> {
                // nothing more
            }
        }
    }

    /** What was said, in OpenInference's shape: an attribute for each part of each message, with its number in its name. */
    private static final class OpenInferenceMessages {
        private OpenInferenceMessages() {}

        static void add(Span span, SpanAttributes into) {
            int next = 0;
            Object instructions = span.attributes().get(Attributes.SYSTEM_INSTRUCTIONS);
            if (instructions != null) {
                String message = "llm.input_messages.0.message.";
                into.add(message + "role", "system");
                parts(message, instructions, into);
                next = 1;
            }
            messages("llm.input_messages.", next, span.attributes().get(Attributes.INPUT_MESSAGES), "user", into);
            messages("llm.output_messages.", 0, span.attributes().get(Attributes.OUTPUT_MESSAGES), "assistant", into);
            if (span.attributes().get(Attributes.TOOL_DEFINITIONS) instanceof List<?> tools) {
                for (int i = 0; i < tools.size(); i++) {
                    Object tool = tools.get(i);
                    into.add(
                            "llm.tools." + i + ".tool.json_schema",
                            tool instanceof String text ? text : ValueJson.of(tool));
                }
            }
        }

        private static void messages(String name, int first, Object messages, String otherwise, SpanAttributes into) {
            List<?> list =
                    messages instanceof List<?> several ? several : messages == null ? List.of() : List.of(messages);
            int number = first;
            for (Object said : list) {
                String message = name + number++ + ".message.";
                if (said instanceof Map<?, ?> map) {
                    into.add(message + "role", map.get("role") instanceof String role ? role : otherwise);
                    parts(message, map.containsKey("parts") ? map.get("parts") : map.get("content"), into);
                } else {
                    into.add(message + "role", otherwise);
                    into.add(message + "content", ContentText.of(said));
                }
            }
        }

        private static void parts(String message, Object parts, SpanAttributes into) {
            if (!(parts instanceof List<?> list)) {
                into.add(message + "content", parts == null ? null : ContentText.of(parts));
                return;
            }
            List<String> texts = new ArrayList<>();
            int calls = 0;
            for (Object part : list) {
                if (part instanceof Map<?, ?> map && "tool_call".equals(map.get("type"))) {
                    String call = message + "tool_calls." + calls++ + ".tool_call.";
                    into.add(call + "id", map.get("id") instanceof String id ? id : null);
                    into.add(call + "function.name", map.get("name") instanceof String tool ? tool : null);
                    into.add(call + "function.arguments", text(map.get("arguments")));
                } else if (part instanceof Map<?, ?> map && "tool_call_response".equals(map.get("type"))) {
                    into.add(message + "tool_call_id", map.get("id") instanceof String id ? id : null);
                    Object response = map.containsKey("response") ? map.get("response") : map.get("result");
                    texts.add(String.valueOf(text(response)));
                } else if (part instanceof Map<?, ?> map && map.get("content") instanceof String text) {
                    texts.add(text);
                } else {
                    texts.add(String.valueOf(text(part)));
                }
            }
            into.add(message + "content", texts.isEmpty() ? null : String.join("\n", texts));
        }

        private static String text(Object value) {
            return value == null || value instanceof String ? (String) value : ValueJson.of(value);
        }
    }
}
