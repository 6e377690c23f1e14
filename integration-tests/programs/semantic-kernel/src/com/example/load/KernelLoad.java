// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.load;

import com.azure.ai.openai.OpenAIAsyncClient;
import com.azure.ai.openai.OpenAIClientBuilder;
import com.example.trip.Trip;
import com.microsoft.semantickernel.Kernel;
import com.microsoft.semantickernel.aiservices.openai.chatcompletion.OpenAIChatCompletion;
import com.microsoft.semantickernel.aiservices.openai.textembedding.OpenAITextEmbeddingGenerationService;
import com.microsoft.semantickernel.orchestration.InvocationContext;
import com.microsoft.semantickernel.orchestration.ToolCallBehavior;
import com.microsoft.semantickernel.plugin.KernelPluginFactory;
import com.microsoft.semantickernel.semanticfunctions.annotations.DefineKernelFunction;
import com.microsoft.semantickernel.semanticfunctions.annotations.KernelFunctionParameter;
import com.microsoft.semantickernel.services.chatcompletion.ChatCompletionService;
import com.microsoft.semantickernel.services.chatcompletion.ChatHistory;
import java.util.List;

/** The agent on Semantic Kernel, which brings no retrieval and no memory: a question is embedded, and that is all. */
public final class KernelLoad {
    private KernelLoad() {}

    /** The tools. */
    public static final class Tools {
        /** Returns flights. */
        @DefineKernelFunction(name = "flights", description = "flights to a city")
        public String flights(@KernelFunctionParameter(name = "city", description = "the city") String city) {
            return "3 flights to " + city;
        }

        /** Returns hotels. */
        @DefineKernelFunction(name = "hotels", description = "hotels in a city")
        public String hotels(@KernelFunctionParameter(name = "city", description = "the city") String city) {
            return "3 hotels in " + city;
        }
    }

    /** Runs the load. */
    public static void main(String[] args) throws InterruptedException {
        OpenAIAsyncClient client = new OpenAIClientBuilder()
                .endpoint(Trip.BASE_URL.replace("/v1", ""))
                .buildAsyncClient();
        ChatCompletionService chat = OpenAIChatCompletion.builder()
                .withModelId(Trip.MODEL)
                .withOpenAIAsyncClient(client)
                .build();
        OpenAITextEmbeddingGenerationService embeddings = OpenAITextEmbeddingGenerationService.builder()
                .withModelId(Trip.EMBEDDING_MODEL)
                .withOpenAIAsyncClient(client)
                .build();
        Kernel kernel = Kernel.builder()
                .withAIService(ChatCompletionService.class, chat)
                .withPlugin(KernelPluginFactory.createFromObject(new Tools(), "trip"))
                .build();
        InvocationContext autoTools = InvocationContext.builder()
                .withToolCallBehavior(ToolCallBehavior.allowAllKernelFunctions(true))
                .build();
        Load.run(number -> {
            String question = Trip.QUESTION + " I am traveller " + number + ".";
            embeddings.generateEmbeddingsAsync(List.of(question)).block();
            ChatHistory history = new ChatHistory(Trip.SYSTEM);
            history.addUserMessage(question + "\n\n" + Trip.DOCUMENTS.get(0));
            chat.getChatMessageContentsAsync(history, kernel, autoTools).block();
        });
        System.exit(0);
    }
}
