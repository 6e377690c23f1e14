// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.providers;

import com.azure.ai.openai.OpenAIClientBuilder;
import dev.langchain4j.model.anthropic.AnthropicChatModel;
import dev.langchain4j.model.anthropic.AnthropicStreamingChatModel;
import dev.langchain4j.model.azure.AzureOpenAiChatModel;
import dev.langchain4j.model.azure.AzureOpenAiStreamingChatModel;
import dev.langchain4j.model.bedrock.BedrockChatModel;
import dev.langchain4j.model.bedrock.BedrockStreamingChatModel;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.googleai.GoogleAiGeminiChatModel;
import dev.langchain4j.model.googleai.GoogleAiGeminiStreamingChatModel;
import dev.langchain4j.model.ollama.OllamaChatModel;
import dev.langchain4j.model.ollama.OllamaStreamingChatModel;
import dev.langchain4j.service.AiServices;
import java.net.URI;
import java.util.concurrent.CompletableFuture;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.Protocol;
import software.amazon.awssdk.http.nio.netty.NettyNioAsyncHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.bedrockruntime.BedrockRuntimeAsyncClient;
import software.amazon.awssdk.services.bedrockruntime.BedrockRuntimeClient;

/** One question that takes a tool, asked of a model of each provider, first in parts and then for the whole answer. */
public final class ProviderModels {
    private static final String SERVER = System.getProperty("openai.baseUrl").replace("/v1", "");
    private static final StaticCredentialsProvider NOBODY =
            StaticCredentialsProvider.create(AwsBasicCredentials.create("no-key", "no-secret"));

    private ProviderModels() {}

    /** Runs the program; each argument is a provider. */
    public static void main(String[] args) {
        for (String provider : args) {
            System.out.println(provider + " in parts: " + inParts(streamingModel(provider)));
            System.out.println(provider + ": " + whole(model(provider)));
        }
        // the clients' threads would keep the program alive
        System.exit(0);
    }

    private static ChatModel model(String provider) {
        return switch (provider) {
            case "anthropic" ->
                AnthropicChatModel.builder()
                        .baseUrl(SERVER + "/v1")
                        .apiKey("no-key")
                        .modelName("claude-lake")
                        .build();
            case "azure" ->
                AzureOpenAiChatModel.builder()
                        // the model's own client sends its key by HTTPS only
                        .openAIClient(new OpenAIClientBuilder().endpoint(SERVER).buildClient())
                        .deploymentName("azure-lake")
                        .build();
            case "gemini" ->
                GoogleAiGeminiChatModel.builder()
                        .baseUrl(SERVER + "/v1beta")
                        .apiKey("no-key")
                        .modelName("gemini-lake")
                        .build();
            case "ollama" ->
                OllamaChatModel.builder()
                        .baseUrl(SERVER)
                        .modelName("llama-lake")
                        .build();
            case "bedrock" ->
                BedrockChatModel.builder()
                        .client(BedrockRuntimeClient.builder()
                                .endpointOverride(URI.create(SERVER))
                                .region(Region.EU_NORTH_1)
                                .credentialsProvider(NOBODY)
                                .build())
                        .modelId("nova-lake")
                        .build();
            default -> throw new IllegalArgumentException(provider);
        };
    }

    private static StreamingChatModel streamingModel(String provider) {
        return switch (provider) {
            case "anthropic" ->
                AnthropicStreamingChatModel.builder()
                        .baseUrl(SERVER + "/v1")
                        .apiKey("no-key")
                        .modelName("claude-lake")
                        .build();
            case "azure" ->
                AzureOpenAiStreamingChatModel.builder()
                        .openAIAsyncClient(
                                new OpenAIClientBuilder().endpoint(SERVER).buildAsyncClient())
                        .deploymentName("azure-lake")
                        .build();
            case "gemini" ->
                GoogleAiGeminiStreamingChatModel.builder()
                        .baseUrl(SERVER + "/v1beta")
                        .apiKey("no-key")
                        .modelName("gemini-lake")
                        .build();
            case "ollama" ->
                OllamaStreamingChatModel.builder()
                        .baseUrl(SERVER)
                        .modelName("llama-lake")
                        .build();
            case "bedrock" ->
                BedrockStreamingChatModel.builder()
                        .client(BedrockRuntimeAsyncClient.builder()
                                .httpClientBuilder(
                                        NettyNioAsyncHttpClient.builder().protocol(Protocol.HTTP1_1))
                                .endpointOverride(URI.create(SERVER))
                                .region(Region.EU_NORTH_1)
                                .credentialsProvider(NOBODY)
                                .build())
                        .modelId("nova-lake")
                        .build();
            default -> throw new IllegalArgumentException(provider);
        };
    }

    private static String whole(ChatModel model) {
        return AiServices.builder(Guide.class)
                .chatModel(model)
                .tools(new LakeTools())
                .build()
                .ask("How deep is Inari?");
    }

    private static String inParts(StreamingChatModel model) {
        CompletableFuture<String> text = new CompletableFuture<>();
        AiServices.builder(Guide.class)
                .streamingChatModel(model)
                .tools(new LakeTools())
                .build()
                .tell("How deep is Inari?")
                .onPartialResponse(part -> {})
                .onCompleteResponse(
                        response -> text.complete(response.aiMessage().text()))
                .onError(text::completeExceptionally)
                .start();
        return text.join();
    }
}
