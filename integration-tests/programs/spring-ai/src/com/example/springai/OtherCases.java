// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.springai;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.advisor.MessageChatMemoryAdvisor;
import org.springframework.ai.chat.client.advisor.vectorstore.QuestionAnswerAdvisor;
import org.springframework.ai.chat.evaluation.FactCheckingEvaluator;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.memory.MessageWindowChatMemory;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.document.Document;
import org.springframework.ai.embedding.EmbeddingModel;
import org.springframework.ai.evaluation.EvaluationRequest;
import org.springframework.ai.evaluation.EvaluationResponse;
import org.springframework.ai.image.ImagePrompt;
import org.springframework.ai.mcp.SyncMcpToolCallbackProvider;
import org.springframework.ai.moderation.ModerationModel;
import org.springframework.ai.moderation.ModerationPrompt;
import org.springframework.ai.ollama.OllamaChatModel;
import org.springframework.ai.ollama.api.OllamaApi;
import org.springframework.ai.openai.OpenAiAudioSpeechModel;
import org.springframework.ai.openai.OpenAiAudioTranscriptionModel;
import org.springframework.ai.rag.advisor.RetrievalAugmentationAdvisor;
import org.springframework.ai.rag.preretrieval.query.expansion.MultiQueryExpander;
import org.springframework.ai.rag.preretrieval.query.transformation.RewriteQueryTransformer;
import org.springframework.ai.rag.retrieval.search.VectorStoreDocumentRetriever;
import org.springframework.ai.vectorstore.SimpleVectorStore;
import org.springframework.ai.vectorstore.VectorStore;
import org.springframework.context.ApplicationContext;
import org.springframework.core.ParameterizedTypeReference;
import org.springframework.core.io.ByteArrayResource;

/** The rarer things an application does with Spring AI, each on its own and each saying what came of it. */
final class OtherCases {
    private static final String CONVERSATION = "ada";

    private final ApplicationContext context;
    private final ChatModel model;
    private final String server;
    private final VectorStore store;

    OtherCases(ApplicationContext context, String server) {
        this.context = context;
        this.server = server;
        this.model = context.getBean(ChatModel.class);
        this.store =
                SimpleVectorStore.builder(context.getBean(EmbeddingModel.class)).build();
    }

    /** Runs one case and returns what it prints. */
    Object run(String name) {
        return switch (name) {
            case "image" ->
                Line.image(context, server)
                        .call(new ImagePrompt("a lake"))
                        .getResult()
                        .getOutput()
                        .getUrl();
            case "moderate" ->
                context.getBean(ModerationModel.class)
                        .call(new ModerationPrompt("an attack"))
                        .getResult()
                        .getOutput()
                        .getResults()
                        .get(0)
                        .isFlagged();
            case "speak" -> context.getBean(OpenAiAudioSpeechModel.class).call("Good day.").length;
            case "speak-stream" ->
                context.getBean(OpenAiAudioSpeechModel.class).stream("Good day.")
                        .reduce(0, (sum, bytes) -> sum + bytes.length)
                        .block();
            case "transcribe" -> Line.transcribe(context.getBean(OpenAiAudioTranscriptionModel.class), new Recording());
            case "mcp" -> mcp();
            case "mcp-served" -> new Served(model).ask();
            case "memory" -> memory();
            case "question-answer" -> questionAnswer();
            case "rag" -> rag();
            case "evaluate" -> evaluate();
            case "structured" ->
                ChatClient.create(model)
                        .prompt("Which cities?")
                        .call()
                        .entity(new ParameterizedTypeReference<List<String>>() {});
            case "anthropic" -> whole(Line.anthropic(server));
            case "anthropic-stream" -> inParts(Line.anthropic(server));
            case "ollama" -> whole(ollama());
            case "ollama-stream" -> inParts(ollama());
            default -> throw new IllegalArgumentException(name);
        };
    }

    /** A sound file, identified by its name. */
    private static final class Recording extends ByteArrayResource {
        Recording() {
            super("a sound".getBytes(StandardCharsets.US_ASCII));
        }

        @Override
        public String getFilename() {
            return "greeting.mp3";
        }
    }

    /** Tools of another process: requested by the model, called directly, and called asynchronously. */
    private String mcp() {
        try (Lake lake = new Lake()) {
            String answer = ChatClient.create(model)
                    .prompt("How deep is the lake?")
                    .toolCallbacks(new SyncMcpToolCallbackProvider(lake.client()).getToolCallbacks())
                    .call()
                    .content();
            return answer + " " + lake.depth() + " " + lake.depthLater() + " " + lake.sink();
        }
    }

    private String memory() {
        ChatMemory memory = MessageWindowChatMemory.builder()
                .chatMemoryRepository(new MapMemoryRepository())
                .build();
        return ChatClient.create(model)
                .prompt("Forget me.")
                .advisors(MessageChatMemoryAdvisor.builder(memory).build())
                .advisors(spec -> spec.param(ChatMemory.CONVERSATION_ID, CONVERSATION))
                .tools(new LibraryTools(memory, CONVERSATION))
                .call()
                .content();
    }

    private String questionAnswer() {
        store.add(List.of(new Document("The museum opens on Monday.")));
        return ChatClient.create(model)
                .prompt("When does the museum open?")
                .advisors(QuestionAnswerAdvisor.builder(store).build())
                .call()
                .content();
    }

    private String rag() {
        return ChatClient.create(model)
                .prompt("When does the museum open?")
                .advisors(RetrievalAugmentationAdvisor.builder()
                        .queryTransformers(RewriteQueryTransformer.builder()
                                .chatClientBuilder(ChatClient.builder(model))
                                .build())
                        .queryExpander(MultiQueryExpander.builder()
                                .chatClientBuilder(ChatClient.builder(model))
                                .numberOfQueries(2)
                                .includeOriginal(false)
                                .build())
                        .documentRetriever(VectorStoreDocumentRetriever.builder()
                                .vectorStore(store)
                                .build())
                        .documentPostProcessors(new FirstOnly())
                        .build())
                .call()
                .content();
    }

    private String evaluate() {
        EvaluationRequest request =
                new EvaluationRequest("When?", List.of(new Document("It opens on Monday.")), "On Sunday.");
        EvaluationResponse facts = FactCheckingEvaluator.forBespokeMinicheck(ChatClient.builder(model))
                .evaluate(request);
        EvaluationResponse brevity = new BrevityEvaluator().evaluate(request);
        return facts.isPass() + " " + brevity.isPass() + " " + brevity.getScore();
    }

    private ChatModel ollama() {
        return OllamaChatModel.builder()
                .ollamaApi(OllamaApi.builder().baseUrl(server).build())
                .build();
    }

    private static String whole(ChatModel other) {
        return ChatClient.create(other)
                .prompt("Weather?")
                .tools(new CityTools())
                .call()
                .content();
    }

    private static String inParts(ChatModel other) {
        return String.join(
                "",
                ChatClient.create(other).prompt("Weather?").tools(new CityTools()).stream()
                        .content()
                        .collectList()
                        .block());
    }
}
