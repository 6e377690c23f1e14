// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.planted;

import com.example.planted.Plan;
import com.example.planted.PlannedModel;
import com.example.planted.PlannedModel.Answer;
import com.example.planted.PlannedModel.Message;
import io.agentprofiler.it.openai.OpenAiServer;
import io.agentprofiler.it.openai.script.ChatRequest;
import io.agentprofiler.it.openai.script.Reply;
import io.agentprofiler.it.openai.script.Usage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Lets the model server answer as a {@link PlannedModel} does.
 *
 * <p><b>Threading:</b> called on the server's threads, several at a time.
 */
final class PlannedServer {
    private final PlannedModel model = new PlannedModel();

    private PlannedServer() {}

    /** Starts a server. */
    static OpenAiServer start() {
        OpenAiServer server = OpenAiServer.start();
        PlannedServer planned = new PlannedServer();
        server.script().when(request -> true, planned::answer).embeddingsTake(PlannedModel::embeddingTime);
        return server;
    }

    private Reply answer(ChatRequest request) {
        List<Message> messages = request.json()
                .path("messages")
                .valueStream()
                .map(message -> new Message(message.path("role").asString(""), ChatRequest.text(message)))
                .toList();
        Answer answer =
                model.answer(request.model(), request.json().path("tools").toString(), messages);
        if (answer.refusal() != 0) {
            return Reply.error(answer.refusal(), "Rate limit reached").withRetryAfter("1");
        }
        Reply reply = Reply.text(answer.text())
                .withToolCalls(calls(answer.calls(), messages.size()))
                .withUsage(new Usage(answer.input(), answer.output(), answer.cached(), 0));
        return request.streamed() && answer.calls().isEmpty()
                ? reply.withDelays(answer.first(), answer.perToken())
                : reply.withDelays(answer.whole(), Duration.ZERO);
    }

    private static List<Reply.ToolCall> calls(List<Plan.Call> planned, int position) {
        List<Reply.ToolCall> calls = new ArrayList<>();
        for (Plan.Call call : planned) {
            calls.add(new Reply.ToolCall("call_" + position + "_" + calls.size(), call.tool(), call.arguments()));
        }
        return calls;
    }
}
