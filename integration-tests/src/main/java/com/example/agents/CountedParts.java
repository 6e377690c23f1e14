// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.agents;

import com.example.agents.stream.StreamingAssistant;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.document.Metadata;
import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.memory.chat.TokenWindowChatMemory;
import dev.langchain4j.model.TokenCountEstimator;
import dev.langchain4j.model.chat.listener.ChatModelErrorContext;
import dev.langchain4j.model.chat.listener.ChatModelListener;
import dev.langchain4j.model.chat.listener.ChatModelRequestContext;
import dev.langchain4j.model.chat.listener.ChatModelResponseContext;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.rag.DefaultRetrievalAugmentor;
import dev.langchain4j.rag.content.Content;
import dev.langchain4j.rag.content.retriever.ContentRetriever;
import dev.langchain4j.rag.content.retriever.EmbeddingStoreContentRetriever;
import dev.langchain4j.rag.query.Query;
import dev.langchain4j.rag.query.router.DefaultQueryRouter;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.MemoryId;
import dev.langchain4j.service.UserMessage;
import dev.langchain4j.service.tool.ToolExecutor;
import dev.langchain4j.service.tool.ToolProvider;
import dev.langchain4j.service.tool.ToolProviderRequest;
import dev.langchain4j.service.tool.ToolProviderResult;
import dev.langchain4j.store.embedding.EmbeddingSearchRequest;
import dev.langchain4j.store.embedding.EmbeddingSearchResult;
import dev.langchain4j.store.embedding.EmbeddingStore;
import dev.langchain4j.store.embedding.inmemory.InMemoryEmbeddingStore;
import dev.langchain4j.store.memory.chat.ChatMemoryStore;
import dev.langchain4j.store.memory.chat.InMemoryChatMemoryStore;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/**
 * An application whose tools, memory store, retriever, embedding store, listener, handler, estimator, conversation id and class loader
 * are its own, and count how often each of their methods is called. It prints the counts, which are the same whoever watches.
 */
public final class CountedParts {
    private static final Map<String, Integer> CALLS = new TreeMap<>();

    private CountedParts() {}

    /** An AI service with one conversation per user. */
    interface Service {
        String chat(@MemoryId User user, @UserMessage String message);
    }

    /** Runs the program. */
    public static void main(String[] args) throws Exception {
        EmbeddingModel embeddings = Models.embedding();
        EmbeddingStore<TextSegment> store = new Store();
        TextSegment museum = TextSegment.from("The museum opens on Monday.", Metadata.from("page", "1"));
        store.add(embeddings.embed(museum).content(), museum);
        ContentRetriever plugin = (ContentRetriever) new Plugins()
                .loadClass(PluginRetriever.class.getName())
                .getDeclaredConstructor()
                .newInstance();
        ChatMemoryStore memories = new Memories();
        Service service = AiServices.builder(Service.class)
                .chatModel(OpenAiChatModel.builder()
                        .baseUrl(Models.baseUrl())
                        .apiKey("no-key")
                        .modelName("gpt-4o-mini")
                        .listeners(new Listener())
                        .build())
                .toolProvider(new Tools())
                .chatMemoryProvider(id -> TokenWindowChatMemory.builder()
                        .id(id)
                        .maxTokens(1_000, new Estimator())
                        .chatMemoryStore(memories)
                        .build())
                .retrievalAugmentor(DefaultRetrievalAugmentor.builder()
                        .queryRouter(new DefaultQueryRouter(
                                EmbeddingStoreContentRetriever.builder()
                                        .embeddingModel(embeddings)
                                        .embeddingStore(store)
                                        .maxResults(1)
                                        .build(),
                                plugin))
                        .executor(Runnable::run)
                        .build())
                .build();
        User ada = new User("ada");
        System.out.println(service.chat(ada, "Weather?"));
        System.out.println(service.chat(ada, "Thanks"));
        Handler handler = new Handler();
        Models.streaming().chat("Hello", handler);
        System.out.println(handler.answer.join());
        StreamingAssistant streaming = AiServices.builder(StreamingAssistant.class)
                .streamingChatModel(Models.streaming())
                .toolProvider(new Tools())
                .build();
        CompletableFuture<String> answer = new CompletableFuture<>();
        streaming
                .chat("Weather?")
                .onPartialResponse(part -> {})
                .onCompleteResponse(
                        response -> answer.complete(response.aiMessage().text()))
                .onError(answer::completeExceptionally)
                .start();
        System.out.println(answer.join());
        synchronized (CountedParts.class) {
            CALLS.forEach((method, count) -> System.out.println(method + " " + count));
        }
    }

    /** Counts a call. */
    public static synchronized void count(String method) {
        CALLS.merge(method, 1, Integer::sum);
    }

    private static final class User {
        private final String name;

        User(String name) {
            this.name = name;
        }

        @Override
        public boolean equals(Object other) {
            count("user.equals");
            return other instanceof User user && user.name.equals(name);
        }

        @Override
        public int hashCode() {
            count("user.hashCode");
            return name.hashCode();
        }

        @Override
        public String toString() {
            count("user.toString");
            return name;
        }
    }

    private static final class Tools implements ToolProvider {
        @Override
        public ToolProviderResult provideTools(ToolProviderRequest request) {
            count("tools.provideTools");
            return ToolProviderResult.builder()
                    .add(
                            ToolSpecification.builder()
                                    .name("weather")
                                    .description("The weather in a city.")
                                    .parameters(JsonObjectSchema.builder()
                                            .addStringProperty("city")
                                            .build())
                                    .build(),
                            new Weather())
                    .build();
        }

        @Override
        public boolean isDynamic() {
            count("tools.isDynamic");
            return false;
        }
    }

    private static final class Weather implements ToolExecutor {
        @Override
        public String execute(ToolExecutionRequest request, Object memory) {
            count("weather.execute");
            return "sunny";
        }

        @Override
        public String toString() {
            count("weather.toString");
            return "weather";
        }
    }

    private static final class Memories implements ChatMemoryStore {
        private final ChatMemoryStore behind = new InMemoryChatMemoryStore();

        @Override
        public List<ChatMessage> getMessages(Object memory) {
            count("memories.getMessages");
            return behind.getMessages(memory);
        }

        @Override
        public void updateMessages(Object memory, List<ChatMessage> messages) {
            count("memories.updateMessages");
            behind.updateMessages(memory, messages);
        }

        @Override
        public void deleteMessages(Object memory) {
            count("memories.deleteMessages");
            behind.deleteMessages(memory);
        }
    }

    private static final class Estimator implements TokenCountEstimator {
        @Override
        public int estimateTokenCountInText(String text) {
            count("estimator.text");
            return text.length();
        }

        @Override
        public int estimateTokenCountInMessage(ChatMessage message) {
            count("estimator.message");
            return 10;
        }

        @Override
        public int estimateTokenCountInMessages(Iterable<ChatMessage> messages) {
            count("estimator.messages");
            int tokens = 0;
            for (ChatMessage message : messages) {
                tokens += message == null ? 0 : 10;
            }
            return tokens;
        }
    }

    private static final class Listener implements ChatModelListener {
        @Override
        public void onRequest(ChatModelRequestContext context) {
            count("listener.onRequest");
        }

        @Override
        public void onResponse(ChatModelResponseContext context) {
            count("listener.onResponse");
        }

        @Override
        public void onError(ChatModelErrorContext context) {
            count("listener.onError");
        }
    }

    private static final class Handler implements StreamingChatResponseHandler {
        final CompletableFuture<String> answer = new CompletableFuture<>();

        @Override
        public void onPartialResponse(String part) {
            count("handler.onPartialResponse");
        }

        @Override
        public void onCompleteResponse(ChatResponse response) {
            count("handler.onCompleteResponse");
            answer.complete(response.aiMessage().text());
        }

        @Override
        public void onError(Throwable failure) {
            count("handler.onError");
            answer.completeExceptionally(failure);
        }

        @Override
        public int hashCode() {
            count("handler.hashCode");
            return 1;
        }

        @Override
        public boolean equals(Object other) {
            count("handler.equals");
            return this == other;
        }
    }

    private static final class Store implements EmbeddingStore<TextSegment> {
        private final EmbeddingStore<TextSegment> behind = new InMemoryEmbeddingStore<>();

        @Override
        public String add(Embedding embedding) {
            count("store.add");
            return behind.add(embedding);
        }

        @Override
        public void add(String id, Embedding embedding) {
            count("store.addWithId");
            behind.add(id, embedding);
        }

        @Override
        public String add(Embedding embedding, TextSegment segment) {
            count("store.addSegment");
            return behind.add(embedding, segment);
        }

        @Override
        public List<String> addAll(List<Embedding> embeddings) {
            count("store.addAll");
            return behind.addAll(embeddings);
        }

        @Override
        public EmbeddingSearchResult<TextSegment> search(EmbeddingSearchRequest request) {
            count("store.search");
            return behind.search(request);
        }

        @Override
        public String toString() {
            count("store.toString");
            return "store";
        }
    }

    /** Defined by a class loader of the application. */
    public static final class PluginRetriever implements ContentRetriever {
        @Override
        public List<Content> retrieve(Query query) {
            count("plugin.retrieve");
            return List.of(Content.from("The castle opens on Tuesday."));
        }

        @Override
        public String toString() {
            count("plugin.toString");
            return "plugin";
        }
    }

    /** Defines the plugin itself, delegates everything else to its parent, and counts all requests. */
    private static final class Plugins extends ClassLoader {
        Plugins() {
            super(CountedParts.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            // the JVM asks for classes of the JDK that call sites name
            if (!name.startsWith("java.")) {
                count("plugins.loadClass " + name);
            }
            if (!name.equals(PluginRetriever.class.getName())) {
                return super.loadClass(name, resolve);
            }
            try (InputStream in = CountedParts.class.getResourceAsStream("/" + name.replace('.', '/') + ".class")) {
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }

        @Override
        public URL getResource(String name) {
            count("plugins.getResource");
            return super.getResource(name);
        }

        @Override
        public InputStream getResourceAsStream(String name) {
            count("plugins.getResourceAsStream");
            return super.getResourceAsStream(name);
        }
    }
}
