// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.genai;

import com.google.genai.Chat;
import com.google.genai.Client;
import com.google.genai.ResponseStream;
import com.google.genai.errors.ApiException;
import com.google.genai.types.Content;
import com.google.genai.types.EmbedContentConfig;
import com.google.genai.types.GenerateContentConfig;
import com.google.genai.types.GenerateContentResponse;
import com.google.genai.types.HttpOptions;
import com.google.genai.types.Part;
import com.google.genai.types.Tool;
import java.lang.reflect.Method;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Every way of calling a model through the SDK, in sequence; at the end a desk that answers by several calls. */
public final class SdkCalls {
    private static final GenerateContentConfig BRIEF = GenerateContentConfig.builder()
            .temperature(0.5f)
            .systemInstruction(Content.fromParts(Part.fromText("You are brief.")))
            .build();

    /** Says when it calls functions, with the time. */
    private static final Logger LOG = Logger.getLogger("com.google.genai");

    private final Client client;

    private SdkCalls(Client client) {
        this.client = client;
    }

    /** Runs the program. */
    public static void main(String[] args) throws Exception {
        LOG.setLevel(Level.OFF);
        Client client = Client.builder()
                .apiKey("no-key")
                .httpOptions(HttpOptions.builder()
                        .baseUrl(System.getProperty("openai.baseUrl").replaceFirst("/v1/?$", ""))
                        .build())
                .build();
        SdkCalls calls = new SdkCalls(client);
        System.out.println("whole: " + calls.ask("gemini-whole", "How far is it?"));
        calls.refused();
        System.out.println(
                "streamed: " + text(client.models.generateContentStream("gemini-streamed", "Tell me.", BRIEF)));
        client.models
                .generateContentStream("gemini-unread", "Never mind.", null)
                .close();
        System.out.println("async: " + later(client, "gemini-async").join().text());
        calls.asyncRefused();
        System.out.println("async streamed: "
                + client.async
                        .models
                        .generateContentStream("gemini-async-streamed", "Tell me later.", BRIEF)
                        .thenApply(SdkCalls::text)
                        .join());
        Chat chat = client.chats.create("gemini-chat");
        System.out.println("chat: " + chat.sendMessage("Hello").text());
        System.out.println("chat streamed: " + text(chat.sendMessageStream("And again")));
        System.out.println("careless: " + calls.ask("gemini-careless", "Try.", function("broken")));
        System.out.println("careful: "
                + client.async
                        .models
                        .generateContent("gemini-careful", "Try later.", function("weather"))
                        .join()
                        .text());
        System.out.println("embedded: "
                + client.models
                        .embedContent(
                                "gemini-embedding",
                                List.of("one", "two"),
                                EmbedContentConfig.builder().build())
                        .embeddings()
                        .orElseThrow()
                        .size());
        System.out.println("desk: " + calls.answer("How is the weather?"));
        System.exit(0);
    }

    private String ask(String model, String question) {
        return ask(model, question, BRIEF);
    }

    private String ask(String model, String question, GenerateContentConfig config) {
        return client.models.generateContent(model, question, config).text();
    }

    /** Returns a request with a function of this class, which the SDK calls. */
    private static GenerateContentConfig function(String name) throws NoSuchMethodException {
        Method function = SdkCalls.class.getMethod(name, String.class);
        return GenerateContentConfig.builder()
                .tools(List.of(Tool.builder().functions(List.of(function)).build()))
                .build();
    }

    private static CompletableFuture<GenerateContentResponse> later(Client client, String model) {
        return client.async.models.generateContent(model, "Later?", BRIEF);
    }

    private static String text(ResponseStream<GenerateContentResponse> stream) {
        StringBuilder text = new StringBuilder();
        for (GenerateContentResponse part : stream) {
            text.append(part.text());
        }
        stream.close();
        return text.toString();
    }

    private void refused() {
        try {
            ask("gemini-refused", "May I?");
        } catch (ApiException e) {
            System.out.println("refused: " + e.code());
        }
    }

    private void asyncRefused() {
        try {
            client.async
                    .models
                    .generateContentStream("gemini-async-refused", "May I?", BRIEF)
                    .join();
        } catch (CompletionException e) {
            System.out.println("async refused: " + ((ApiException) e.getCause()).code());
        }
    }

    /** Answers by two model calls around a function that the SDK calls, three calls at once, and a stream. */
    String answer(String question) throws Exception {
        String first = ask("gemini-desk", question, function("weather"));
        ExecutorService threads = Executors.newFixedThreadPool(2);
        Future<String> second = threads.submit(() -> ask("gemini-second", "Second?"));
        Future<String> third = threads.submit(() -> ask("gemini-third", "Third?"));
        CompletableFuture<GenerateContentResponse> fourth = later(client, "gemini-fourth");
        List<String> more = List.of(second.get(), third.get(), fourth.get().text());
        threads.shutdown();
        return first + more + text(client.models.generateContentStream("gemini-last", "Last?", BRIEF));
    }

    /** Tells the weather, for the model. */
    public static String weather(String city) {
        return "sunny in " + city;
    }

    /** Fails. */
    public static String broken(String city) {
        throw new IllegalStateException("no weather in " + city + " today");
    }
}
