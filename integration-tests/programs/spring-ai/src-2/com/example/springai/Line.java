// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.springai;

import java.util.List;
import org.springframework.ai.anthropic.AnthropicChatModel;
import org.springframework.ai.anthropic.AnthropicChatOptions;
import org.springframework.ai.audio.transcription.AudioTranscriptionPrompt;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.image.ImageModel;
import org.springframework.ai.openai.OpenAiAudioTranscriptionModel;
import org.springframework.context.ApplicationContext;
import org.springframework.core.io.Resource;

/** What is written differently in the two lines of Spring AI: 2.x uses the clients of OpenAI and Anthropic. */
final class Line {
    /** The sorts of models that are configured. */
    static final List<String> SORTS = List.of("image", "audio.speech", "audio.transcription", "moderation");

    private Line() {}

    /** Returns the base URL of OpenAI's models other than chat and embeddings. */
    static String openAiUrl(String server) {
        return server + "/v1";
    }

    static ImageModel image(ApplicationContext context, String server) {
        return context.getBean(ImageModel.class);
    }

    /** Listens to a whole recording, then once more in parts. */
    static String transcribe(OpenAiAudioTranscriptionModel model, Resource recording) {
        AudioTranscriptionPrompt prompt = new AudioTranscriptionPrompt(recording);
        return model.call(prompt).getResult().getOutput()
                + model.stream(prompt).count().block();
    }

    static ChatModel anthropic(String server) {
        return AnthropicChatModel.builder()
                .options(AnthropicChatOptions.builder()
                        .baseUrl(server)
                        .apiKey("no-key")
                        .model("claude-lake")
                        .maxTokens(500)
                        .build())
                .build();
    }
}
