// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.trip;

import com.azure.ai.openai.OpenAIAsyncClient;
import com.azure.ai.openai.OpenAIClientBuilder;
import com.azure.core.http.policy.FixedDelayOptions;
import com.azure.core.http.policy.RetryOptions;
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
import com.microsoft.semantickernel.services.chatcompletion.ChatMessageContent;
import com.microsoft.semantickernel.services.textembedding.Embedding;
import java.time.Duration;
import java.util.List;

/** The agent on Semantic Kernel 1.2: it has tools, but neither streams, nor a vector store to search or remember in. */
public class KernelTrip {
    /** The tools, with the framework's annotations. */
    public static final class Tools {
        private final Trip trip = new Trip();

        /** Returns flights. */
        @DefineKernelFunction(name = "flights", description = "flights to a city")
        public String flights(@KernelFunctionParameter(name = "city", description = "the city") String city) {
            return trip.flights(city);
        }

        /** Returns hotels. */
        @DefineKernelFunction(name = "hotels", description = "hotels in a city")
        public String hotels(@KernelFunctionParameter(name = "city", description = "the city") String city) {
            return trip.hotels(city);
        }

        /** Fails. */
        @DefineKernelFunction(name = "weather", description = "the weather in a city")
        public String weather(@KernelFunctionParameter(name = "city", description = "the city") String city) {
            return trip.weather(city);
        }
    }

    private final OpenAIAsyncClient client = new OpenAIClientBuilder()
            .endpoint(Trip.BASE_URL.replace("/v1", ""))
            .retryOptions(new RetryOptions(new FixedDelayOptions(1, Duration.ofMillis(20))))
            .buildAsyncClient();
    final ChatCompletionService chat = OpenAIChatCompletion.builder()
            .withModelId(Trip.MODEL)
            .withOpenAIAsyncClient(client)
            .build();
    final OpenAITextEmbeddingGenerationService embeddings = OpenAITextEmbeddingGenerationService.builder()
            .withModelId(Trip.EMBEDDING_MODEL)
            .withOpenAIAsyncClient(client)
            .build();
    private final Kernel kernel = Kernel.builder()
            .withAIService(ChatCompletionService.class, chat)
            .withPlugin(KernelPluginFactory.createFromObject(new Tools(), "trip"))
            .build();
    private final InvocationContext autoTools = InvocationContext.builder()
            .withToolCallBehavior(ToolCallBehavior.allowAllKernelFunctions(true))
            .build();
    List<Embedding> documents;

    /** Runs the program. */
    public static void main(String[] args) {
        KernelTrip trip = new KernelTrip();
        trip.prepare();
        System.out.println(trip.ask());
    }

    void prepare() {
        documents = embeddings.generateEmbeddingsAsync(Trip.DOCUMENTS).block();
    }

    String ask() {
        ChatHistory history = question(Trip.FIRST_CONVERSATION);
        List<ChatMessageContent<?>> messages =
                chat.getChatMessageContentsAsync(history, kernel, autoTools).block();
        String answer = messages.get(messages.size() - 1).getContent();
        remember(Trip.FIRST_CONVERSATION, answer);
        return answer;
    }

    /** Returns a conversation that continues with the question and the documents found for it. */
    ChatHistory question(String conversation) {
        ChatHistory history = new ChatHistory(Trip.SYSTEM);
        String before = recall(conversation);
        if (before != null) {
            history.addAssistantMessage(before);
        }
        history.addUserMessage(Trip.QUESTION + "\n\n" + find(Trip.QUESTION));
        return history;
    }

    /** Returns what was said before, or {@code null}. */
    String recall(String conversation) {
        return null;
    }

    void remember(String conversation, String answer) {}

    /** Returns the document next to the question. */
    String find(String question) {
        List<Float> asked = embeddings
                .generateEmbeddingsAsync(List.of(question))
                .block()
                .get(0)
                .getVector();
        return product(asked, documents.get(0)) >= product(asked, documents.get(1))
                ? Trip.DOCUMENTS.get(0)
                : Trip.DOCUMENTS.get(1);
    }

    private static double product(List<Float> asked, Embedding document) {
        double product = 0;
        for (int i = 0; i < asked.size(); i++) {
            product += asked.get(i) * document.getVector().get(i);
        }
        return product;
    }
}
