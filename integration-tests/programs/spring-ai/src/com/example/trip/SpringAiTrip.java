// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.trip;

import com.example.springai.AiSettings;
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

/** The agent on Spring AI: a chat client with tools, a retrieval advisor and a memory advisor. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
public class SpringAiTrip {
    /** The tools, with the framework's annotations. */
    static final class Tools {
        private final Trip trip = new Trip();

        @Tool(description = "flights to a city")
        String flights(@ToolParam(description = "city") String city) {
            return trip.flights(city);
        }

        @Tool(description = "hotels in a city")
        String hotels(@ToolParam(description = "city") String city) {
            return trip.hotels(city);
        }

        @Tool(description = "the weather in a city")
        String weather(@ToolParam(description = "city") String city) {
            return trip.weather(city);
        }
    }

    /** Runs the program. */
    public static void main(String[] args) {
        AiSettings.exit(run(SpringAiTrip.class));
    }

    /** Starts an application of this class, fills the store, asks twice, and prints the answers. */
    static ConfigurableApplicationContext run(Class<?> application) {
        ConfigurableApplicationContext context = AiSettings.start(application);
        SimpleVectorStore documents =
                SimpleVectorStore.builder(context.getBean(EmbeddingModel.class)).build();
        documents.add(Trip.DOCUMENTS.stream().map(Document::new).toList());
        ChatClient planner = context.getBean(ChatClient.Builder.class)
                .defaultSystem(Trip.SYSTEM)
                .defaultAdvisors(
                        MessageChatMemoryAdvisor.builder(context.getBean(ChatMemory.class))
                                .build(),
                        RetrievalAugmentationAdvisor.builder()
                                .documentRetriever(VectorStoreDocumentRetriever.builder()
                                        .vectorStore(documents)
                                        .topK(1)
                                        .build())
                                .order(Advisor.DEFAULT_CHAT_MEMORY_PRECEDENCE_ORDER + 50)
                                .build())
                .build();
        System.out.println(question(planner, Trip.FIRST_CONVERSATION).call().content());
        List<String> parts = question(planner, Trip.SECOND_CONVERSATION).stream()
                .content()
                .collectList()
                .block();
        System.out.println(String.join("", parts));
        return context;
    }

    private static ChatClient.ChatClientRequestSpec question(ChatClient planner, String conversation) {
        return planner.prompt(Trip.QUESTION)
                .tools(new Tools())
                .advisors(spec -> spec.param(ChatMemory.CONVERSATION_ID, conversation));
    }
}
