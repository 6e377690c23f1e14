// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.planted;

import com.example.planted.PlannedModel.Answer;
import com.example.planted.PlannedModel.Message;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.model.openai.OpenAiTokenUsage;
import java.util.ArrayList;
import java.util.List;

/**
 * A model in the program itself, as people write them for tests: it waits, then answers as a {@link PlannedModel}. There is
 * no client and no request.
 *
 * <p><b>Threading:</b> safe for concurrent calls.
 */
final class MockModel implements ChatModel {
    private final PlannedModel planned = new PlannedModel();
    private final String name;

    MockModel(String name) {
        this.name = name;
    }

    @Override
    public ChatRequestParameters defaultRequestParameters() {
        return ChatRequestParameters.builder().modelName(name).build();
    }

    @Override
    public ChatResponse doChat(ChatRequest request) {
        Answer answer = answer(request);
        Workload.await(answer.whole());
        return response(answer);
    }

    private Answer answer(ChatRequest request) {
        return planned.answer(
                name,
                String.valueOf(request.toolSpecifications()),
                request.messages().stream().map(MockModel::message).toList());
    }

    private ChatResponse response(Answer answer) {
        List<ToolExecutionRequest> calls = new ArrayList<>();
        for (Plan.Call call : answer.calls()) {
            calls.add(ToolExecutionRequest.builder()
                    .id("call_" + calls.size())
                    .name(call.tool())
                    .arguments(call.arguments())
                    .build());
        }
        return ChatResponse.builder()
                .aiMessage(calls.isEmpty() ? AiMessage.from(answer.text()) : AiMessage.from(calls))
                .modelName(name)
                .tokenUsage(OpenAiTokenUsage.builder()
                        .inputTokenCount(answer.used().input())
                        .inputTokensDetails(OpenAiTokenUsage.InputTokensDetails.builder()
                                .cachedTokens(answer.used().cached())
                                .build())
                        .outputTokenCount(answer.used().output())
                        .totalTokenCount(answer.used().input() + answer.used().output())
                        .build())
                .build();
    }

    private static Message message(ChatMessage message) {
        if (message instanceof UserMessage user) {
            return new Message("user", user.singleText());
        }
        if (message instanceof SystemMessage system) {
            return new Message("system", system.text());
        }
        if (message instanceof ToolExecutionResultMessage result) {
            return new Message("tool", result.text());
        }
        return new Message("assistant", String.valueOf(((AiMessage) message).text()));
    }

    /** The same, token by token, on a thread of its own. */
    static final class Streaming implements StreamingChatModel {
        private final MockModel whole;

        Streaming(String name) {
            this.whole = new MockModel(name);
        }

        @Override
        public ChatRequestParameters defaultRequestParameters() {
            return whole.defaultRequestParameters();
        }

        @Override
        public void doChat(ChatRequest request, StreamingChatResponseHandler handler) {
            ToolCauses.daemon(() -> stream(whole.answer(request), handler)).start();
        }

        private void stream(Answer answer, StreamingChatResponseHandler handler) {
            Workload.await(answer.first());
            if (answer.text() != null) {
                for (String word : answer.text().split(" ", -1)) {
                    Workload.await(answer.perToken());
                    handler.onPartialResponse(word + " ");
                }
            }
            handler.onCompleteResponse(whole.response(answer));
        }
    }
}
