// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.kernel;

import com.microsoft.semantickernel.services.StreamingTextContent;
import com.microsoft.semantickernel.services.chatcompletion.ChatCompletionService;
import com.microsoft.semantickernel.services.chatcompletion.StreamingChatContent;
import java.util.List;
import reactor.core.publisher.Flux;

/** Streamed answers: whole ones, one nobody waits the end of, one nobody asks for. */
public final class Streams {
    private Streams() {}

    /** Runs everything. */
    public static void main(String[] args) {
        ChatCompletionService chat = Models.chat();
        Flux<StreamingChatContent<?>> answer =
                chat.getStreamingChatMessageContentsAsync(Programs.question("Count to three"), null, null);
        System.out.println(text(answer));
        System.out.println(text(chat.getStreamingChatMessageContentsAsync("Count again", null, null)));
        System.out.println(text(chat.getStreamingChatMessageContentsAsync("Count for ever", null, null)
                .filter(content ->
                        content.getContent() != null && !content.getContent().isEmpty())
                .take(2)));
        chat.getStreamingChatMessageContentsAsync("Never asked", null, null);
        System.out.println(Models.text()
                .getStreamingTextContentsAsync("Once", null, null)
                .map(StreamingTextContent::getContent)
                .collectList()
                .map(pieces -> String.join("", pieces))
                .block());
    }

    private static String text(Flux<StreamingChatContent<?>> answer) {
        StringBuilder text = new StringBuilder();
        List<StreamingChatContent<?>> contents = answer.collectList().block();
        contents.stream()
                .map(StreamingChatContent::getContent)
                .filter(content -> content != null)
                .forEach(text::append);
        return text.toString();
    }
}
