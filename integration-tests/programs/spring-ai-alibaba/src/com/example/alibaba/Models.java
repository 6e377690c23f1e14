// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.alibaba;

import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.openai.OpenAiChatModel;
import org.springframework.ai.openai.OpenAiChatOptions;
import org.springframework.ai.openai.api.OpenAiApi;

final class Models {
    private Models() {}

    static ChatModel openAi() {
        return OpenAiChatModel.builder()
                .openAiApi(OpenAiApi.builder()
                        .apiKey("no-key")
                        .baseUrl(System.getProperty("openai.baseUrl").replaceFirst("/v1$", ""))
                        .build())
                .defaultOptions(OpenAiChatOptions.builder()
                        .model("gpt-4o-mini")
                        .streamUsage(true)
                        .build())
                .build();
    }
}
