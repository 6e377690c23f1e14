// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.stock;

import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.service.AiServices;

/** Answers a question about each of some articles. */
public final class StockAgent {
    private StockAgent() {}

    /** The agent. */
    public interface Clerk {
        /** Answers a question. */
        String answer(String question);
    }

    /**
     * Asks about the articles that are given as arguments; only for the price of those with an exclamation mark, only for the boxes of
     * those with a number sign.
     */
    public static void main(String[] args) {
        Warehouse warehouse = new Warehouse();
        Clerk clerk = AiServices.builder(Clerk.class)
                .chatModel(OpenAiChatModel.builder()
                        .baseUrl(System.getProperty("stock.baseUrl"))
                        .apiKey("no-key")
                        .modelName("gpt-4o-mini")
                        .maxRetries(0)
                        .build())
                .tools(warehouse)
                .build();
        for (String argument : args) {
            String article = argument.replaceAll("[!#]", "");
            if (argument.startsWith("#")) {
                System.out.println(clerk.answer("How many boxes of " + article + "?"));
                continue;
            }
            if (argument.equals(article)) {
                System.out.println(clerk.answer("How many " + article + "?"));
            }
            try {
                System.out.println("price " + warehouse.price(article));
                System.out.println("price " + warehouse.price(article));
            } catch (RuntimeException e) {
                System.out.println("no price: " + e.getMessage());
            }
        }
    }
}
