// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.tour;

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
 * The model server of the help desk: a {@link PlannedModel} that takes its plans from {@link HelpDeskPlans} instead of from the
 * question, and that answers one request at a time, so that others wait.
 *
 * <p><b>Threading:</b> called on the server's threads, several at a time.
 */
final class HelpDeskModel {
    // as OpenAI caches prompts
    private static final int LEAST_CACHED = 1_024;
    private static final int CACHED_STEP = 128;

    private final PlannedModel model = new PlannedModel(LEAST_CACHED, CACHED_STEP);
    private long freeAt = System.nanoTime();

    private HelpDeskModel() {}

    /** Starts a server. */
    static OpenAiServer start() {
        OpenAiServer server = OpenAiServer.start();
        HelpDeskModel helpDesk = new HelpDeskModel();
        server.script().when(request -> true, helpDesk::answer);
        return server;
    }

    private Reply answer(ChatRequest request) {
        HelpDeskPlans plans = HelpDeskPlans.of(request);
        List<Message> messages = messages(request, plans);
        Answer answer =
                model.answer(request.model(), request.json().path("tools").toString(), messages);
        if (answer.refusal() != 0) {
            return Reply.error(answer.refusal(), "Rate limit reached").withRetryAfter("1");
        }
        Reply reply = Reply.text(answer.calls().isEmpty() ? plans.text() : null)
                .withToolCalls(calls(answer.calls(), messages.size()))
                .withUsage(new Usage(
                        answer.used().input(),
                        answer.used().output(),
                        answer.used().cached(),
                        answer.used().reasoning()));
        Duration wait = Duration.ofNanos(reserve(answer.whole().toNanos()));
        return request.streamed()
                ? reply.withDelays(wait.plus(answer.first()), answer.perToken())
                : reply.withDelays(wait.plus(answer.whole()), Duration.ZERO);
    }

    /** Occupies the slot for the given time, as soon as it is free, and returns the total time. */
    private synchronized long reserve(long nanos) {
        long now = System.nanoTime();
        long wait = Math.max(0, freeAt - now);
        freeAt = now + wait + nanos;
        return wait;
    }

    /** Returns the prompt with the plan behind the last message of the user. */
    private static List<Message> messages(ChatRequest request, HelpDeskPlans plans) {
        List<Message> messages = new ArrayList<>(request.json()
                .path("messages")
                .valueStream()
                .map(message -> new Message(message.path("role").asString(""), ChatRequest.text(message)))
                .toList());
        for (int i = messages.size() - 1; i >= 0; i--) {
            if (messages.get(i).role().equals("user")) {
                messages.set(i, new Message("user", messages.get(i).text() + " [[" + plans.plan() + "]]"));
                break;
            }
        }
        return messages;
    }

    private static List<Reply.ToolCall> calls(List<Plan.Call> planned, int position) {
        List<Reply.ToolCall> calls = new ArrayList<>();
        for (Plan.Call call : planned) {
            calls.add(new Reply.ToolCall("call_" + position + "_" + calls.size(), call.tool(), call.arguments()));
        }
        return calls;
    }
}
