// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.springai;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.document.Document;
import org.springframework.ai.embedding.EmbeddingModel;
import org.springframework.ai.rag.Query;
import org.springframework.ai.rag.advisor.RetrievalAugmentationAdvisor;
import org.springframework.ai.rag.retrieval.search.VectorStoreDocumentRetriever;
import org.springframework.ai.vectorstore.SearchRequest;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;

/** Fills a store, looks into it, and answers questions with what is in it and with a tool. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
public class SpringAiLibrary {
    /** Runs the program. */
    public static void main(String[] args) {
        ConfigurableApplicationContext context = AiSettings.start(SpringAiLibrary.class);
        try {
            run(context);
        } catch (RuntimeException e) {
            System.out.println("failed: " + e.getMessage());
        }
        AiSettings.exit(context);
    }

    private static void run(ConfigurableApplicationContext context) {
        ServerShelf shelf = new ServerShelf(context.getBean(EmbeddingModel.class));
        ChatClient client = context.getBean(ChatClient.Builder.class).build();
        shelf.add(List.of(
                new Document("a", "The museum opens on Monday.", Map.of("page", 7, "bytes", 8L, "weight", 0.2f)),
                new Document("b", "Boats leave at noon.", Map.of("tags", List.of("sea", 1), "open", true))));
        shelf.add(List.of(new Document("c", "Nobody reads this.", Map.of())));
        shelf.delete(List.of("c"));
        SearchRequest request = SearchRequest.builder().query("When?").topK(2).build();
        shelf.similaritySearch(request).forEach(SpringAiLibrary::print);

        VectorStoreDocumentRetriever retriever = VectorStoreDocumentRetriever.builder()
                .vectorStore(shelf)
                .topK(1)
                .build();
        retriever.retrieve(new Query("When do boats leave?")).forEach(SpringAiLibrary::print);
        System.out.println(client.prompt("When does the museum open?")
                .advisors(RetrievalAugmentationAdvisor.builder()
                        .documentRetriever(retriever)
                        .build())
                .call()
                .content());
        System.out.println(
                client.prompt("Where is the atlas?").tools(shelf).call().content());
    }

    private static void print(Document document) {
        Map<String, String> typed = new TreeMap<>();
        document.getMetadata()
                .forEach((name, value) -> typed.put(
                        name, (value instanceof List ? "List" : value.getClass().getSimpleName()) + " " + value));
        System.out.println("found " + document.getId() + " " + document.getText() + " " + document.getScore() + typed);
    }
}
