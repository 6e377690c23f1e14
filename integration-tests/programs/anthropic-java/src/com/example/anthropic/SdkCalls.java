// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.anthropic;

import com.anthropic.client.AnthropicClient;
import com.anthropic.client.okhttp.AnthropicOkHttpClient;
import com.anthropic.core.http.AsyncStreamResponse;
import com.anthropic.core.http.StreamResponse;
import com.anthropic.errors.AnthropicServiceException;
import com.anthropic.models.beta.messages.BetaMessage;
import com.anthropic.models.beta.messages.BetaRawMessageStreamEvent;
import com.anthropic.models.messages.Message;
import com.anthropic.models.messages.MessageCountTokensParams;
import com.anthropic.models.messages.MessageCreateParams;
import com.anthropic.models.messages.RawMessageStreamEvent;
import com.anthropic.models.messages.Tool;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;

/** Every way of calling a model through the SDK, in sequence; at the end a desk that answers by several calls. */
public final class SdkCalls {
    private final AnthropicClient client;

    private SdkCalls(AnthropicClient client) {
        this.client = client;
    }

    /** Runs the program. */
    public static void main(String[] args) throws Exception {
        AnthropicClient client = AnthropicOkHttpClient.builder()
                .baseUrl(System.getProperty("openai.baseUrl").replaceFirst("/v1/?$", ""))
                .apiKey("no-key")
                .maxRetries(2)
                .build();
        SdkCalls calls = new SdkCalls(client);
        calls.whole();
        calls.retried();
        calls.refused();
        calls.streamed();
        calls.calling();
        calls.closedUnread();
        calls.async();
        calls.asyncRefused();
        calls.asyncStreamed();
        calls.raw();
        calls.beta();
        calls.counted();
        System.out.println("desk: " + calls.answer("How is the weather?"));
        Line.runTools(client);
        client.close();
        // threads of the HTTP client would keep the JVM for another minute
        System.exit(0);
    }

    private static MessageCreateParams ask(String model, String question) {
        return asking(model, question).build();
    }

    private static MessageCreateParams.Builder asking(String model, String question) {
        return MessageCreateParams.builder()
                .model(model)
                .maxTokens(100)
                .system("You are brief.")
                .addUserMessage(question);
    }

    private static String text(Message answer) {
        return answer.content().stream()
                .flatMap(block -> block.text().stream())
                .map(block -> block.text())
                .collect(Collectors.joining());
    }

    private static String text(RawMessageStreamEvent event) {
        return event.contentBlockDelta()
                .flatMap(delta -> delta.delta().text())
                .map(delta -> delta.text())
                .orElse("");
    }

    private void whole() {
        System.out.println("whole: " + text(client.messages().create(ask("claude-whole", "How far is it?"))));
    }

    private void retried() {
        System.out.println("retried: " + text(client.messages().create(ask("claude-retried", "Busy?"))));
    }

    private void refused() {
        try {
            client.messages().create(ask("claude-refused", "May I?"));
        } catch (AnthropicServiceException e) {
            System.out.println("refused: " + e.statusCode());
        }
    }

    private void streamed() {
        System.out.println("streamed: " + streamed(ask("claude-streamed", "Tell me.")));
    }

    private String streamed(MessageCreateParams params) {
        try (StreamResponse<RawMessageStreamEvent> events = client.messages().createStreaming(params)) {
            return events.stream().map(SdkCalls::text).collect(Collectors.joining());
        }
    }

    private void calling() {
        try (StreamResponse<RawMessageStreamEvent> events =
                client.messages().createStreaming(ask("claude-calling", "The weather?"))) {
            System.out.println("calling: "
                    + events.stream()
                            .flatMap(event -> event.contentBlockDelta().stream())
                            .flatMap(delta -> delta.delta().inputJson().stream())
                            .map(delta -> delta.partialJson())
                            .collect(Collectors.joining()));
        }
    }

    private void closedUnread() {
        client.messages().createStreaming(ask("claude-unread", "Never mind.")).close();
    }

    private void async() {
        String text = client.async()
                .messages()
                .create(ask("claude-async", "Later?"))
                .thenApply(SdkCalls::text)
                .join();
        System.out.println("async: " + text);
    }

    private void asyncRefused() {
        AsyncStreamResponse<RawMessageStreamEvent> response =
                client.async().messages().createStreaming(ask("claude-async-refused", "May I later?"));
        response.subscribe(event -> System.out.println("never"));
        try {
            response.onCompleteFuture().join();
        } catch (CompletionException e) {
            System.out.println("async refused: " + ((AnthropicServiceException) e.getCause()).statusCode());
        }
    }

    /** Asks for a title from inside the handler: that call is no part of the stream. */
    private void asyncStreamed() {
        StringBuffer text = new StringBuffer();
        client.async()
                .messages()
                .createStreaming(ask("claude-async-streamed", "Tell me later."))
                .subscribe(event -> {
                    text.append(text(event));
                    if (text(event).contains("was")) {
                        text.append(" / ").append(text(client.messages().create(ask("claude-title", "A title?"))));
                    }
                })
                .onCompleteFuture()
                .join();
        System.out.println("async streamed: " + text);
    }

    private void raw() {
        System.out.println("raw: "
                + client.messages()
                        .withRawResponse()
                        .create(ask("claude-raw", "Raw?"))
                        .statusCode());
    }

    private void beta() {
        com.anthropic.models.beta.messages.MessageCreateParams params =
                com.anthropic.models.beta.messages.MessageCreateParams.builder()
                        .model("claude-beta")
                        .maxTokens(100)
                        .addUserMessage("What is new?")
                        .build();
        BetaMessage whole = client.beta().messages().create(params);
        System.out.println("beta: " + whole.content().size());
        try (StreamResponse<BetaRawMessageStreamEvent> events =
                client.beta().messages().createStreaming(params)) {
            System.out.println("beta streamed: " + events.stream().count());
        }
    }

    private void counted() {
        System.out.println("counted: "
                + client.messages()
                        .countTokens(MessageCountTokensParams.builder()
                                .model("claude-counted")
                                .addUserMessage("How long is this?")
                                .build())
                        .inputTokens());
    }

    /** Answers by a model call, the tool it asks for, three calls at once, and a stream. */
    String answer(String question) throws Exception {
        Tool tool = Tool.builder()
                .name("weather")
                .inputSchema(Tool.InputSchema.builder().build())
                .build();
        Message wanted = client.messages()
                .create(asking("claude-desk", question).addTool(tool).build());
        String weather = weather(wanted.content().get(0).toolUse().orElseThrow().name());
        String first = text(client.messages()
                .create(asking("claude-desk", question)
                        .addTool(tool)
                        .addMessage(wanted)
                        .addUserMessage(weather)
                        .build()));
        ExecutorService threads = Executors.newFixedThreadPool(2);
        Future<Message> second = threads.submit(() -> client.messages().create(ask("claude-second", "Second?")));
        Future<Message> third = threads.submit(() -> client.messages().create(ask("claude-third", "Third?")));
        CompletableFuture<Message> fourth = client.async().messages().create(ask("claude-fourth", "Fourth?"));
        List<String> more = List.of(text(second.get()), text(third.get()), text(fourth.get()));
        threads.shutdown();
        return first + more + streamed(ask("claude-last", "Last?"));
    }

    String weather(String tool) {
        return tool + ": sunny";
    }
}
