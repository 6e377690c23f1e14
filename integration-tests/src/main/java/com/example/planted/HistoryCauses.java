// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.planted;

import com.example.agents.Assistant;
import com.example.agents.SimpleAssistant;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.memory.ChatMemory;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.rag.DefaultRetrievalAugmentor;
import dev.langchain4j.rag.content.Content;
import dev.langchain4j.rag.content.retriever.ContentRetriever;
import dev.langchain4j.rag.query.Query;
import dev.langchain4j.rag.query.transformer.QueryTransformer;
import dev.langchain4j.service.AiServices;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Causes in what is looked up and remembered for a prompt, and healthy programs that look like them. */
final class HistoryCauses {
    private HistoryCauses() {}

    static Map<String, Workload.Cause> all() {
        return Map.of(
                "queries-that-find-the-same", HistoryCauses::queriesThatFindTheSame,
                "queries-that-find-one-more", HistoryCauses::queriesThatFindOneMore,
                "sliding-history", HistoryCauses::slidingHistory,
                "history-in-batches", HistoryCauses::historyInBatches);
    }

    /** A model rewrites each question into two others, which find what the question finds; the twin asks the question only. */
    private static Workload.Agent queriesThatFindTheSame(boolean planted) {
        return librarian(planted, query -> List.of("first of " + topic(query), "second of " + topic(query)));
    }

    /** Each rewritten question finds one document that the others do not. */
    private static Workload.Agent queriesThatFindOneMore(boolean planted) {
        return librarian(true, query -> List.of("first of " + topic(query), "for " + query));
    }

    private static Workload.Agent librarian(boolean expands, Function<String, List<String>> search) {
        DefaultRetrievalAugmentor.DefaultRetrievalAugmentorBuilder augmentor = DefaultRetrievalAugmentor.builder()
                .contentRetriever(new Catalog(search))
                .executor(Runnable::run);
        if (expands) {
            augmentor.queryTransformer(new Expander(Models.small()));
        }
        SimpleAssistant assistant = AiServices.builder(SimpleAssistant.class)
                .chatModel(Models.small())
                .retrievalAugmentor(augmentor.build())
                .build();
        return n -> assistant.chat("What of lamp" + n + " [[say 20]]");
    }

    /** Returns the word that a question is about. */
    private static String topic(String query) {
        return query.replaceFirst(" *\\[\\[.*", "").replaceFirst(".* ", "");
    }

    /** A history of twelve messages from which each turn drops the two oldest; the twin drops half of it at a time. */
    private static Workload.Agent slidingHistory(boolean planted) {
        return conversation(12, planted ? 2 : 6);
    }

    /** A history from which many messages are dropped at a time. */
    private static Workload.Agent historyInBatches(boolean planted) {
        return conversation(16, 10);
    }

    private static Workload.Agent conversation(int most, int dropped) {
        Assistant assistant = AiServices.builder(Assistant.class)
                .chatModel(Models.large())
                .chatMemoryProvider(id -> new History(id, most, dropped))
                .build();
        return n -> {
            for (int turn = 0; turn < 20; turn++) {
                assistant.chat("customer " + n, Workload.words("turn" + n + "-" + turn, 300) + " [[say 15]]");
            }
        };
    }

    /** Finds documents by their names. */
    private static final class Catalog implements ContentRetriever {
        private final Function<String, List<String>> search;

        Catalog(Function<String, List<String>> search) {
            this.search = search;
        }

        @Override
        public List<Content> retrieve(Query query) {
            Workload.await(40);
            return search.apply(query.text()).stream()
                    .map(name -> Content.from(Workload.words(name, 100)))
                    .toList();
        }
    }

    /** Lets a model write two more queries. */
    private static final class Expander implements QueryTransformer {
        private final ChatModel writer;

        Expander(ChatModel writer) {
            this.writer = writer;
        }

        @Override
        public Collection<Query> transform(Query query) {
            writer.chat("Put this in other words: " + query.text() + " [[say 30]]");
            String topic = topic(query.text());
            return List.of(query, Query.from("about " + topic), Query.from("all on " + topic));
        }
    }

    /** A memory that drops its oldest messages when there are too many. */
    private static final class History implements ChatMemory {
        private final Object id;
        private final int most;
        private final int dropped;
        private final List<ChatMessage> messages = new ArrayList<>();

        History(Object id, int most, int dropped) {
            this.id = id;
            this.most = most;
            this.dropped = dropped;
        }

        @Override
        public Object id() {
            return id;
        }

        @Override
        public void add(ChatMessage message) {
            if (messages.size() >= most && message instanceof UserMessage) {
                messages.subList(0, dropped).clear();
            }
            messages.add(message);
        }

        @Override
        public List<ChatMessage> messages() {
            return List.copyOf(messages);
        }

        @Override
        public void clear() {
            messages.clear();
        }
    }
}
