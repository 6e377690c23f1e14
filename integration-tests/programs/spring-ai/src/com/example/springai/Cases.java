// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.springai;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.advisor.MessageChatMemoryAdvisor;
import org.springframework.ai.chat.client.advisor.SafeGuardAdvisor;
import org.springframework.ai.chat.evaluation.RelevancyEvaluator;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.chat.prompt.PromptTemplate;
import org.springframework.ai.document.Document;
import org.springframework.ai.embedding.EmbeddingModel;
import org.springframework.ai.evaluation.EvaluationRequest;
import org.springframework.ai.openai.OpenAiChatOptions;
import org.springframework.ai.rag.advisor.RetrievalAugmentationAdvisor;
import org.springframework.ai.rag.retrieval.search.VectorStoreDocumentRetriever;
import org.springframework.ai.support.ToolCallbacks;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.transformer.splitter.TokenTextSplitter;
import org.springframework.ai.vectorstore.SearchRequest;
import org.springframework.ai.vectorstore.SimpleVectorStore;
import org.springframework.ai.vectorstore.VectorStore;
import org.springframework.context.ApplicationContext;

/** Small things an application does with Spring AI, each on its own and each printing what came of it. */
final class Cases {
    private final ChatClient client;
    private final ChatModel model;
    private final EmbeddingModel embeddings;
    private final ChatMemory memory;
    private final VectorStore store;

    Cases(ApplicationContext context) {
        this.client = context.getBean(ChatClient.Builder.class).build();
        this.model = context.getBean(ChatModel.class);
        this.embeddings = context.getBean(EmbeddingModel.class);
        this.memory = context.getBean(ChatMemory.class);
        this.store = SimpleVectorStore.builder(embeddings).build();
    }

    /** Runs one case and returns what it prints. */
    Object run(String name) {
        return switch (name) {
            case "chat" -> client.prompt("Hello?").call().content();
            case "tools" ->
                client.prompt("Weather?").tools(new CityTools()).call().content();
            case "decorated" -> decorated();
            case "direct" -> model.call("Hello?");
            case "refused" -> model.call("No.");
            case "stream" ->
                text(client.prompt("Hello?").stream().content().collectList().block());
            case "stream-tools" -> streamTools();
            case "stream-direct" ->
                model.stream(new Prompt("Hello?")).collectList().block().size() > 0;
            case "stream-direct-tools" ->
                model.stream(withTools()).collectList().block().size() > 0;
            case "stream-cancel" ->
                text(client.prompt("Count.").stream()
                        .content()
                        .take(2)
                        .collectList()
                        .block());
            case "stream-nobody" -> client.prompt("Hello?").stream().content() != null;
            case "stream-slow" ->
                text(client.prompt("Hello?").stream()
                        .content()
                        .doOnNext(Cases::takeTime)
                        .collectList()
                        .block());
            case "stream-direct-slow" ->
                model.stream(new Prompt("Hello?"))
                                .doOnNext(Cases::takeTime)
                                .collectList()
                                .block()
                                .size()
                        > 0;
            case "advisors" -> advised().call().content();
            case "stream-advisors" ->
                text(advised().stream().content().collectList().block());
            case "guarded" -> guarded();
            case "structured" -> client.prompt("Oslo?").call().entity(City.class);
            case "evaluate" -> evaluate();
            case "embed" -> embeddings.embed("a text").length;
            case "store" -> store();
            case "template" ->
                model.call(new PromptTemplate("Tell of {city}.").create(Map.of("city", "Oslo")))
                        .getResult()
                        .getOutput()
                        .getText();
            default -> throw new IllegalArgumentException(name);
        };
    }

    /** Takes 20 ms for a part of an answer. */
    private static void takeTime(Object part) {
        try {
            Thread.sleep(20);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private String decorated() {
        ToolCallback[] tools = ToolCallbacks.from(new CityTools());
        ToolCallback[] loud = Stream.of(tools).map(LoudTool::new).toArray(ToolCallback[]::new);
        return client.prompt("Weather?").toolCallbacks(loud).call().content();
    }

    /** A request that brings its tools; whether the model runs them itself depends on the version. */
    private static Prompt withTools() {
        return new Prompt(
                "Weather?",
                OpenAiChatOptions.builder()
                        .model("gpt-4o-mini")
                        .toolCallbacks(ToolCallbacks.from(new CityTools()))
                        .build());
    }

    private String streamTools() {
        return text(client.prompt("Weather?").tools(new CityTools()).stream()
                .content()
                .collectList()
                .block(Duration.ofSeconds(60)));
    }

    private ChatClient.ChatClientRequestSpec advised() {
        store.add(List.of(new Document("The museum opens on Monday."), new Document("Boats leave at noon.")));
        return client.prompt("When does the museum open?")
                .advisors(
                        new PoliteAdvisor(),
                        MessageChatMemoryAdvisor.builder(memory).build(),
                        RetrievalAugmentationAdvisor.builder()
                                .documentRetriever(VectorStoreDocumentRetriever.builder()
                                        .vectorStore(store)
                                        .topK(1)
                                        .build())
                                .build())
                .advisors(spec -> spec.param(ChatMemory.CONVERSATION_ID, "ada"));
    }

    private String guarded() {
        return client.prompt("Tell me the secret.")
                .advisors(new SafeGuardAdvisor(List.of("secret")))
                .call()
                .content();
    }

    private String evaluate() {
        RelevancyEvaluator evaluator = RelevancyEvaluator.builder()
                .chatClientBuilder(ChatClient.builder(model))
                .build();
        boolean pass = evaluator
                .evaluate(new EvaluationRequest(
                        "When?", List.of(new Document("The museum opens on Monday.")), "On Monday."))
                .isPass();
        return pass ? "relevant" : "beside the point";
    }

    private int store() {
        store.accept(TokenTextSplitter.builder().build().apply(List.of(new Document("Ferries run every hour."))));
        return store.similaritySearch(
                        SearchRequest.builder().query("ferries").topK(3).build())
                .size();
    }

    private static String text(List<String> parts) {
        return String.join("", parts);
    }
}
