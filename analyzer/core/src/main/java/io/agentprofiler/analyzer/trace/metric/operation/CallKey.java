// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.metric.operation;

import io.agentprofiler.analyzer.read.text.Placeholders;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.shared.schema.Attributes;
import io.agentprofiler.shared.schema.ContentText;
import java.util.Map;

/**
 * The identity of a call: kind, name, provider, parameters and the hashes of its whole input, system text and offered tools included.
 */
public final class CallKey {
    private static final String CONTENT = "agentprofiler.content.";
    private static final String MESSAGES = CONTENT + "input.messages";
    private static final String ARGUMENTS = CONTENT + "tool.call.arguments";
    private static final String RESULT = CONTENT + "tool.call.result";
    private static final String EMBEDDED = CONTENT + "agentprofiler.embeddings.input";
    private static final String QUERY = CONTENT + "retrieval.query.text";
    /** Where the text of a payload is, if it was recorded. */
    private static final Map<String, String> TEXTS = Map.of(
            ARGUMENTS,
            Attributes.TOOL_CALL_ARGUMENTS,
            RESULT,
            Attributes.TOOL_CALL_RESULT,
            EMBEDDED,
            "agentprofiler.embeddings.input",
            QUERY,
            "gen_ai.retrieval.query.text");

    private static final String[] ASKED = {
        MESSAGES,
        CONTENT + "system_instructions",
        CONTENT + "tool.definitions",
        ARGUMENTS,
        EMBEDDED,
        QUERY,
        CONTENT + "request.stop_sequences"
    };
    private static final String[] PARAMETERS = {
        Attributes.PROVIDER_NAME,
        "gen_ai.output.type",
        "gen_ai.embeddings.dimension.count",
        Attributes.REQUEST_TEMPERATURE,
        Attributes.REQUEST_TOP_P,
        Attributes.REQUEST_TOP_K,
        Attributes.REQUEST_MAX_TOKENS,
        Attributes.REQUEST_SEED,
        // of runs with their text, and older ones; the others have the hash above
        Attributes.REQUEST_STOP_SEQUENCES,
        Attributes.REQUEST_FREQUENCY_PENALTY,
        Attributes.REQUEST_PRESENCE_PENALTY
    };

    private CallKey() {}

    /**
     * Returns the key of a model, tool, embedding or retrieval call; {@code null} when its payload was not recorded, or a
     * placeholder was recorded in its place. {@link EqualPayloads} knows what equal keys of one workflow say.
     * Hashes are salted per run: keys of different runs say nothing of each other.
     */
    public static String of(Span call) {
        String needed = switch (call.kind()) {
            case TOOL -> ARGUMENTS;
            case EMBEDDING -> Calls.isWrapper(call) ? null : EMBEDDED;
            case RETRIEVAL -> QUERY;
            case LLM -> Calls.isModelCall(call) ? MESSAGES : null;
            default -> null;
        };
        if (needed == null || hash(call, needed) == null) {
            return null;
        }
        // two retrievers may do different things under one name, but not under one rule
        StringBuilder key =
                new StringBuilder(Operation.of(call).label()).append('|').append(call.rule());
        for (String name : ASKED) {
            key.append('|').append(hash(call, name));
        }
        for (String name : PARAMETERS) {
            key.append('|').append(call.attributes().get(name));
        }
        return key.toString();
    }

    /** Returns the hash of what the call answered, or {@code null}. */
    public static String answer(Span call) {
        return hash(call, RESULT);
    }

    /** Returns the hash of a tool's arguments, or {@code null}. */
    static String arguments(Span call) {
        return hash(call, ARGUMENTS);
    }

    /** Returns a recorded hash; that of a placeholder says nothing of the text that it stands for. */
    private static String hash(Span call, String name) {
        return call.attributes().get(name) instanceof Map<?, ?> digest
                        && digest.get("hash") instanceof String hash
                        && !Placeholders.isHash(hash)
                        && !isOfPlaceholder(call, name, digest)
                ? hash
                : null;
    }

    /** Answers whether the text was a placeholder before the agent hashed it; what the agent blanks it has hashed before. */
    private static boolean isOfPlaceholder(Span call, String name, Map<?, ?> digest) {
        String text = TEXTS.get(name);
        Object payload = text == null ? null : call.attributes().get(text);
        return payload != null
                && Placeholders.areTextsOf(payload)
                && digest.get("chars") instanceof Long chars
                && chars == ContentText.of(payload).length();
    }
}
