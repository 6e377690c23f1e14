// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.later;

import dev.langchain4j.data.document.Metadata;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.rag.content.Content;
import dev.langchain4j.rag.content.retriever.ContentRetriever;
import dev.langchain4j.rag.query.Query;
import dev.langchain4j.store.memory.chat.ChatMemoryStore;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/** A retriever and a store of messages that answer later, each from a server. */
public final class LaterLibrary {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private LaterLibrary() {}

    private static void ask(String what) {
        try {
            HttpRequest request = HttpRequest.newBuilder(URI.create(System.getProperty("library.url") + "/" + what))
                    .build();
            CLIENT.send(request, HttpResponse.BodyHandlers.discarding());
        } catch (IOException e) {
            throw new IllegalStateException("the server does not answer: " + what, e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Finds the same page always. */
    private static final class Pages implements ContentRetriever {
        @Override
        public List<Content> retrieve(Query query) {
            return retrieveAsync(query).join();
        }

        @Override
        public CompletableFuture<List<Content>> retrieveAsync(Query query) {
            return CompletableFuture.supplyAsync(() -> {
                ask("retrieve");
                return List.of(Content.from(TextSegment.from(
                        query.text() + " On page 7.",
                        new Metadata().put("page", 7).put("bytes", 8L))));
            });
        }
    }

    /** Keeps messages. */
    private static final class Messages implements ChatMemoryStore {
        private final Map<Object, List<ChatMessage>> kept = new HashMap<>();

        @Override
        public List<ChatMessage> getMessages(Object id) {
            ask("read");
            return kept.getOrDefault(id, List.of());
        }

        @Override
        public void updateMessages(Object id, List<ChatMessage> messages) {
            ask("update");
            kept.put(id, messages);
        }

        @Override
        public void deleteMessages(Object id) {
            ask("delete");
            kept.remove(id);
        }

        @Override
        public CompletableFuture<List<ChatMessage>> getMessagesAsync(Object id) {
            return CompletableFuture.supplyAsync(() -> getMessages(id));
        }

        @Override
        public CompletableFuture<Void> updateMessagesAsync(Object id, List<ChatMessage> messages) {
            return CompletableFuture.runAsync(() -> updateMessages(id, messages));
        }

        @Override
        public CompletableFuture<Void> deleteMessagesAsync(Object id) {
            return CompletableFuture.runAsync(() -> deleteMessages(id));
        }
    }

    /** Runs the program. */
    public static void main(String[] args) {
        for (Content content :
                new Pages().retrieveAsync(Query.from("Where is it?")).join()) {
            Map<String, Object> about =
                    new TreeMap<>(content.textSegment().metadata().toMap());
            about.replaceAll((name, value) -> value.getClass().getSimpleName() + " " + value);
            System.out.println(content.textSegment().text() + about);
        }
        Messages messages = new Messages();
        System.out.println(messages.getMessagesAsync("ann").join());
        messages.updateMessagesAsync(
                        "ann",
                        List.of(
                                SystemMessage.from("Be kind."),
                                UserMessage.from("Where is it?"),
                                AiMessage.builder()
                                        .text("On page 7.")
                                        .thinking("Look it up.")
                                        .build()))
                .join();
        messages.getMessagesAsync("ann").join().forEach(System.out::println);
        messages.deleteMessagesAsync("ann").join();
        System.out.println(messages.getMessagesAsync("ann").join());
    }
}
