// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.bedrock;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.bedrockruntime.BedrockRuntimeAsyncClient;
import software.amazon.awssdk.services.bedrockruntime.BedrockRuntimeClient;
import software.amazon.awssdk.services.bedrockruntime.model.BedrockRuntimeException;
import software.amazon.awssdk.services.bedrockruntime.model.InvokeModelRequest;
import software.amazon.awssdk.services.bedrockruntime.model.InvokeModelResponse;
import software.amazon.awssdk.services.bedrockruntime.model.InvokeModelWithResponseStreamRequest;
import software.amazon.awssdk.services.bedrockruntime.model.InvokeModelWithResponseStreamResponseHandler;

/** Every way of calling a model by the body that its maker defined. */
public final class InvokeCalls {
    private static final String BODY = "{\"anthropic_version\":\"bedrock-2023-05-31\",\"max_tokens\":100,"
            + "\"messages\":[{\"role\":\"user\",\"content\":\"How far is it?\"}]}";

    private final BedrockRuntimeClient client = Clients.blocking();
    private final BedrockRuntimeAsyncClient async = Clients.async();

    private InvokeCalls() {}

    /** Runs the program. */
    public static void main(String[] args) {
        InvokeCalls calls = new InvokeCalls();
        calls.makers();
        calls.embedding();
        calls.retried();
        calls.refused();
        calls.async();
        calls.asyncRetried();
        calls.asyncRefused();
        calls.parallel();
        calls.streamed();
        calls.streamedAtOnce();
        calls.streamRefused();
        calls.client.close();
        calls.async.close();
    }

    private static InvokeModelRequest ask(String model) {
        return InvokeModelRequest.builder()
                .modelId(model)
                .body(SdkBytes.fromUtf8String(BODY))
                .build();
    }

    private static String lengthOf(InvokeModelResponse response) {
        return response.body().asUtf8String().isEmpty() ? "nothing" : "an answer";
    }

    private void makers() {
        for (String model : List.of(
                "anthropic.claude-5",
                "amazon.nova-2",
                "amazon.titan-text",
                "meta.llama-5",
                "mistral.large",
                "cohere.command-r")) {
            System.out.println(model + ": " + lengthOf(client.invokeModel(ask(model))));
        }
    }

    private void embedding() {
        InvokeModelRequest request = InvokeModelRequest.builder()
                .modelId("amazon.titan-embed-text-v2:0")
                .body(SdkBytes.fromUtf8String("{\"inputText\":\"a lake\"}"))
                .build();
        System.out.println("embedding: " + lengthOf(client.invokeModel(request)));
    }

    private void retried() {
        System.out.println("retried: " + lengthOf(client.invokeModel(ask("anthropic.retried"))));
    }

    private void refused() {
        try {
            client.invokeModel(ask("anthropic.refused"));
        } catch (BedrockRuntimeException e) {
            System.out.println("refused: " + e.statusCode());
        }
    }

    private void async() {
        System.out.println("async: "
                + async.invokeModel(ask("anthropic.async"))
                        .thenApply(InvokeCalls::lengthOf)
                        .join());
    }

    private void asyncRetried() {
        System.out.println("async retried: "
                + lengthOf(async.invokeModel(ask("anthropic.async-retried")).join()));
    }

    private void asyncRefused() {
        try {
            async.invokeModel(ask("anthropic.async-refused")).join();
        } catch (CompletionException e) {
            System.out.println("async refused: " + e.getCause().getClass().getSimpleName());
        }
    }

    private void parallel() {
        List<CompletableFuture<InvokeModelResponse>> all = Stream.of(1, 2, 3)
                .map(i -> async.invokeModel(ask("anthropic.parallel")))
                .toList();
        all.forEach(CompletableFuture::join);
        System.out.println("parallel: " + all.size());
    }

    private CompletableFuture<Void> stream(String model, InvokeModelWithResponseStreamResponseHandler handler) {
        return async.invokeModelWithResponseStream(
                InvokeModelWithResponseStreamRequest.builder()
                        .modelId(model)
                        .body(SdkBytes.fromUtf8String(BODY))
                        .build(),
                handler);
    }

    private void streamed() {
        for (String model : List.of("anthropic.streamed", "amazon.titan-streamed", "meta.llama-streamed")) {
            Handler handler = new Handler();
            stream(model, handler).join();
            System.out.println(model + ": " + handler.events + " events, " + handler.completed + " completed");
        }
    }

    /** Two streams at a time tell one handler. */
    private void streamedAtOnce() {
        Handler handler = new Handler();
        CompletableFuture<Void> first = stream("anthropic.at-once", handler);
        CompletableFuture<Void> second = stream("anthropic.at-once", handler);
        first.join();
        second.join();
        System.out.println("at once: " + handler.events + " events, " + handler.completed + " completed");
    }

    private void streamRefused() {
        Handler handler = new Handler();
        try {
            stream("anthropic.stream-refused", handler).join();
        } catch (CompletionException e) {
            System.out.println(
                    "stream refused: " + e.getCause().getClass().getSimpleName() + ", told " + handler.failed);
        }
    }
}
