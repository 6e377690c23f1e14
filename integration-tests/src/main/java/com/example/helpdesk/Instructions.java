// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.helpdesk;

import java.time.Instant;

/** The agent's instructions for each conversation: the same rules in both releases, but not in the same place. */
final class Instructions {
    private static final String[] PRODUCTS = {
        "espresso machines",
        "grinders",
        "kettles",
        "scales",
        "filters",
        "milk jugs",
        "toasters",
        "mixers",
        "ovens",
        "knives"
    };
    private static final String RULES = rules();

    private Instructions() {}

    /** Returns those of release 2.0: rules first, so that a prompt cache can serve them. */
    static String stable() {
        return "You are the help desk of a shop for kitchen machines. Be brief and friendly.\n" + RULES + "It is "
                + Instant.now() + ".";
    }

    /** Returns those of release 2.1: the time comes first, so that no two prompts share a prefix. */
    static String changing() {
        return "It is " + Instant.now()
                + ". You are the help desk of a shop for kitchen machines. Be brief and friendly. "
                + "Ask for an order's state again until it is final.\n" + RULES;
    }

    private static String rules() {
        StringBuilder rules = new StringBuilder();
        for (int i = 0; i < PRODUCTS.length; i++) {
            String product = PRODUCTS[i];
            rules.append("About ")
                    .append(product)
                    .append(": the warranty is ")
                    .append(i % 3 + 2)
                    .append(" years. ")
                    .append("Returns of ")
                    .append(product)
                    .append(" are free within ")
                    .append(20 + i)
                    .append(" days. ")
                    .append("A repair takes ")
                    .append(i % 4 + 3)
                    .append(" working days, after which the customer may ask for a new one. ")
                    .append("Spare parts are kept for ")
                    .append(8 + i)
                    .append(" years and cost no more than ")
                    .append(30 + i)
                    .append(" percent of the price. Never promise a date of delivery for ")
                    .append(product)
                    .append(
                            " without an order number. If a customer is angry, say that you are sorry once, and offer a call.\n");
        }
        return rules.toString();
    }
}
