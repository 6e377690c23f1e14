// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.planted;

import com.example.agents.SimpleAssistant;
import com.example.agents.stream.StreamingAssistant;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.SystemMessage;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Agents of several parts, and healthy ones, in which nothing stands out. */
final class AgentCauses {
    /** Looks at a question from one side. */
    interface Lawyer {
        /** Returns an opinion. */
        @SystemMessage("You are a lawyer and look at questions as such.")
        String advise(String question);
    }

    /** Looks at a question from another side. */
    interface Accountant {
        /** Returns an opinion. */
        @SystemMessage("You are an accountant and look at questions as such.")
        String advise(String question);
    }

    /** Looks at a question from a third side. */
    interface Engineer {
        /** Returns an opinion. */
        @SystemMessage("You are an engineer and look at questions as such.")
        String advise(String question);
    }

    private AgentCauses() {}

    static Map<String, Workload.Cause> all() {
        return Map.ofEntries(
                Map.entry("experts-in-sequence", AgentCauses::expertsInSequence),
                Map.entry("experts-that-read-each-other", AgentCauses::expertsThatReadEachOther),
                Map.entry("router", AgentCauses::router),
                Map.entry("draft-and-review", AgentCauses::draftAndReview),
                Map.entry("one-unfinished", AgentCauses::oneUnfinished),
                Map.entry("healthy", AgentCauses::healthy),
                Map.entry("healthy-streamed", AgentCauses::healthyStreamed),
                Map.entry("healthy-parallel", AgentCauses::healthyParallel));
    }

    /** Three experts get the same question, none the answer of another. */
    private static Workload.Agent expertsInSequence(boolean planted) {
        Executor pool = Executors.newFixedThreadPool(3, ToolCauses::daemon);
        List<UnaryOperator<String>> experts = experts();
        return n -> Board.decide(experts, planted ? null : pool, "May we sell lamp " + n + "? [[say 40]]");
    }

    /** Each expert reads what the one before said: nothing to run at the same time. */
    private static Workload.Agent expertsThatReadEachOther(boolean planted) {
        List<UnaryOperator<String>> experts = experts();
        return n -> Board.inTurn(experts, "May we sell lamp " + n + "?");
    }

    /** A one-word answer decides which expert is asked; no later prompt contains it. */
    private static Workload.Agent router(boolean planted) {
        SimpleAssistant sorter = AiServices.create(SimpleAssistant.class, Models.small());
        List<UnaryOperator<String>> experts = experts();
        return n -> {
            String question = "May we sell lamp " + n + "?";
            int kind = Math.floorMod(sorter.chat(question + " [[say 1]]").hashCode(), experts.size());
            Board.decide(List.of(experts.get(kind)), null, question + " [[say 40]]");
        };
    }

    /** A draft, what is to be changed in it, and the text that follows from both. */
    private static Workload.Agent draftAndReview(boolean planted) {
        SimpleAssistant writer = AiServices.create(SimpleAssistant.class, Models.small());
        return n -> {
            String draft = writer.chat("Write about lamp " + n + " [[say 60]]");
            String review = writer.chat("What would you change in this? " + draft + " [[say 25]]");
            writer.chat("Change this: " + draft + " As follows: " + review + " [[say 60]]");
        };
    }

    /** A healthy agent with one workflow that was still running when the program ended. */
    private static Workload.Agent oneUnfinished(boolean planted) {
        Workload.Agent healthy = healthy(planted);
        Workload.Agent hanging = hanging();
        return n -> {
            if (n == 2) {
                ToolCauses.daemon(() -> Workload.ask(hanging, n + 1_000)).start();
            }
            healthy.run(n);
        };
    }

    private static Workload.Agent hanging() {
        SimpleAssistant assistant = AiServices.builder(SimpleAssistant.class)
                .chatModel(Models.small())
                .tools(new ShopTools().slow("stock", 600_000))
                .build();
        return n -> assistant.chat("Lamp " + n + " [[stock(item=lamp " + n + "); say 25]]");
    }

    private static List<UnaryOperator<String>> experts() {
        Lawyer lawyer = AiServices.create(Lawyer.class, Models.small());
        Accountant accountant = AiServices.create(Accountant.class, Models.small());
        Engineer engineer = AiServices.create(Engineer.class, Models.small());
        return List.of(lawyer::advise, accountant::advise, engineer::advise);
    }

    private static Workload.Agent healthy(boolean planted) {
        SimpleAssistant assistant = AiServices.builder(SimpleAssistant.class)
                .chatModel(Models.small())
                .tools(new ShopTools())
                .build();
        return n -> assistant.chat("Lamp " + n + " [[stock(item=lamp " + n + "); say 25]]");
    }

    private static Workload.Agent healthyStreamed(boolean planted) {
        StreamingAssistant assistant = ModelCauses.streaming();
        return n -> ModelCauses.stream(assistant, "Question " + n + " [[say 25]]", 0);
    }

    private static Workload.Agent healthyParallel(boolean planted) {
        Executor pool = Executors.newFixedThreadPool(3, ToolCauses::daemon);
        List<UnaryOperator<String>> experts = experts();
        return n -> Board.decide(experts, pool, "May we sell lamp " + n + "? [[say 40]]");
    }

    /** Asks experts; its methods are traced by name. */
    static final class Board {
        private Board() {}

        static String decide(List<UnaryOperator<String>> experts, Executor pool, String question) {
            Stream<String> opinions = pool == null
                    ? experts.stream().map(expert -> expert.apply(question))
                    : experts.stream()
                            .map(expert -> CompletableFuture.supplyAsync(() -> expert.apply(question), pool))
                            .toList()
                            .stream()
                            .map(CompletableFuture::join);
            return String.join("\n", opinions.toList());
        }

        static String inTurn(List<UnaryOperator<String>> experts, String question) {
            String opinion = question;
            for (int i = 0; i < experts.size(); i++) {
                opinion = experts.get(i).apply(opinion + " and then, in the view of " + i + " [[say 40]]");
            }
            return opinion;
        }
    }
}
