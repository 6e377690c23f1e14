// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.load;

import com.example.springai.AiSettings;
import com.example.trip.Trip;
import java.util.List;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.advisor.MessageChatMemoryAdvisor;
import org.springframework.ai.chat.client.advisor.api.Advisor;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.document.Document;
import org.springframework.ai.embedding.EmbeddingModel;
import org.springframework.ai.rag.advisor.RetrievalAugmentationAdvisor;
import org.springframework.ai.rag.retrieval.search.VectorStoreDocumentRetriever;
import org.springframework.ai.tool.annotation.Tool;
import org.springframework.ai.tool.annotation.ToolParam;
import org.springframework.ai.vectorstore.SimpleVectorStore;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;

/** The agent on Spring AI. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
public class SpringAiLoad {
    /** A few conversations, so that each goes on from where an earlier workflow left it. */
    private static final int CONVERSATIONS = 64;

    /** The tools. */
    static final class Tools {
        @Tool(description = "flights to a city")
        String flights(@ToolParam(description = "city") String city) {
            return "3 flights to " + city;
        }

        @Tool(description = "hotels in a city")
        String hotels(@ToolParam(description = "city") String city) {
            return "3 hotels in " + city;
        }
    }

    /** Runs the load. */
    public static void main(String[] args) throws InterruptedException {
        ConfigurableApplicationContext context = AiSettings.start(SpringAiLoad.class);
        SimpleVectorStore documents =
                SimpleVectorStore.builder(context.getBean(EmbeddingModel.class)).build();
        documents.add(Trip.DOCUMENTS.stream().map(Document::new).toList());
        ChatClient planner = context.getBean(ChatClient.Builder.class)
                .defaultSystem(Trip.SYSTEM)
                .defaultAdvisors(advisors(context.getBean(ChatMemory.class), documents))
                .build();
        Tools tools = new Tools();
        Load.run(number -> planner.prompt(Trip.QUESTION + " I am traveller " + number + ".")
                .tools(tools)
                .advisors(spec -> spec.param(ChatMemory.CONVERSATION_ID, "c" + number % CONVERSATIONS))
                .call()
                .content());
        AiSettings.exit(context);
    }

    private static List<Advisor> advisors(ChatMemory memory, SimpleVectorStore documents) {
        return List.of(
                MessageChatMemoryAdvisor.builder(memory).build(),
                RetrievalAugmentationAdvisor.builder()
                        .documentRetriever(VectorStoreDocumentRetriever.builder()
                                .vectorStore(documents)
                                .topK(1)
                                .build())
                        .order(Advisor.DEFAULT_CHAT_MEMORY_PRECEDENCE_ORDER + 50)
                        .build());
    }
}
