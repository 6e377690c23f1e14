// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.openai.script;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Predicate;

/**
 * The server's answers: queued replies first, in order; then the first rule that fits the request; otherwise "OK".
 *
 * <p>Queues are for programs with sequential requests, rules for programs with concurrent ones.
 *
 * <p><b>Threading:</b> all methods may be called from any thread.
 */
public final class Script {
    private record Rule(Predicate<ChatRequest> fits, Function<ChatRequest, Reply> answer) {}

    private final Deque<Reply> queue = new ArrayDeque<>();
    private final List<Rule> rules = new ArrayList<>();
    private IntFunction<Duration> embedding = tokens -> Duration.ZERO;

    /** Appends replies to the queue. */
    public synchronized Script then(Reply... replies) {
        queue.addAll(List.of(replies));
        return this;
    }

    /** Answers requests that fit with {@code answer}. Rules are tried in the order they were added. */
    public synchronized Script when(Predicate<ChatRequest> fits, Function<ChatRequest, Reply> answer) {
        rules.add(new Rule(fits, answer));
        return this;
    }

    /** Answers requests whose last message contains {@code part}. */
    public Script whenLastContains(String part, Reply reply) {
        return when(request -> request.lastText().contains(part), request -> reply);
    }

    /** Lets a request of embeddings take a time that follows from its tokens; none at first. */
    public synchronized Script embeddingsTake(IntFunction<Duration> time) {
        embedding = time;
        return this;
    }

    /** Returns how long a request of embeddings takes. */
    public synchronized Duration embeddingTime(int tokens) {
        return embedding.apply(tokens);
    }

    /** Returns the answer to a request; a queued one is used up. */
    public synchronized Reply next(ChatRequest request) {
        Reply queued = queue.poll();
        if (queued != null) {
            return queued;
        }
        for (Rule rule : rules) {
            if (rule.fits.test(request)) {
                return rule.answer.apply(request);
            }
        }
        return Reply.text("OK");
    }
}
