// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.springai;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.ChatClientRequest;
import org.springframework.ai.chat.client.ChatClientResponse;
import org.springframework.ai.chat.client.advisor.MessageChatMemoryAdvisor;
import org.springframework.ai.chat.client.advisor.api.AdvisorChain;
import org.springframework.ai.chat.client.advisor.api.BaseAdvisor;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.memory.MessageWindowChatMemory;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.document.Document;
import org.springframework.ai.embedding.EmbeddingModel;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.definition.ToolDefinition;
import org.springframework.ai.vectorstore.SearchRequest;
import org.springframework.ai.vectorstore.SimpleVectorStore;
import org.springframework.ai.vectorstore.VectorStore;
import org.springframework.ai.vectorstore.filter.Filter;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import reactor.core.publisher.Flux;

/**
 * An application whose model, tool, memory, store and advisor are its own, and count how often each of their methods is called. It
 * prints the counts, which are the same whoever watches.
 */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
public class SpringAiCounted {
    private static final Map<String, Integer> CALLS = new TreeMap<>();

    /** Runs the program. */
    public static void main(String[] args) {
        ConfigurableApplicationContext context = AiSettings.start(SpringAiCounted.class);
        ChatMemory memory = new Memory(MessageWindowChatMemory.builder().build());
        VectorStore store = new Store(
                SimpleVectorStore.builder(context.getBean(EmbeddingModel.class)).build());
        ChatModel model = context.getBean(ChatModel.class);
        ChatClient client = ChatClient.create(model);
        store.add(List.of(new Document("The museum opens on Monday.")));
        System.out.println(
                store.similaritySearch(SearchRequest.builder().query("When?").build())
                        .size());
        for (int i = 0; i < 2; i++) {
            System.out.println(client.prompt("Weather?")
                    .advisors(
                            new Advisor(),
                            MessageChatMemoryAdvisor.builder(memory).build())
                    .advisors(advisor -> advisor.param(ChatMemory.CONVERSATION_ID, "ada"))
                    .toolCallbacks(new Weather())
                    .call()
                    .content());
        }
        System.out.println(
                ChatClient.create(new Model(model)).prompt("Hello?").call().content());
        ChatClient around = ChatClient.create(new Model(model));
        System.out.println(
                around.prompt("Weather?").toolCallbacks(new Weather()).call().content());
        System.out.println(around.prompt("Weather?").toolCallbacks(new Weather()).stream()
                .content()
                .collectList()
                .block());
        // nobody subscribes to it
        System.out.println(ChatClient.create(new Model(model)).prompt("Never mind.").stream()
                        .content()
                != null);
        CALLS.forEach((method, count) -> System.out.println(method + " " + count));
        AiSettings.exit(context);
    }

    private static synchronized void count(String method) {
        CALLS.merge(method, 1, Integer::sum);
    }

    /** Creates its definition on request, like tools with a dynamic description. */
    private static final class Weather implements ToolCallback {
        @Override
        public ToolDefinition getToolDefinition() {
            count("tool.getToolDefinition");
            return ToolDefinition.builder()
                    .name("weather")
                    .description("The weather in a city.")
                    .inputSchema("{\"type\":\"object\",\"properties\":{\"city\":{\"type\":\"string\"}}}")
                    .build();
        }

        @Override
        public String call(String input) {
            count("tool.call");
            return "sunny";
        }

        @Override
        public String toString() {
            count("tool.toString");
            return "weather";
        }
    }

    private record Model(ChatModel behind) implements ChatModel {
        @Override
        public ChatResponse call(Prompt prompt) {
            count("model.call");
            return behind.call(prompt);
        }

        @Override
        public Flux<ChatResponse> stream(Prompt prompt) {
            count("model.stream");
            return behind.stream(prompt);
        }

        @Override
        public ChatOptions getDefaultOptions() {
            count("model.getDefaultOptions");
            return behind.getDefaultOptions();
        }

        /** The method that 2.0 calls instead. */
        public ChatOptions getOptions() {
            count("model.getOptions");
            return behind.getDefaultOptions();
        }

        @Override
        public String toString() {
            count("model.toString");
            return "model";
        }
    }

    private record Memory(ChatMemory behind) implements ChatMemory {
        @Override
        public void add(String conversation, List<Message> messages) {
            count("memory.add");
            behind.add(conversation, messages);
        }

        @Override
        public List<Message> get(String conversation) {
            count("memory.get");
            return behind.get(conversation);
        }

        @Override
        public void clear(String conversation) {
            count("memory.clear");
            behind.clear(conversation);
        }
    }

    private record Store(VectorStore behind) implements VectorStore {
        @Override
        public String getName() {
            count("store.getName");
            return "store";
        }

        @Override
        public void add(List<Document> documents) {
            count("store.add");
            behind.add(documents);
        }

        @Override
        public void delete(List<String> ids) {
            count("store.delete");
            behind.delete(ids);
        }

        @Override
        public void delete(Filter.Expression filter) {
            count("store.deleteBy");
            behind.delete(filter);
        }

        @Override
        public List<Document> similaritySearch(SearchRequest request) {
            count("store.similaritySearch");
            return behind.similaritySearch(request);
        }
    }

    private static final class Advisor implements BaseAdvisor {
        @Override
        public ChatClientRequest before(ChatClientRequest request, AdvisorChain chain) {
            count("advisor.before");
            return request;
        }

        @Override
        public ChatClientResponse after(ChatClientResponse response, AdvisorChain chain) {
            count("advisor.after");
            return response;
        }

        @Override
        public String getName() {
            count("advisor.getName");
            return "counting";
        }

        @Override
        public int getOrder() {
            count("advisor.getOrder");
            return 0;
        }
    }
}
