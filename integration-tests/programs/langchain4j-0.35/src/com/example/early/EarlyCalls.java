// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.early;

import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.StreamingResponseHandler;
import dev.langchain4j.model.chat.ChatLanguageModel;
import dev.langchain4j.model.image.ImageModel;
import dev.langchain4j.model.openai.OpenAiImageModel;
import dev.langchain4j.model.openai.OpenAiLanguageModel;
import dev.langchain4j.model.openai.OpenAiModerationModel;
import dev.langchain4j.model.openai.OpenAiStreamingLanguageModel;
import dev.langchain4j.model.output.Response;
import dev.langchain4j.model.scoring.ScoringModel;
import dev.langchain4j.store.embedding.inmemory.InMemoryEmbeddingStore;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** Every way of calling a model or a store by itself, in sequence. */
public final class EarlyCalls {
    private static final ToolSpecification WEATHER = ToolSpecification.builder()
            .name("weather")
            .description("the weather")
            .build();

    private EarlyCalls() {}

    /** Adds up how many words documents have. */
    static final class WordCount implements ScoringModel {
        @Override
        public Response<List<Double>> scoreAll(List<TextSegment> segments, String query) {
            return Response.from(segments.stream()
                    .map(segment -> (double) segment.text().split(" ").length)
                    .toList());
        }
    }

    /** Prints parts and the end. */
    static final class Printed<T> implements StreamingResponseHandler<T> {
        private final CompletableFuture<String> end = new CompletableFuture<>();
        private final StringBuilder parts = new StringBuilder();

        @Override
        public void onNext(String token) {
            parts.append('[').append(token).append(']');
        }

        @Override
        public void onComplete(Response<T> response) {
            end.complete(parts + " " + response.finishReason());
        }

        @Override
        public void onError(Throwable error) {
            end.complete(parts + " failed: " + error.getClass().getSimpleName());
        }

        static <T> void print(String what, Consumer<StreamingResponseHandler<T>> call) {
            Printed<T> printed = new Printed<>();
            call.accept(printed);
            System.out.println(what + ": " + printed.end.join());
        }
    }

    /** Runs the program. */
    public static void main(String[] args) {
        blocking();
        streamed();
        textModels();
        others();
        stores();
    }

    private static void blocking() {
        ChatLanguageModel whole = EarlyModels.chat("early-whole");
        List<ChatMessage> conversation =
                new ArrayList<>(List.of(SystemMessage.from("Be brief."), user("How far is it?")));
        AiMessage answer = whole.generate(conversation).content();
        conversation.add(answer);
        System.out.println("whole: " + answer.text() + " " + conversation.size());
        System.out.println("text: " + whole.generate("And back?"));
        System.out.println("tools: "
                + EarlyModels.chat("early-tools")
                        .generate(List.of(user("Is it cold?")), List.of(WEATHER, WEATHER))
                        .content()
                        .toolExecutionRequests());
        System.out.println("forced: "
                + EarlyModels.chat("early-forced")
                        .generate(List.of(user("Is it warm?")), WEATHER)
                        .content()
                        .toolExecutionRequests());
        System.out.println(
                "retried: " + EarlyModels.builder("early-retried").build().generate("Now?"));
        try {
            System.out.println(EarlyModels.chat("early-refused").generate("May I?"));
        } catch (RuntimeException e) {
            System.out.println("refused: " + e.getClass().getSimpleName());
        }
    }

    private static void streamed() {
        Printed.<AiMessage>print(
                "streamed", handler -> EarlyModels.streaming("early-streamed").generate("Tell me.", handler));
        Printed.<AiMessage>print(
                "streamed tools",
                handler -> EarlyModels.streaming("early-streamed-tools")
                        .generate(List.of(user("Is it wet?")), List.of(WEATHER), handler));
        Printed.<AiMessage>print(
                "streamed forced",
                handler -> EarlyModels.streaming("early-streamed-forced")
                        .generate(List.of(user("Is it dry?")), WEATHER, handler));
        Printed.<AiMessage>print(
                "streamed refused",
                handler -> EarlyModels.streaming("early-streamed-refused").generate("May I?", handler));
    }

    private static void textModels() {
        System.out.println("completed: "
                + OpenAiLanguageModel.builder()
                        .baseUrl(EarlyModels.url())
                        .apiKey("no-key")
                        .modelName("early-text")
                        .build()
                        .generate("Once")
                        .content());
        Printed.<String>print(
                "completed in parts",
                handler -> OpenAiStreamingLanguageModel.builder()
                        .baseUrl(EarlyModels.url())
                        .apiKey("no-key")
                        .modelName("early-text-streamed")
                        .build()
                        .generate("Twice", handler));
    }

    private static void others() {
        System.out.println("moderated: "
                + OpenAiModerationModel.builder()
                        .baseUrl(EarlyModels.url())
                        .apiKey("no-key")
                        .modelName("early-moderation")
                        .build()
                        .moderate(user("Hello."))
                        .content()
                        .flagged());
        ImageModel images = OpenAiImageModel.builder()
                .baseUrl(EarlyModels.url())
                .apiKey("no-key")
                .modelName("early-image")
                .build();
        System.out.println("painted: " + (images.generate("a boat").content() != null));
        System.out.println(
                "scored: " + new WordCount().score("two words", "which?").content());
    }

    private static void stores() {
        InMemoryEmbeddingStore<TextSegment> store = new InMemoryEmbeddingStore<>();
        List<TextSegment> segments =
                List.of(TextSegment.from("Boats leave at noon."), TextSegment.from("Trains at one."));
        List<Embedding> embeddings = EarlyModels.embeddings().embedAll(segments).content();
        store.addAll(embeddings, segments);
        Embedding question =
                EarlyModels.embeddings().embed("When do boats leave?").content();
        System.out.println("found: " + store.findRelevant(question, 1).size());
    }

    private static UserMessage user(String text) {
        return UserMessage.from(text);
    }
}
