// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.planted;

import com.example.agents.SimpleAssistant;
import com.example.agents.stream.StreamingAssistant;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.UserMessage;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/** Causes in the prompts or answers of models. */
final class ModelCauses {
    /** Sorts a question into a class. */
    interface Classifier {
        /** Returns the class. */
        @UserMessage("Which of order, return, other is this? {{it}} [[say 2]]")
        String classify(String question);
    }

    /** Writes the answer. */
    interface Writer {
        /** Returns the answer. */
        String write(String notes);
    }

    private ModelCauses() {}

    static Map<String, Workload.Cause> all() {
        return Map.ofEntries(
                Map.entry("late-first-token", ModelCauses::lateFirstToken),
                Map.entry("late-first-token-streamed", ModelCauses::lateFirstTokenStreamed),
                Map.entry("slow-generation", ModelCauses::slowGeneration),
                Map.entry("slow-consumer", ModelCauses::slowConsumer),
                Map.entry("long-answers", ModelCauses::longAnswers),
                Map.entry("rambling-answers", ModelCauses::ramblingAnswers),
                Map.entry("slow-client", ModelCauses::slowClient),
                Map.entry("client-start-up", ModelCauses::clientStartUp),
                Map.entry("large-model-small-step", ModelCauses::largeModelSmallStep),
                Map.entry("refused-requests", ModelCauses::refusedRequests),
                Map.entry("call-per-item", ModelCauses::callPerItem),
                Map.entry("same-question-to-the-model", ModelCauses::sameQuestion));
    }

    private static Workload.Agent lateFirstToken(boolean planted) {
        SimpleAssistant assistant = assistant(Models.small());
        return n -> assistant.chat("Question " + n + " [[" + (planted ? "queue 300 " : "") + "say 25]]");
    }

    private static Workload.Agent lateFirstTokenStreamed(boolean planted) {
        StreamingAssistant assistant = streaming();
        return n -> stream(assistant, "Question " + n + " [[" + (planted ? "queue 300 " : "") + "say 30]]", 0);
    }

    private static Workload.Agent slowGeneration(boolean planted) {
        StreamingAssistant assistant = streaming();
        return n -> stream(assistant, "Question " + n + " [[" + (planted ? "slow 8 " : "") + "say 30]]", 0);
    }

    /** The handler takes longer for each part of the answer than the model. */
    private static Workload.Agent slowConsumer(boolean planted) {
        StreamingAssistant assistant = streaming();
        return n -> stream(assistant, "Question " + n + " [[say 30]]", planted ? 10 : 0);
    }

    /** One of two agents answers twenty times as long as the other. */
    private static Workload.Agent longAnswers(boolean planted) {
        Classifier classifier = AiServices.create(Classifier.class, Models.small());
        Writer writer = AiServices.create(Writer.class, Models.small());
        return n -> {
            classifier.classify("number " + n);
            writer.write("Notes " + n + " [[say 30]]");
            writer.write("Summary " + n + " [[say " + (planted ? 400 : 20) + "]]");
        };
    }

    /** Every fourth answer is twenty times as long as the others of the same agent. */
    private static Workload.Agent ramblingAnswers(boolean planted) {
        Writer writer = AiServices.create(Writer.class, Models.small());
        return n -> writer.write("Reply to customer " + n + " [[say " + (planted && n % 4 == 3 ? 500 : 25) + "]]");
    }

    /** Each call gets a token of access before its request; the twin keeps one. */
    private static Workload.Agent slowClient(boolean planted) {
        SimpleAssistant assistant = assistant(Models.small(() -> Workload.await(planted ? 180 : 0)));
        return n -> assistant.chat("Question " + n + " [[say 25]]");
    }

    /** The first call connects for long, as clients do that load and negotiate when they are first used. */
    private static Workload.Agent clientStartUp(boolean planted) {
        AtomicBoolean connected = new AtomicBoolean(!planted);
        SimpleAssistant assistant = assistant(Models.small(() -> {
            if (connected.compareAndSet(false, true)) {
                Workload.await(2_500);
            }
        }));
        return n -> assistant.chat("Question " + n + " [[say 25]]");
    }

    private static Workload.Agent largeModelSmallStep(boolean planted) {
        Classifier classifier = AiServices.create(Classifier.class, planted ? Models.large() : Models.small());
        Writer writer = AiServices.create(Writer.class, Models.small());
        String question = Workload.words("question", 900);
        return n -> {
            classifier.classify(n + " " + question);
            writer.write("Answer " + n + " [[say 30]]");
        };
    }

    private static Workload.Agent refusedRequests(boolean planted) {
        SimpleAssistant assistant = assistant(Models.small());
        return n -> assistant.chat("Question " + n + " [[" + (planted && n % 2 == 0 ? "refuse 429 " : "") + "say 20]]");
    }

    /** A dozen items with one call each; the twin requests all of them in one call. */
    private static Workload.Agent callPerItem(boolean planted) {
        Writer writer = AiServices.create(Writer.class, Models.small());
        return n -> {
            for (int item = 0; item < (planted ? 12 : 1); item++) {
                writer.write("Describe item " + n + "-" + item + " [[say " + (planted ? 8 : 96) + "]]");
            }
        };
    }

    /** The same question is put to the model in each workflow; the twin asks once. */
    private static Workload.Agent sameQuestion(boolean planted) {
        SimpleAssistant policy = assistant(Models.large());
        SimpleAssistant assistant = assistant(Models.small());
        CompletableFuture<String> kept = new CompletableFuture<>();
        return n -> {
            if (planted) {
                policy.chat("What is our policy on returns? [[say 30]]");
            } else if (!kept.isDone()) {
                kept.complete(policy.chat("What is our policy on returns? [[say 30]]"));
            }
            assistant.chat("Answer customer " + n + " [[say 15]]");
        };
    }

    static StreamingAssistant streaming() {
        return AiServices.builder(StreamingAssistant.class)
                .streamingChatModel(Models.streaming())
                .build();
    }

    /** Reads a stream to its end; each part of it is worked on for so long. */
    static void stream(StreamingAssistant assistant, String question, int millisPerPart) {
        CompletableFuture<Void> end = new CompletableFuture<>();
        assistant
                .chat(question)
                .onPartialResponse(part -> {
                    if (millisPerPart > 0) {
                        Workload.await(millisPerPart);
                    }
                })
                .onCompleteResponse(response -> end.complete(null))
                .onError(end::completeExceptionally)
                .start();
        end.join();
    }

    private static SimpleAssistant assistant(ChatModel model) {
        return AiServices.create(SimpleAssistant.class, model);
    }
}
