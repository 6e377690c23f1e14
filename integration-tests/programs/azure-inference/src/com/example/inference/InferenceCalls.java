// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.inference;

import com.azure.ai.inference.ChatCompletionsAsyncClient;
import com.azure.ai.inference.ChatCompletionsClient;
import com.azure.ai.inference.ChatCompletionsClientBuilder;
import com.azure.ai.inference.EmbeddingsClient;
import com.azure.ai.inference.EmbeddingsClientBuilder;
import com.azure.ai.inference.models.ChatCompletions;
import com.azure.ai.inference.models.ChatCompletionsOptions;
import com.azure.ai.inference.models.ChatCompletionsToolCall;
import com.azure.ai.inference.models.ChatCompletionsToolDefinition;
import com.azure.ai.inference.models.ChatRequestAssistantMessage;
import com.azure.ai.inference.models.ChatRequestMessage;
import com.azure.ai.inference.models.ChatRequestSystemMessage;
import com.azure.ai.inference.models.ChatRequestToolMessage;
import com.azure.ai.inference.models.ChatRequestUserMessage;
import com.azure.ai.inference.models.FunctionDefinition;
import com.azure.ai.inference.models.StreamingChatCompletionsUpdate;
import com.azure.core.exception.HttpResponseException;
import com.azure.core.http.policy.FixedDelayOptions;
import com.azure.core.http.policy.RetryOptions;
import com.azure.core.util.BinaryData;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** Every way of calling a model through the SDK, in sequence; at the end a desk that answers by several calls. */
public final class InferenceCalls {
    private final ChatCompletionsClient client;
    private final ChatCompletionsAsyncClient async;

    private InferenceCalls(ChatCompletionsClientBuilder builder) {
        this.client = builder.buildClient();
        this.async = builder.buildAsyncClient();
    }

    /** Runs the program. */
    public static void main(String[] args) throws Exception {
        String endpoint = System.getProperty("openai.baseUrl");
        InferenceCalls calls = new InferenceCalls(new ChatCompletionsClientBuilder()
                .endpoint(endpoint)
                .retryOptions(new RetryOptions(new FixedDelayOptions(1, Duration.ofMillis(1)))));
        System.out.println("whole: " + text(calls.client.complete(question("azure-whole", "How far is it?"))));
        System.out.println("retried: " + text(calls.client.complete(question("azure-retried", "And now?"))));
        calls.refused();
        System.out.println("streamed: " + calls.streamed("azure-streamed"));
        System.out.println("async: "
                + text(calls.async.complete(question("azure-async", "Later?")).block()));
        System.out.println("async streamed: "
                + calls.async
                        .completeStream(question("azure-async-streamed", "Tell me later."))
                        .map(InferenceCalls::part)
                        .collect(Collectors.joining())
                        .block());
        EmbeddingsClient embeddings =
                new EmbeddingsClientBuilder().endpoint(endpoint).buildClient();
        System.out.println("embedded: "
                + embeddings
                        .embed(List.of("one", "two"), null, null, null, "azure-embedding", null)
                        .getData()
                        .size());
        System.out.println("desk: " + calls.answer());
    }

    private static ChatCompletionsOptions question(String model, String text) {
        List<ChatRequestMessage> messages = new ArrayList<>(
                List.of(new ChatRequestSystemMessage("You are brief."), new ChatRequestUserMessage(text)));
        return new ChatCompletionsOptions(messages)
                .setModel(model)
                .setTemperature(0.5)
                .setMaxTokens(100);
    }

    private static String text(ChatCompletions answer) {
        return answer.getChoices().get(0).getMessage().getContent();
    }

    private static String part(StreamingChatCompletionsUpdate update) {
        if (update.getChoices().isEmpty()) {
            return "";
        }
        String text = update.getChoices().get(0).getDelta().getContent();
        return text == null ? "" : text;
    }

    private String streamed(String model) {
        return StreamSupport.stream(
                        client.completeStream(question(model, "Tell me.")).spliterator(), false)
                .map(InferenceCalls::part)
                .collect(Collectors.joining("|"));
    }

    private void refused() {
        try {
            client.complete(question("azure-refused", "May I?"));
        } catch (HttpResponseException e) {
            System.out.println("refused: " + e.getResponse().getStatusCode());
        }
    }

    /** Answers by two model calls around a tool, two calls at once, and a stream. */
    String answer() throws Exception {
        ChatCompletionsOptions question = question("azure-desk", "How is the weather?");
        question.setTools(List.of(new ChatCompletionsToolDefinition(new FunctionDefinition("weather")
                .setDescription("Tells the weather")
                .setParameters(BinaryData.fromString(
                        "{\"type\":\"object\",\"properties\":{\"city\":{\"type\":\"string\"}}}")))));
        List<ChatCompletionsToolCall> asked =
                client.complete(question).getChoices().get(0).getMessage().getToolCalls();
        question.getMessages().add(new ChatRequestAssistantMessage("").setToolCalls(asked));
        question.getMessages()
                .add(BinaryData.fromString("{\"role\":\"tool\",\"content\":\"sunny\",\"tool_call_id\":\""
                                + asked.get(0).getId() + "\"}")
                        .toObject(ChatRequestToolMessage.class));
        String first = text(client.complete(question));
        ExecutorService threads = Executors.newFixedThreadPool(2);
        Future<String> second = threads.submit(() -> text(client.complete(question("azure-second", "Second?"))));
        Future<String> third = threads.submit(() -> text(client.complete(question("azure-third", "Third?"))));
        String more = second.get() + third.get();
        threads.shutdown();
        return first + more + streamed("azure-last");
    }
}
