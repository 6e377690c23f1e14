// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.replay.shape;

/** The shapes by the paths of requests. */
public final class Shapes {
    static final ClientShape OPENAI_CHAT = new OpenAiChat();

    private static final Shape OPENAI_RESPONSES = new OpenAiResponses();
    static final ClientShape ANTHROPIC = new AnthropicMessages();
    static final ClientShape OLLAMA_CHAT = new OllamaChat();
    static final ClientShape GEMINI = new GeminiContent(null, false);
    static final ClientShape GEMINI_EMBEDDINGS = new GeminiEmbeddings(null, false);

    private Shapes() {}

    /**
     * Returns the shape of requests to a path; {@code null} where there is none. What stands before the path's end is not looked at:
     * clients put versions and deployments there.
     */
    public static Shape of(String path) {
        if (path.endsWith("/api/chat")) {
            return OLLAMA_CHAT;
        }
        if (path.endsWith("/api/embed")) {
            return Embeddings.OLLAMA;
        }
        if (path.endsWith("/api/embeddings")) {
            return Embeddings.OLLAMA_ONE;
        }
        if (path.endsWith("/chat/completions")) {
            return OPENAI_CHAT;
        }
        if (path.endsWith("/responses")) {
            return OPENAI_RESPONSES;
        }
        if (path.endsWith("/embeddings")) {
            return Embeddings.OPENAI;
        }
        if (path.endsWith("/messages")) {
            return ANTHROPIC;
        }
        Shape gemini = GeminiContent.of(path);
        return gemini != null ? gemini : GeminiEmbeddings.of(path);
    }
}
