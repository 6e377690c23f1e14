// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.azure.newer;

import com.azure.ai.openai.OpenAIAsyncClient;
import com.azure.ai.openai.OpenAIClient;
import com.azure.ai.openai.OpenAIClientBuilder;
import com.azure.ai.openai.models.ChatCompletionStreamOptions;
import com.azure.ai.openai.models.ChatCompletions;
import com.azure.ai.openai.models.ChatCompletionsOptions;
import com.azure.ai.openai.models.ChatRequestUserMessage;
import com.azure.ai.openai.responses.AzureResponsesServiceVersion;
import com.azure.ai.openai.responses.ResponsesAsyncClient;
import com.azure.ai.openai.responses.ResponsesClient;
import com.azure.ai.openai.responses.ResponsesClientBuilder;
import com.azure.ai.openai.responses.models.CreateResponsesRequest;
import com.azure.ai.openai.responses.models.CreateResponsesRequestModel;
import com.azure.ai.openai.responses.models.ResponsesInputContentText;
import com.azure.ai.openai.responses.models.ResponsesStreamEvent;
import com.azure.ai.openai.responses.models.ResponsesUserMessage;
import com.azure.core.exception.HttpResponseException;
import com.azure.core.http.rest.RequestOptions;
import com.azure.core.util.IterableStream;
import java.util.List;
import java.util.stream.Collectors;

/** Streams that are asked for their usage, and every way of calling the responses clients. */
public final class ResponseCalls {
    private static final String SERVER = System.getProperty("openai.baseUrl").replace("/v1", "");

    private ResponseCalls() {}

    /** Runs the program. */
    public static void main(String[] args) {
        streams();
        responses();
        System.exit(0);
    }

    private static void streams() {
        OpenAIClientBuilder builder = new OpenAIClientBuilder().endpoint(SERVER);
        OpenAIClient client = builder.buildClient();
        OpenAIAsyncClient async = builder.buildAsyncClient();
        ChatCompletionsOptions question = new ChatCompletionsOptions(List.of(new ChatRequestUserMessage("Tell me.")));
        ChatCompletionStreamOptions withUsage = new ChatCompletionStreamOptions().setIncludeUsage(true);
        System.out.println("parts: "
                + client.getChatCompletionsStream("azure-usage", question, withUsage).stream()
                        .map(ResponseCalls::part)
                        .collect(Collectors.joining("|")));
        System.out.println("parts, async: "
                + async.getChatCompletionsStream("azure-async-usage", question, withUsage)
                        .map(ResponseCalls::part)
                        .collect(Collectors.joining("|"))
                        .block());
    }

    private static void responses() {
        ResponsesClient client = clients(SERVER).buildClient();
        ResponsesAsyncClient async = clients(SERVER).buildAsyncClient();
        System.out.println(
                "response: " + client.createResponse(request("azure-answer")).getId());
        System.out.println("response to messages: "
                + client.createResponse(
                                new CreateResponsesRequest(
                                        CreateResponsesRequestModel.fromString("azure-messages"),
                                        List.of(new ResponsesUserMessage(
                                                List.of(new ResponsesInputContentText("And in a message?"))))),
                                new RequestOptions())
                        .getId());
        System.out.println(
                "response in parts: " + count(client.createResponseStreaming(request("azure-answer-parts"))));
        System.out.println("response, async: "
                + async.createResponse(request("azure-answer-async")).block().getId());
        System.out.println("response in parts, async: "
                + async.createResponseStream(request("azure-answer-async-parts"))
                        .count()
                        .block());
        try {
            clients(SERVER + "/nowhere").buildClient().createResponse(request("azure-nowhere"));
        } catch (HttpResponseException e) {
            System.out.println("refused: " + e.getResponse().getStatusCode());
        }
    }

    private static ResponsesClientBuilder clients(String endpoint) {
        return new ResponsesClientBuilder().endpoint(endpoint).serviceVersion(AzureResponsesServiceVersion.getLatest());
    }

    private static CreateResponsesRequest request(String model) {
        return new CreateResponsesRequest(CreateResponsesRequestModel.fromString(model), "How far is it?")
                .setInstructions("You are brief.")
                .setTemperature(0.5)
                .setMaxOutputTokens(100);
    }

    private static long count(IterableStream<ResponsesStreamEvent> events) {
        return events.stream().count();
    }

    private static String part(ChatCompletions part) {
        return part.getChoices().stream()
                .map(choice -> choice.getDelta().getContent())
                .filter(text -> text != null)
                .collect(Collectors.joining());
    }
}
