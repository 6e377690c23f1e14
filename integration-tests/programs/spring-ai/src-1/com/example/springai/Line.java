// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.springai;

import java.util.List;
import org.springframework.ai.anthropic.AnthropicChatModel;
import org.springframework.ai.anthropic.AnthropicChatOptions;
import org.springframework.ai.anthropic.api.AnthropicApi;
import org.springframework.ai.audio.transcription.AudioTranscriptionPrompt;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.image.ImageModel;
import org.springframework.ai.openai.OpenAiAudioTranscriptionModel;
import org.springframework.ai.openai.OpenAiImageModel;
import org.springframework.ai.openai.api.OpenAiImageApi;
import org.springframework.context.ApplicationContext;
import org.springframework.core.io.Resource;

/** What is written differently in the two lines of Spring AI: 1.x has clients of its own for OpenAI and Anthropic. */
final class Line {
    /** The sorts of models that are configured. */
    static final List<String> SORTS = List.of("audio.speech", "audio.transcription", "moderation");

    private Line() {}

    /** Returns the base URL of OpenAI's models other than chat and embeddings, whose paths cannot be set. */
    static String openAiUrl(String server) {
        return server;
    }

    /** Made by hand: the newest auto-configuration of 1.1 there is does not fit the newest client there is. */
    static ImageModel image(ApplicationContext context, String server) {
        return new OpenAiImageModel(
                OpenAiImageApi.builder().baseUrl(server).apiKey("no-key").build());
    }

    /** Listens to a whole recording: this line knows no other way. */
    static String transcribe(OpenAiAudioTranscriptionModel model, Resource recording) {
        return model.call(new AudioTranscriptionPrompt(recording)).getResult().getOutput();
    }

    static ChatModel anthropic(String server) {
        return AnthropicChatModel.builder()
                .anthropicApi(
                        AnthropicApi.builder().baseUrl(server).apiKey("no-key").build())
                .defaultOptions(AnthropicChatOptions.builder()
                        .model("claude-lake")
                        .maxTokens(500)
                        .build())
                .build();
    }
}
