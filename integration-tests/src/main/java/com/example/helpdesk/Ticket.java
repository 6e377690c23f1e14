// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.helpdesk;

/**
 * A customer's request.
 *
 * @param number which one of the day, from 0
 * @param kind {@code question order refund contract campaign}
 * @param country where the customer lives, two letters
 * @param customer who asks; also names the conversation
 * @param text the question
 */
public record Ticket(int number, String kind, String country, String customer, String text) {
    private static final int CUSTOMERS = 20;
    private static final String[] COUNTRIES = {"de", "fr", "se", "it", "es"};
    private static final String[] QUESTIONS = {
        "How do I descale the X7 espresso machine?",
        "Why does my grinder make a burning smell?",
        "Which filter fits the pour-over set?",
        "Can I put the milk jug into the dishwasher?",
        "How long does the battery of the scales last?",
        "The kettle does not switch off any more. What can I do?"
    };

    /** Returns a ticket of release 2.0's day: questions, orders and refunds. */
    static Ticket ofQuietDay(int number) {
        return of(number, number % 5 == 2 ? "order" : number % 10 == 4 ? "refund" : "question");
    }

    /** Returns a ticket of release 2.1's day: contracts and a campaign as well. */
    static Ticket ofBusyDay(int number) {
        return of(
                number,
                switch (number % 10) {
                    case 2, 9 -> "order";
                    case 4 -> "refund";
                    case 6 -> number % 20 == 6 ? "contract" : "campaign";
                    default -> "question";
                });
    }

    private static Ticket of(int number, String kind) {
        int customer = number % CUSTOMERS;
        String text = switch (kind) {
            case "order" -> "Where is my order " + (4700 + number) + "?";
            case "refund" -> "I sent order " + (4700 + number) + " back. Please refund the money.";
            case "contract" -> "May I end my service contract " + (900 + number) + " before its first year is over?";
            case "campaign" -> "Is voucher SUMMER-" + number + " still valid?";
            default -> QUESTIONS[number % QUESTIONS.length] + " Serial " + (50_000 + 37 * number) + ".";
        };
        return new Ticket(number, kind, COUNTRIES[customer % COUNTRIES.length], "customer-" + customer, text);
    }
}
