// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.ollama;

import io.github.ollama4j.Ollama;
import io.github.ollama4j.agent.Agent;
import io.github.ollama4j.exceptions.OllamaException;
import io.github.ollama4j.models.chat.OllamaChatMessageRole;
import io.github.ollama4j.models.chat.OllamaChatRequest;
import io.github.ollama4j.models.chat.OllamaChatStreamObserver;
import io.github.ollama4j.models.chat.OllamaChatTokenHandler;
import io.github.ollama4j.models.embed.OllamaEmbedRequestBuilder;
import io.github.ollama4j.models.generate.OllamaGenerateRequest;
import io.github.ollama4j.models.generate.OllamaGenerateStreamObserver;
import io.github.ollama4j.models.response.OllamaAsyncResultStreamer;
import io.github.ollama4j.tools.ToolFunction;
import io.github.ollama4j.tools.Tools;
import io.github.ollama4j.tools.annotations.ToolProperty;
import io.github.ollama4j.tools.annotations.ToolSpec;
import io.github.ollama4j.utils.OptionsBuilder;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;

/** Every way of calling a model through the library, in sequence; at the end a desk that answers by several calls. */
public final class OllamaCalls {
    private final Ollama ollama;

    private OllamaCalls(Ollama ollama) {
        this.ollama = ollama;
    }

    /** Runs the program. */
    public static void main(String[] args) throws Exception {
        OllamaCalls calls =
                new OllamaCalls(new Ollama(System.getProperty("openai.baseUrl").replaceFirst("/v1/?$", "")));
        System.out.println("whole: " + calls.ask("ollama-whole", "How far is it?", null));
        calls.refused();
        calls.streamed();
        calls.generated();
        calls.generatedLater();
        System.out.println("embedded: "
                + calls.ollama
                        .embed(OllamaEmbedRequestBuilder.getInstance("ollama-embedding", "one", "two")
                                .build())
                        .getEmbeddings()
                        .size());
        calls.withTools();
        calls.agent();
        System.out.println("desk: " + calls.answer());
    }

    private static OllamaChatRequest request(String model, String question) {
        return OllamaChatRequest.builder()
                .withModel(model)
                .withMessage(OllamaChatMessageRole.SYSTEM, "You are brief.")
                .withMessage(OllamaChatMessageRole.USER, question)
                .withTools(new ArrayList<>())
                .withOptions(
                        new OptionsBuilder().setTemperature(0.5f).setTopK(3).build());
    }

    private String ask(String model, String question, OllamaChatTokenHandler handler) throws OllamaException {
        return ollama.chat(request(model, question), handler)
                .getResponseModel()
                .getMessage()
                .getResponse();
    }

    private void refused() {
        try {
            ask("ollama-refused", "May I?", null);
        } catch (OllamaException e) {
            System.out.println("refused: " + e.getMessage());
        }
    }

    /** Streams to a lambda and to an object of the library. */
    private void streamed() throws OllamaException {
        StringBuilder parts = new StringBuilder();
        System.out.println("streamed: "
                + ask(
                        "ollama-streamed",
                        "Tell me.",
                        part -> parts.append('|').append(part.getMessage().getResponse())));
        System.out.println("parts: " + parts);
        StringBuilder thoughts = new StringBuilder();
        OllamaChatTokenHandler observer = new OllamaChatStreamObserver(
                thoughts::append, part -> thoughts.append('|').append(part));
        System.out.println("observed: " + ask("ollama-observed", "Tell me.", observer));
        System.out.println("parts: " + thoughts);
    }

    private void generated() throws ReflectiveOperationException {
        StringBuilder parts = new StringBuilder();
        try {
            System.out.println("generated: "
                    + ollama.generate(generate("ollama-text"), null).getResponse());
            OllamaGenerateStreamObserver observer = new OllamaGenerateStreamObserver(
                    null, part -> parts.append('|').append(part));
            System.out.println("generated in parts: "
                    + ollama.generate(generate("ollama-text-streamed"), observer)
                            .getResponse());
            System.out.println("parts: " + parts);
            ollama.generate(generate("ollama-text-refused"), null);
        } catch (OllamaException e) {
            System.out.println("refused: " + e.getMessage());
        }
    }

    private static OllamaGenerateRequest generate(String model) throws ReflectiveOperationException {
        OllamaGenerateRequest request = OllamaGenerateRequest.builder()
                .withModel(model)
                .withPrompt("Once?")
                .withOptions(new OptionsBuilder().setTemperature(0.5f).build());
        Method think = method(OllamaGenerateRequest.class, "setThink");
        think.invoke(request, off(think.getParameterTypes()[0]));
        return request;
    }

    /** On threads of the library's own, which say only afterwards whether that went well. */
    private void generatedLater() throws Exception {
        Method generate = method(Ollama.class, "generateAsync");
        for (String model : List.of("ollama-text-async", "ollama-text-async-refused")) {
            OllamaAsyncResultStreamer streamer = (OllamaAsyncResultStreamer)
                    generate.invoke(ollama, model, "Later?", false, off(generate.getParameterTypes()[3]));
            streamer.join();
            System.out.println("generated later: " + streamer.isSucceeded() + " " + streamer.getCompleteResponse());
        }
    }

    /** The library's releases differ in how reasoning is switched off. */
    private static Object off(Class<?> type) {
        return type == boolean.class ? false : type.getEnumConstants()[0];
    }

    private static Method method(Class<?> type, String name) {
        return Stream.of(type.getMethods())
                .filter(method -> method.getName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private void withTools() throws OllamaException {
        ollama.registerAnnotatedTools(this);
        ollama.registerTool(tool("clock", new Clock()));
        System.out.println("tools: " + ask("ollama-tools", "How is the weather, and when?", null));
        System.out.println("tools, streamed: " + ask("ollama-tools-streamed", "And now?", part -> {}));
        try {
            ask("ollama-tools-failing", "What time is it nowhere?", null);
        } catch (OllamaException e) {
            System.out.println("failed: " + e.getMessage());
        }
        ollama.deregisterTools();
    }

    private static Tools.Tool tool(String name, ToolFunction function) {
        return Tools.Tool.builder()
                .toolSpec(Tools.ToolSpec.builder()
                        .name(name)
                        .description("says " + name)
                        .parameters(Tools.Parameters.of(Map.of(
                                "zone",
                                Tools.Property.builder()
                                        .type("string")
                                        .description("where")
                                        .required(true)
                                        .build())))
                        .build())
                .toolFunction(function)
                .build();
    }

    private void agent() throws OllamaException {
        Agent agent = new Agent(
                "clerk", ollama, "ollama-agent", "Be kind.", new ArrayList<>(List.of(tool("clock", new Clock()))));
        Object answer = agent.interact("What time is it?", null);
        System.out.println("agent: " + (answer instanceof List<?> history ? history.size() + " messages" : answer));
    }

    /** Answers by a chat with a tool that is a lambda, two chats at once, and a stream. */
    String answer() throws Exception {
        ollama.registerTool(tool("dice", arguments -> 4));
        String first = ask("ollama-desk", "Roll.", null);
        ollama.deregisterTools();
        ExecutorService threads = Executors.newFixedThreadPool(2);
        Future<String> second = threads.submit(() -> ask("ollama-second", "Second?", null));
        Future<String> third = threads.submit(() -> ask("ollama-third", "Third?", null));
        String more = second.get() + third.get();
        threads.shutdown();
        return first + more + ask("ollama-last", "Last?", part -> {});
    }

    /** Tells the weather, for the model. */
    @ToolSpec(desc = "Tells the weather")
    public String weather(@ToolProperty(name = "city", desc = "The city") String city) {
        return "sunny in " + city;
    }

    /** Tells the time, for the model. */
    static final class Clock implements ToolFunction {
        @Override
        public Object apply(Map<String, Object> arguments) {
            if (arguments.get("zone") == null) {
                throw new IllegalArgumentException("no zone");
            }
            return "noon in " + arguments.get("zone");
        }
    }
}
