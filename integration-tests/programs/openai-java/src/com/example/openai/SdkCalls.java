// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.openai;

import com.openai.client.OpenAIClient;
import com.openai.client.okhttp.OpenAIOkHttpClient;
import com.openai.core.http.AsyncStreamResponse;
import com.openai.core.http.StreamResponse;
import com.openai.errors.OpenAIServiceException;
import com.openai.models.chat.completions.ChatCompletion;
import com.openai.models.chat.completions.ChatCompletionChunk;
import com.openai.models.chat.completions.ChatCompletionCreateParams;
import com.openai.models.chat.completions.ChatCompletionStreamOptions;
import com.openai.models.embeddings.CreateEmbeddingResponse;
import com.openai.models.embeddings.EmbeddingCreateParams;
import com.openai.models.responses.Response;
import com.openai.models.responses.ResponseCreateParams;
import com.openai.models.responses.ResponseStreamEvent;
import java.util.List;
import java.util.concurrent.CompletionException;

/** Every way of calling a model through the SDK, in sequence. */
public final class SdkCalls {
    private final OpenAIClient client;

    private SdkCalls(OpenAIClient client) {
        this.client = client;
    }

    /** Runs the program. */
    public static void main(String[] args) {
        OpenAIClient client = OpenAIOkHttpClient.builder()
                .baseUrl(System.getProperty("openai.baseUrl"))
                .apiKey("no-key")
                .maxRetries(2)
                .build();
        SdkCalls calls = new SdkCalls(client);
        calls.whole();
        calls.retried();
        calls.refused();
        calls.streamed();
        calls.closedUnread();
        calls.async();
        calls.asyncRefused();
        calls.asyncStreamed();
        calls.raw();
        calls.responses();
        calls.embeddings();
        client.close();
        // threads of the client's 2.x would keep the JVM for another minute
        System.exit(0);
    }

    private static ChatCompletionCreateParams ask(String model, String question) {
        return ChatCompletionCreateParams.builder()
                .model(model)
                .temperature(0.5)
                .addSystemMessage("You are brief.")
                .addUserMessage(question)
                .build();
    }

    private static ChatCompletionCreateParams askForUsage(String model, String question) {
        return ask(model, question).toBuilder()
                .streamOptions(
                        ChatCompletionStreamOptions.builder().includeUsage(true).build())
                .build();
    }

    private static String text(ChatCompletion answer) {
        return answer.choices().get(0).message().content().orElse("");
    }

    private static String text(ChatCompletionChunk chunk) {
        return chunk.choices().isEmpty()
                ? ""
                : chunk.choices().get(0).delta().content().orElse("");
    }

    private void whole() {
        System.out.println("whole: " + text(client.chat().completions().create(ask("gpt-whole", "How far is it?"))));
    }

    private void retried() {
        System.out.println("retried: " + text(client.chat().completions().create(ask("gpt-retried", "Busy?"))));
    }

    private void refused() {
        try {
            client.chat().completions().create(ask("gpt-refused", "May I?"));
        } catch (OpenAIServiceException e) {
            System.out.println("refused: " + e.statusCode());
        }
    }

    private void streamed() {
        StringBuilder text = new StringBuilder();
        try (StreamResponse<ChatCompletionChunk> response =
                client.chat().completions().createStreaming(askForUsage("gpt-streamed", "Tell me."))) {
            response.stream().forEach(chunk -> text.append(text(chunk)));
        }
        System.out.println("streamed: " + text);
    }

    private void closedUnread() {
        try (StreamResponse<ChatCompletionChunk> response =
                client.chat().completions().createStreaming(ask("gpt-unread", "Never mind."))) {
            System.out.println("closed unread: " + (response != null));
        }
    }

    private void async() {
        String text = client.async()
                .chat()
                .completions()
                .create(ask("gpt-async", "Later?"))
                .thenApply(SdkCalls::text)
                .join();
        System.out.println("async: " + text);
    }

    private void asyncRefused() {
        AsyncStreamResponse<ChatCompletionChunk> response =
                client.async().chat().completions().createStreaming(ask("gpt-async-refused", "May I later?"));
        response.subscribe(chunk -> System.out.println("never"));
        try {
            response.onCompleteFuture().join();
        } catch (CompletionException e) {
            System.out.println("async refused: " + ((OpenAIServiceException) e.getCause()).statusCode());
        }
    }

    /** Asks for a title from inside the handler: that call is no part of the stream. */
    private void asyncStreamed() {
        StringBuffer text = new StringBuffer();
        client.async()
                .chat()
                .completions()
                .createStreaming(askForUsage("gpt-async-streamed", "Tell me later."))
                .subscribe(chunk -> {
                    text.append(text(chunk));
                    if (chunk.usage().isPresent()) {
                        text.append(" / ")
                                .append(text(client.chat().completions().create(ask("gpt-title", "A title?"))));
                    }
                })
                .onCompleteFuture()
                .join();
        System.out.println("async streamed: " + text);
    }

    private void raw() {
        int status = client.chat()
                .completions()
                .withRawResponse()
                .create(ask("gpt-raw", "Raw?"))
                .statusCode();
        System.out.println("raw: " + status);
    }

    private void responses() {
        ResponseCreateParams params = ResponseCreateParams.builder()
                .model("gpt-responses")
                .input("What now?")
                .build();
        Response whole = client.responses().create(params);
        System.out.println("response: " + whole.status().orElseThrow().asString());
        try (StreamResponse<ResponseStreamEvent> events = client.responses().createStreaming(params)) {
            System.out.println("response streamed: " + events.stream().count());
        }
    }

    private void embeddings() {
        CreateEmbeddingResponse answer = client.embeddings()
                .create(EmbeddingCreateParams.builder()
                        .model("text-embedding-3-small")
                        .inputOfArrayOfStrings(List.of("one", "two three"))
                        .build());
        System.out.println("embeddings: " + answer.data().size());
    }
}
