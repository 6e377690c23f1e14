// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.springai;

import com.google.genai.Client;
import com.google.genai.types.HttpOptions;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.google.genai.GoogleGenAiChatModel;

/** One question that takes a tool, asked of a model of Google's, first in parts and then for the whole answer. */
public final class GeminiCases {
    private GeminiCases() {}

    /** Runs the program. */
    public static void main(String[] args) {
        String server = System.getProperty("openai.baseUrl").replace("/v1", "");
        ChatClient client = ChatClient.create(GoogleGenAiChatModel.builder()
                .genAiClient(Client.builder()
                        .apiKey("no-key")
                        .httpOptions(HttpOptions.builder().baseUrl(server).build())
                        .build())
                .build());
        System.out.println(String.join(
                "",
                client.prompt("Weather?").tools(new CityTools()).stream()
                        .content()
                        .collectList()
                        .block()));
        System.out.println(
                client.prompt("Weather?").tools(new CityTools()).call().content());
        System.exit(0);
    }
}
