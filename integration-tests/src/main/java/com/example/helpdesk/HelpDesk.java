// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.helpdesk;

import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import dev.langchain4j.service.AiServices;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;

/** The help desk: answers the tickets of a day. */
public final class HelpDesk {
    private static final String BASE_URL = System.getProperty("helpdesk.baseUrl");
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final int MESSAGES = 40;

    private final Assistant assistant;
    private final ContractDesk contracts;
    private final Ratings ratings = new Ratings();

    private HelpDesk(boolean later) {
        List<Object> tools = new ArrayList<>(List.of(new Tools(!later, !later, !later)));
        if (later) {
            tools.add(new Classifier());
        }
        this.assistant = AiServices.builder(Assistant.class)
                .chatModel(model("gpt-4o-mini"))
                .streamingChatModel(OpenAiStreamingChatModel.builder()
                        .baseUrl(BASE_URL)
                        .apiKey("no-key")
                        .modelName("gpt-4o-mini")
                        .temperature(0.2)
                        .timeout(LIMIT)
                        .build())
                .tools(tools)
                .systemMessageProvider(customer -> later ? Instructions.changing() : Instructions.stable())
                .chatMemoryProvider(customer -> MessageWindowChatMemory.builder()
                        .id(customer)
                        .maxMessages(MESSAGES)
                        .alwaysKeepSystemMessageFirst(true)
                        .build())
                .build();
        this.contracts = AiServices.builder(ContractDesk.class)
                .chatModel(model("gpt-3.5-turbo"))
                .contentRetriever(new Contract())
                .build();
    }

    private static ChatModel model(String name) {
        return OpenAiChatModel.builder()
                .baseUrl(BASE_URL)
                .apiKey("no-key")
                .modelName(name)
                .temperature(0.2)
                .timeout(LIMIT)
                .build();
    }

    /**
     * Answers the tickets of a day: {@code RELEASE FILE}. Release {@code 2.0} has a quiet day, {@code 2.1} a busy one that gets
     * busier; the customers' ratings go to the file.
     */
    public static void main(String[] args) throws IOException, InterruptedException, ExecutionException {
        boolean later = args[0].equals("2.1");
        HelpDesk desk = new HelpDesk(later);
        if (later) {
            desk.work(0, 20, Ticket::ofBusyDay, 1);
            desk.work(20, 40, Ticket::ofBusyDay, 2);
            desk.work(40, 60, Ticket::ofBusyDay, 4);
        } else {
            desk.work(0, 40, Ticket::ofQuietDay, 2);
        }
        desk.ratings.write(Path.of(args[1]));
    }

    /** Answers the tickets from one number to another, with the given concurrency. */
    private void work(int from, int to, IntFunction<Ticket> tickets, int atOnce)
            throws InterruptedException, ExecutionException {
        ExecutorService clerks = Executors.newFixedThreadPool(atOnce);
        try {
            List<Future<?>> open = new ArrayList<>();
            for (int number = from; number < to; number++) {
                Ticket ticket = tickets.apply(number);
                open.add(clerks.submit(() -> serve(ticket)));
            }
            for (Future<?> ticket : open) {
                ticket.get();
            }
        } finally {
            clerks.shutdown();
        }
    }

    /** Answers a ticket and lets the customer rate the answer; opinions on contracts are not rated. */
    private void serve(Ticket ticket) {
        String answer = answer(ticket);
        if (!ticket.kind().equals("contract")) {
            ratings.rate(ticket.customer(), answer);
        }
    }

    /** Answers a ticket; the profiler's rule for the help desk makes it a workflow. */
    private String answer(Ticket ticket) {
        String answer = switch (ticket.kind()) {
            case "contract" -> contracts.advise(ticket.text());
            case "campaign", "refund" -> assistant.answer(ticket.customer(), ticket.text());
            default -> streamed(ticket);
        };
        file(answer);
        return answer;
    }

    /** Puts the answer into the ticket system. */
    private static void file(String answer) {
        if (answer.isBlank()) {
            throw new IllegalStateException("no answer to file");
        }
        Tools.pause(15);
    }

    private String streamed(Ticket ticket) {
        CompletableFuture<String> answer = new CompletableFuture<>();
        assistant.stream(ticket.customer(), ticket.text())
                .onPartialResponse(part -> {})
                .onCompleteResponse(
                        response -> answer.complete(response.aiMessage().text()))
                .onError(answer::completeExceptionally)
                .start();
        return answer.join();
    }
}
