// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.azure;

import com.azure.ai.openai.OpenAIAsyncClient;
import com.azure.ai.openai.OpenAIClient;
import com.azure.ai.openai.OpenAIClientBuilder;
import com.azure.ai.openai.models.ChatChoice;
import com.azure.ai.openai.models.ChatCompletions;
import com.azure.ai.openai.models.ChatCompletionsFunctionToolDefinition;
import com.azure.ai.openai.models.ChatCompletionsOptions;
import com.azure.ai.openai.models.ChatCompletionsToolCall;
import com.azure.ai.openai.models.ChatRequestAssistantMessage;
import com.azure.ai.openai.models.ChatRequestMessage;
import com.azure.ai.openai.models.ChatRequestSystemMessage;
import com.azure.ai.openai.models.ChatRequestToolMessage;
import com.azure.ai.openai.models.ChatRequestUserMessage;
import com.azure.ai.openai.models.Choice;
import com.azure.ai.openai.models.Completions;
import com.azure.ai.openai.models.CompletionsOptions;
import com.azure.ai.openai.models.EmbeddingsOptions;
import com.azure.core.exception.HttpResponseException;
import com.azure.core.http.policy.FixedDelayOptions;
import com.azure.core.http.policy.RetryOptions;
import com.azure.core.http.rest.RequestOptions;
import com.azure.core.util.BinaryData;
import com.azure.core.util.IterableStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;

/** Every way of calling a model through the SDK, in sequence; at the end a desk that answers by several calls. */
public final class AzureCalls {
    private static final String WEATHER = "{\"type\":\"function\",\"function\":{\"name\":\"weather\","
            + "\"description\":\"Tells the weather\","
            + "\"parameters\":{\"type\":\"object\",\"properties\":{\"city\":{\"type\":\"string\"}}}}}";

    private final OpenAIClient client;
    private final OpenAIAsyncClient async;

    private AzureCalls(OpenAIClientBuilder builder) {
        this.client = builder.buildClient();
        this.async = builder.buildAsyncClient();
    }

    /** Runs the program. */
    public static void main(String[] args) throws Exception {
        AzureCalls calls = new AzureCalls(new OpenAIClientBuilder()
                .endpoint(System.getProperty("openai.baseUrl").replace("/v1", ""))
                .retryOptions(new RetryOptions(new FixedDelayOptions(1, Duration.ofMillis(1)))));
        calls.chats();
        calls.chatsInParts();
        calls.completions();
        calls.embeddings();
        System.out.println("desk: " + calls.answer());
    }

    private void chats() {
        System.out.println("whole: " + text(client.getChatCompletions("azure-whole", question("How far is it?"))));
        System.out.println("with response: "
                + text(client.getChatCompletionsWithResponse(
                                "azure-response", question("And back?"), new RequestOptions())
                        .getValue()));
        System.out.println("retried: " + text(client.getChatCompletions("azure-retried", question("And now?"))));
        try {
            client.getChatCompletions("azure-refused", question("May I?"));
        } catch (HttpResponseException e) {
            System.out.println("refused: " + e.getResponse().getStatusCode());
        }
        System.out.println("async: "
                + text(async.getChatCompletions("azure-async", question("Later?"))
                        .block()));
    }

    private void chatsInParts() {
        System.out.println("in parts: " + read(client.getChatCompletionsStream("azure-parts", question("Tell me."))));
        System.out.println("in parts, as a stream: "
                + client.getChatCompletionsStream("azure-stream", question("Tell me more.")).stream()
                        .map(AzureCalls::part)
                        .collect(Collectors.joining("|")));
        System.out.println("in parts, with response: "
                + read(client.getChatCompletionsStreamWithResponse(
                                "azure-parts-response", question("Go on."), new RequestOptions())
                        .getValue()));
        System.out.println("tool in parts: "
                + called(client.getChatCompletionsStream("azure-parts-tool", withTool(question("How is Oslo?")))));
        System.out.println("async in parts: "
                + async.getChatCompletionsStream("azure-async-parts", question("Tell me later."))
                        .map(AzureCalls::part)
                        .collect(Collectors.joining("|"))
                        .block());
    }

    private void completions() {
        System.out.println("completed: " + text(client.getCompletions("azure-completed", "Once")));
        System.out.println("completed with options: "
                + text(client.getCompletions(
                        "azure-options", new CompletionsOptions(List.of("Once")).setMaxTokens(9))));
        System.out.println("completed in parts: "
                + client.getCompletionsStream("azure-completed-parts", new CompletionsOptions(List.of("Once"))).stream()
                        .map(AzureCalls::text)
                        .collect(Collectors.joining("|")));
        System.out.println("completed async: "
                + text(async.getCompletions("azure-completed-async", new CompletionsOptions(List.of("Once")))
                        .block()));
        System.out.println("completed async in parts: "
                + async.getCompletionsStream("azure-completed-async-parts", new CompletionsOptions(List.of("Once")))
                        .map(AzureCalls::text)
                        .collect(Collectors.joining("|"))
                        .block());
    }

    private void embeddings() {
        EmbeddingsOptions texts = new EmbeddingsOptions(List.of("one", "two"));
        System.out.println("embedded: "
                + client.getEmbeddings("azure-embedding", texts).getData().size());
        System.out.println("embedded with response: "
                + client.getEmbeddingsWithResponse("azure-embedding-response", texts, new RequestOptions())
                        .getValue()
                        .getData()
                        .size());
        System.out.println("embedded async: "
                + async.getEmbeddings("azure-embedding-async", texts)
                        .block()
                        .getData()
                        .size());
    }

    private static ChatCompletionsOptions question(String text) {
        List<ChatRequestMessage> messages = new ArrayList<>(
                List.of(new ChatRequestSystemMessage("You are brief."), new ChatRequestUserMessage(text)));
        return new ChatCompletionsOptions(messages).setTemperature(0.5).setMaxTokens(100);
    }

    private static ChatCompletionsOptions withTool(ChatCompletionsOptions question) {
        // releases differ in how a tool is defined in code, but not in JSON
        return question.setTools(
                List.of(BinaryData.fromString(WEATHER).toObject(ChatCompletionsFunctionToolDefinition.class)));
    }

    private static String text(ChatCompletions answer) {
        return answer.getChoices().get(0).getMessage().getContent();
    }

    private static String text(Completions answer) {
        return answer.getChoices().stream().map(Choice::getText).collect(Collectors.joining());
    }

    private static String read(IterableStream<ChatCompletions> parts) {
        StringBuilder text = new StringBuilder();
        for (ChatCompletions part : parts) {
            text.append(part(part));
        }
        return text.toString();
    }

    private static String part(ChatCompletions part) {
        return part.getChoices().stream()
                .map(choice -> choice.getDelta().getContent())
                .filter(text -> text != null)
                .collect(Collectors.joining());
    }

    private static int called(IterableStream<ChatCompletions> parts) {
        return (int) parts.stream()
                .flatMap(part -> part.getChoices().stream())
                .map(ChatChoice::getDelta)
                .filter(delta -> delta.getToolCalls() != null)
                .count();
    }

    /** Answers by two model calls around a tool, two calls at once, and a stream. */
    String answer() throws Exception {
        ChatCompletionsOptions question = withTool(question("How is the weather?"));
        List<ChatCompletionsToolCall> asked = client.getChatCompletions("azure-desk", question)
                .getChoices()
                .get(0)
                .getMessage()
                .getToolCalls();
        question.getMessages().add(new ChatRequestAssistantMessage("").setToolCalls(asked));
        question.getMessages()
                .add(new ChatRequestToolMessage("sunny", asked.get(0).getId()));
        String first = text(client.getChatCompletions("azure-desk", question));
        ExecutorService threads = Executors.newFixedThreadPool(2);
        Future<String> second = threads.submit(() -> text(client.getChatCompletions("azure-second", question("2?"))));
        Future<String> third = threads.submit(() -> text(client.getChatCompletions("azure-third", question("3?"))));
        String more = second.get() + third.get();
        threads.shutdown();
        return first + more + read(client.getChatCompletionsStream("azure-last", question("And?")));
    }
}
