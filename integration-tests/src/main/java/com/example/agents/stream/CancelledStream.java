// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.agents.stream;

import com.example.agents.Models;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.PartialResponse;
import dev.langchain4j.model.chat.response.PartialResponseContext;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Cancels a stream at its third part (LangChain4j 1.8 and later): no callback comes after that. */
public final class CancelledStream {
    private CancelledStream() {}

    /** Runs the program. */
    public static void main(String[] args) throws InterruptedException {
        CountDownLatch cancelled = new CountDownLatch(1);
        Models.streaming().chat("Tell me a long story", new StreamingChatResponseHandler() {
            private int parts;

            @Override
            public void onPartialResponse(PartialResponse part, PartialResponseContext context) {
                parts++;
                if (parts <= 3) {
                    System.out.println("part '" + part.text() + "'");
                }
                if (parts == 3) {
                    context.streamingHandle().cancel();
                    cancelled.countDown();
                }
            }

            @Override
            public void onCompleteResponse(ChatResponse response) {
                System.out.println("must not complete");
            }

            @Override
            public void onError(Throwable error) {
                System.out.println("must not fail");
            }
        });
        System.out.println("cancelled: " + cancelled.await(60, TimeUnit.SECONDS));
        Thread.sleep(300);
    }
}
