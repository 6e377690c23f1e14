// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.replay.shape;

import io.agentprofiler.analyzer.lab.replay.recording.RecordedCall.Operation;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** An API as its clients speak it. */
public enum Api {
    OPENAI(Shapes.OPENAI_CHAT, Embeddings.OPENAI),
    ANTHROPIC(Shapes.ANTHROPIC, null),
    OLLAMA(Shapes.OLLAMA_CHAT, Embeddings.OLLAMA),
    GEMINI(Shapes.GEMINI, Shapes.GEMINI_EMBEDDINGS);

    /** What traces call the providers of Gemini's own API; that of Vertex AI has other paths and keys. */
    private static final List<String> OF_GEMINI = List.of("gcp.gemini", "gcp.gen_ai");

    /** Providers whose own API is another one; those of all others are like OpenAI's. */
    private static final List<String> NOT_SPOKEN = List.of("aws.bedrock", "cohere", "gcp.vertex", "ibm.watsonx");

    private final ClientShape chat;
    private final ClientShape embedding;

    Api(ClientShape chat, ClientShape embedding) {
        this.chat = chat;
        this.embedding = embedding;
    }

    /**
     * Returns the API of a provider.
     *
     * @param provider as a trace names it; {@code null} when unknown
     */
    public static Api of(String provider) {
        if (provider != null && OF_GEMINI.contains(provider)) {
            return GEMINI;
        }
        for (Api api : values()) {
            if (api.word().equals(provider)) {
                return api;
            }
        }
        return OPENAI;
    }

    /** Answers whether a provider has an API that is none of these. */
    public static boolean isForeign(String provider) {
        return provider != null && NOT_SPOKEN.stream().anyMatch(provider::startsWith);
    }

    /** Returns its name as options and traces have it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns how it has requests of a kind; {@code null} where it has none. */
    public ClientShape shape(Operation operation) {
        return operation == Operation.CHAT ? chat : embedding;
    }

    /**
     * Returns the headers of requests, beside those of every request with JSON.
     *
     * @param key the API key; {@code null} for none
     */
    public Map<String, String> headers(String key) {
        Map<String, String> headers = new LinkedHashMap<>();
        if (this == ANTHROPIC) {
            headers.put("anthropic-version", "2023-06-01");
        }
        if (key != null) {
            switch (this) {
                case ANTHROPIC -> headers.put("x-api-key", key);
                case GEMINI -> headers.put("x-goog-api-key", key);
                case OPENAI, OLLAMA -> headers.put("Authorization", "Bearer " + key);
            }
        }
        return headers;
    }
}
