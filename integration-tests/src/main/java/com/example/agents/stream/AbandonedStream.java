// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.agents.stream;

import com.example.agents.Models;
import dev.langchain4j.rag.content.Content;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.TokenStream;
import java.lang.ref.WeakReference;
import java.util.List;

/**
 * Streams that are created and never started, followed by a normal call: two streams without any work, one of which is
 * dropped, and two for which documents were searched before.
 */
public final class AbandonedStream {
    private AbandonedStream() {}

    /** Runs the program. */
    public static void main(String[] args) {
        StreamingAssistant assistant = AiServices.builder(StreamingAssistant.class)
                .streamingChatModel(Models.streaming())
                .build();
        StreamingAssistant searching = AiServices.builder(StreamingAssistant.class)
                .streamingChatModel(Models.streaming())
                .contentRetriever(query -> List.of(Content.from("Parcels are delivered within three days.")))
                .build();
        TokenStream kept = assistant.chat("Never mind");
        TokenStream searched = searching.chat("Never mind the parcels");
        List<WeakReference<TokenStream>> dropped = List.of(
                new WeakReference<>(assistant.chat("Forget it")),
                new WeakReference<>(searching.chat("Forget the parcels")));
        while (dropped.stream().anyMatch(stream -> !stream.refersTo(null))) {
            System.gc();
        }
        System.out.println(Models.chat().chat("Hello"));
        System.out.println(kept != null && searched != null);
    }
}
