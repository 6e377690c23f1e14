// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.later;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatModelStreamingEvent;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.CompleteResponse;
import dev.langchain4j.model.chat.response.PartialResponse;
import dev.langchain4j.model.output.TokenUsage;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow;

/** Publishes an answer word by word on a pool, as requested, separately for each subscriber. */
final class WordsModel implements StreamingChatModel {
    private static final List<ChatModelStreamingEvent> EVENTS = List.of(
            new PartialResponse("Once"),
            new PartialResponse(" upon"),
            new PartialResponse(" a"),
            new PartialResponse(" time"),
            new CompleteResponse(ChatResponse.builder()
                    .aiMessage(AiMessage.from("Once upon a time"))
                    .modelName("words-1")
                    .tokenUsage(new TokenUsage(7, 4))
                    .build()));

    private final Executor pool;
    private final boolean failing;

    WordsModel(Executor pool) {
        this(pool, false);
    }

    private WordsModel(Executor pool, boolean failing) {
        this.pool = pool;
        this.failing = failing;
    }

    /** Returns one that fails after the first word. */
    WordsModel failing() {
        return new WordsModel(pool, true);
    }

    @Override
    public Flow.Publisher<ChatModelStreamingEvent> doChat(ChatRequest request) {
        return subscriber -> subscriber.onSubscribe(new Words(subscriber));
    }

    /** One subscription. */
    private final class Words implements Flow.Subscription {
        private final Flow.Subscriber<? super ChatModelStreamingEvent> subscriber;
        private final Iterator<ChatModelStreamingEvent> events = EVENTS.iterator();
        private long wanted;
        private boolean sending;
        private boolean done;

        Words(Flow.Subscriber<? super ChatModelStreamingEvent> subscriber) {
            this.subscriber = subscriber;
        }

        @Override
        public synchronized void request(long count) {
            wanted = Math.max(0, wanted + count);
            if (!sending && !done) {
                sending = true;
                pool.execute(this::send);
            }
        }

        @Override
        public synchronized void cancel() {
            done = true;
        }

        private void send() {
            while (isWanted()) {
                ChatModelStreamingEvent event = events.next();
                subscriber.onNext(event);
                if (failing) {
                    cancel();
                    subscriber.onError(new IllegalStateException("lost for words"));
                } else if (!events.hasNext()) {
                    cancel();
                    subscriber.onComplete();
                }
            }
        }

        private synchronized boolean isWanted() {
            sending = !done && wanted > 0;
            wanted--;
            return sending;
        }
    }
}
