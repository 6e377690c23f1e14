// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.planted;

import com.example.agents.Assistant;
import com.example.agents.SimpleAssistant;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.rag.content.Content;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.tool.ToolExecutor;
import dev.langchain4j.store.memory.chat.ChatMemoryStore;
import dev.langchain4j.store.memory.chat.InMemoryChatMemoryStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Causes that lie in what is sent to the model: too much, in the wrong order, or looked up too slowly. */
final class PromptCauses {
    private static final String RULES = Workload.words("rules", 2_000);

    private PromptCauses() {}

    static Map<String, Workload.Cause> all() {
        return Map.ofEntries(
                Map.entry("time-at-the-top", PromptCauses::timeAtTheTop),
                Map.entry("growing-context", PromptCauses::growingContext),
                Map.entry("growing-conversation", PromptCauses::growingConversation),
                Map.entry("too-many-tools", PromptCauses::tooManyTools),
                Map.entry("embedding-per-item", PromptCauses::embeddingPerItem),
                Map.entry("too-much-context", PromptCauses::tooMuchContext),
                Map.entry("slow-retriever", PromptCauses::slowRetriever),
                Map.entry("slow-memory", PromptCauses::slowMemory),
                Map.entry("embedded-again", PromptCauses::embeddedAgain));
    }

    /** The time comes before the rules, so no two prompts share a prefix. */
    private static Workload.Agent timeAtTheTop(boolean planted) {
        SimpleAssistant assistant = AiServices.builder(SimpleAssistant.class)
                .chatModel(Models.large())
                .systemMessageProvider(
                        id -> planted ? "It is " + Instant.now() + "\n" + RULES : RULES + "\nIt is " + Instant.now())
                .build();
        return n -> assistant.chat("Question " + n + " [[say 15]]");
    }

    /** Ten large results of a tool stay in the conversation; the twin's are small. */
    private static Workload.Agent growingContext(boolean planted) {
        ShopTools tools = new ShopTools().with("search", query -> {
            Workload.await(10);
            return Workload.words(query, planted ? 700 : 40);
        });
        SimpleAssistant assistant = AiServices.builder(SimpleAssistant.class)
                .chatModel(Models.large())
                .tools(tools)
                .build();
        return n -> {
            StringBuilder plan = new StringBuilder();
            for (int page = 1; page <= 10; page++) {
                plan.append("search(query=topic ").append(page * 31 + n).append("); ");
            }
            assistant.chat("Look through everything [[" + plan + "say 20]]");
        };
    }

    /** Twelve turns with everything that was said before; the twin remembers two turns. The server has no cache of prompts. */
    private static Workload.Agent growingConversation(boolean planted) {
        Assistant assistant = AiServices.builder(Assistant.class)
                .chatModel(Models.large())
                .chatMemoryProvider(id -> MessageWindowChatMemory.withMaxMessages(planted ? 100 : 4))
                .build();
        return n -> {
            for (int turn = 0; turn < 12; turn++) {
                assistant.chat("customer " + n, Workload.words("turn" + n + "-" + turn, 450) + " [[anew 1 say 10]]");
            }
        };
    }

    /** Each prompt describes sixty tools, and only one is used. */
    private static Workload.Agent tooManyTools(boolean planted) {
        Map<ToolSpecification, ToolExecutor> tools = new LinkedHashMap<>();
        for (int i = 0; i < (planted ? 60 : 2); i++) {
            ToolSpecification tool = ToolSpecification.builder()
                    .name("tool" + i)
                    .description(Workload.words("tool" + i, 120))
                    .parameters(JsonObjectSchema.builder()
                            .addStringProperty("item", "which one")
                            .build())
                    .build();
            tools.put(tool, (request, id) -> {
                Workload.await(15);
                return "done";
            });
        }
        SimpleAssistant assistant = AiServices.builder(SimpleAssistant.class)
                .chatModel(Models.large())
                .tools(tools)
                .build();
        return n -> assistant.chat("Question " + n + " [[anew 1 tool1(item=i" + n + "); anew 1 say 15]]");
    }

    /** Fifteen texts are embedded with one request each; the twin sends all of them in one request. */
    private static Workload.Agent embeddingPerItem(boolean planted) {
        EmbeddingModel embedding = Models.embedding();
        SimpleAssistant assistant = AiServices.create(SimpleAssistant.class, Models.small());
        return n -> {
            List<TextSegment> texts = new ArrayList<>();
            for (int i = 0; i < 15; i++) {
                texts.add(TextSegment.from(Workload.words("text" + n + "-" + i, 60)));
            }
            if (planted) {
                texts.forEach(embedding::embed);
            } else {
                embedding.embedAll(texts);
            }
            assistant.chat("Question " + n + " [[say 15]]");
        };
    }

    private static Workload.Agent tooMuchContext(boolean planted) {
        SimpleAssistant assistant = AiServices.builder(SimpleAssistant.class)
                .chatModel(Models.large())
                .contentRetriever(query -> contents(query.text(), planted ? 30 : 3))
                .build();
        return n -> assistant.chat("Question " + n + " [[say 15]]");
    }

    private static List<Content> contents(String query, int count) {
        Workload.await(15);
        List<Content> found = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            found.add(Content.from(Workload.words(query + i, 120)));
        }
        return found;
    }

    private static Workload.Agent slowRetriever(boolean planted) {
        SimpleAssistant assistant = AiServices.builder(SimpleAssistant.class)
                .chatModel(Models.small())
                .contentRetriever(query -> {
                    Workload.await(planted ? 220 : 10);
                    return contents(query.text(), 2);
                })
                .build();
        return n -> assistant.chat("Question " + n + " [[say 20]]");
    }

    private static Workload.Agent slowMemory(boolean planted) {
        ChatMemoryStore store = new SlowStore(planted ? 60 : 1);
        Assistant assistant = AiServices.builder(Assistant.class)
                .chatModel(Models.small())
                .chatMemoryProvider(id -> MessageWindowChatMemory.builder()
                        .id(id)
                        .maxMessages(6)
                        .chatMemoryStore(store)
                        .build())
                .build();
        return n -> assistant.chat("customer " + n, "Question " + n + " [[say 15]]");
    }

    /** The same documents are embedded in each workflow; the twin does it once. */
    private static Workload.Agent embeddedAgain(boolean planted) {
        EmbeddingModel embedding = Models.embedding();
        SimpleAssistant assistant = AiServices.create(SimpleAssistant.class, Models.small());
        List<TextSegment> documents = new ArrayList<>();
        for (int i = 0; i < 400; i++) {
            documents.add(TextSegment.from(Workload.words("document" + i, 120)));
        }
        List<Boolean> done = new ArrayList<>();
        return n -> {
            if (planted || done.isEmpty()) {
                embedding.embedAll(documents);
                done.add(true);
            }
            assistant.chat("Question " + n + " [[say 15]]");
        };
    }

    /** A store of another machine. */
    private static final class SlowStore implements ChatMemoryStore {
        private final ChatMemoryStore memory = new InMemoryChatMemoryStore();
        private final int millis;

        SlowStore(int millis) {
            this.millis = millis;
        }

        @Override
        public List<ChatMessage> getMessages(Object memoryId) {
            Workload.await(millis);
            return memory.getMessages(memoryId);
        }

        @Override
        public void updateMessages(Object memoryId, List<ChatMessage> messages) {
            Workload.await(millis);
            memory.updateMessages(memoryId, messages);
        }

        @Override
        public void deleteMessages(Object memoryId) {
            memory.deleteMessages(memoryId);
        }
    }
}
