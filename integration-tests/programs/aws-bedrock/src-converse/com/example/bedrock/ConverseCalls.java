// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.bedrock;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;
import software.amazon.awssdk.core.document.Document;
import software.amazon.awssdk.services.bedrockruntime.BedrockRuntimeAsyncClient;
import software.amazon.awssdk.services.bedrockruntime.BedrockRuntimeClient;
import software.amazon.awssdk.services.bedrockruntime.model.BedrockRuntimeException;
import software.amazon.awssdk.services.bedrockruntime.model.ContentBlock;
import software.amazon.awssdk.services.bedrockruntime.model.ConversationRole;
import software.amazon.awssdk.services.bedrockruntime.model.ConverseRequest;
import software.amazon.awssdk.services.bedrockruntime.model.ConverseResponse;
import software.amazon.awssdk.services.bedrockruntime.model.ConverseStreamRequest;
import software.amazon.awssdk.services.bedrockruntime.model.ConverseStreamResponseHandler;
import software.amazon.awssdk.services.bedrockruntime.model.Message;
import software.amazon.awssdk.services.bedrockruntime.model.SystemContentBlock;
import software.amazon.awssdk.services.bedrockruntime.model.Tool;
import software.amazon.awssdk.services.bedrockruntime.model.ToolInputSchema;
import software.amazon.awssdk.services.bedrockruntime.model.ToolResultContentBlock;

/** Every way of talking with a model in the words that are the same for all of Bedrock's models. */
public final class ConverseCalls {
    private final BedrockRuntimeClient client = Clients.blocking();
    private final BedrockRuntimeAsyncClient async = Clients.async();

    private ConverseCalls() {}

    /** Runs the program. */
    public static void main(String[] args) {
        ConverseCalls calls = new ConverseCalls();
        calls.withTool();
        calls.retried();
        calls.refused();
        calls.async();
        calls.asyncRetried();
        calls.parallel();
        calls.streamed();
        calls.streamedToolCall();
        calls.streamedAtOnce();
        calls.streamRetried();
        calls.streamRefused();
        calls.streamBroken();
        calls.client.close();
        calls.async.close();
    }

    private static Message user(ContentBlock... content) {
        return Message.builder().role(ConversationRole.USER).content(content).build();
    }

    private static ConverseRequest.Builder ask(String model, Message... messages) {
        return ConverseRequest.builder()
                .modelId(model)
                .system(SystemContentBlock.fromText("You are brief."))
                .messages(messages)
                .inferenceConfig(config -> config.maxTokens(100).temperature(0.5f));
    }

    private static ConverseRequest ask(String model) {
        return ask(model, user(ContentBlock.fromText("How far is it?"))).build();
    }

    private static Tool depth() {
        Document schema = Document.mapBuilder()
                .putString("type", "object")
                .putMap("properties", map -> map.putMap("lake", lake -> lake.putString("type", "string")))
                .build();
        return Tool.fromToolSpec(tool ->
                tool.name("depth").description("The depth of a lake").inputSchema(ToolInputSchema.fromJson(schema)));
    }

    private static String text(ConverseResponse response) {
        return response.output().message().content().get(0).text();
    }

    private void withTool() {
        Message question = user(ContentBlock.fromText("How deep is Inari?"));
        ConverseRequest first = ask("nova-tools", question)
                .toolConfig(tools -> tools.tools(depth()))
                .build();
        Message wanted = client.converse(first).output().message();
        String id = wanted.content().get(0).toolUse().toolUseId();
        Message told = user(ContentBlock.fromToolResult(
                result -> result.toolUseId(id).content(ToolResultContentBlock.fromText("92 m"))));
        System.out.println("with tool: "
                + text(client.converse(
                        first.toBuilder().messages(question, wanted, told).build())));
    }

    private void retried() {
        System.out.println("retried: " + text(client.converse(ask("nova-retried"))));
    }

    private void refused() {
        try {
            client.converse(ask("nova-refused"));
        } catch (BedrockRuntimeException e) {
            System.out.println("refused: " + e.getClass().getSimpleName() + " " + e.statusCode());
        }
    }

    private void async() {
        System.out.println("async: "
                + async.converse(ask("nova-async"))
                        .thenApply(ConverseCalls::text)
                        .join());
    }

    private void asyncRetried() {
        System.out.println("async retried: "
                + text(async.converse(ask("nova-async-retried")).join()));
    }

    private void parallel() {
        List<CompletableFuture<ConverseResponse>> all = Stream.of(1, 2, 3)
                .map(i -> async.converse(ask("nova-parallel")))
                .toList();
        all.forEach(CompletableFuture::join);
        System.out.println("parallel: " + all.size());
    }

    private CompletableFuture<Void> stream(String model, ConverseStreamResponseHandler handler) {
        return async.converseStream(
                ConverseStreamRequest.builder()
                        .modelId(model)
                        .messages(user(ContentBlock.fromText("Tell me.")))
                        .build(),
                handler);
    }

    private static ConverseStreamResponseHandler collecting(StringBuffer text) {
        return ConverseStreamResponseHandler.builder()
                .subscriber(ConverseStreamResponseHandler.Visitor.builder()
                        .onContentBlockDelta(event -> text.append(
                                event.delta().text() == null
                                        ? "+"
                                        : event.delta().text()))
                        .onMetadata(event -> text.append(" (" + event.usage().outputTokens() + ")"))
                        .build())
                .onError(failure -> text.append("failed"))
                .build();
    }

    private void streamed() {
        StringBuffer text = new StringBuffer();
        stream("nova-streamed", collecting(text)).join();
        System.out.println("streamed: " + text);
    }

    private void streamedToolCall() {
        StringBuffer text = new StringBuffer();
        stream("nova-streamed-tool", collecting(text)).join();
        System.out.println("streamed tool: " + text);
    }

    /** Two streams at a time tell one handler. */
    private void streamedAtOnce() {
        StringBuffer text = new StringBuffer();
        ConverseStreamResponseHandler handler = collecting(text);
        CompletableFuture<Void> first = stream("nova-at-once", handler);
        CompletableFuture<Void> second = stream("nova-at-once", handler);
        first.join();
        second.join();
        System.out.println("at once: " + text.length());
    }

    private void streamRetried() {
        StringBuffer text = new StringBuffer();
        stream("nova-stream-retried", collecting(text)).join();
        System.out.println("stream retried: " + text);
    }

    private void streamBroken() {
        StringBuffer text = new StringBuffer();
        try {
            stream("nova-stream-broken", collecting(text)).join();
        } catch (CompletionException e) {
            System.out.println("stream broken: " + e.getCause().getClass().getSimpleName() + " " + text);
        }
    }

    private void streamRefused() {
        StringBuffer text = new StringBuffer();
        try {
            stream("nova-stream-refused", collecting(text)).join();
        } catch (CompletionException e) {
            System.out.println("stream refused: " + e.getCause().getClass().getSimpleName() + " " + text);
        }
    }
}
