// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.tour;

import io.agentprofiler.it.openai.script.ChatRequest;
import java.util.Collections;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The behaviour of the help desk's model for a request.
 *
 * @param plan its steps, as a {@link com.example.planted.Plan}
 * @param text its final answer
 */
record HelpDeskPlans(String plan, String text) {
    private static final int CHARS_PER_TOKEN = 4;
    private static final int POLLS = 5;
    private static final Pattern ORDER = Pattern.compile("order (\\d+)");

    /** Returns what to do with a request. */
    static HelpDeskPlans of(ChatRequest request) {
        String asked = request.lastUserText();
        if (asked.contains("Where is my order")) {
            return order(asked, request.systemText().contains("until it is final"));
        }
        if (asked.contains("refund")) {
            boolean failed =
                    request.lastRole().equals("tool") && !request.lastText().contains("was paid back");
            return of(
                    "refund(order=" + order(asked) + ")",
                    failed
                            ? "I am sorry, the payment service does not answer. A colleague will call you."
                            : "Your money is on its way, and arrives within three days.");
        }
        if (asked.contains("contract")) {
            return of("", "No. By clause 14 it ends after its first year at the earliest, with four weeks' notice.");
        }
        if (asked.contains("voucher")) {
            return of(
                    "refuse 429 search_kb(query=voucher)", "refuse 429 ", "Yes, it is valid until the end of August.");
        }
        return question(asked, request.json().path("tools").toString().contains("\"classify\""));
    }

    private static HelpDeskPlans order(String asked, boolean untilFinal) {
        String status = "order_status(order=" + order(asked) + ")";
        // the last request goes to a replica that has not seen the prompt
        return of(
                untilFinal ? String.join("; ", Collections.nCopies(POLLS, status)) : status,
                "anew 1 ",
                "Your order was sent yesterday, and arrives on Thursday.");
    }

    /** The three tools of a question depend only on the question, so the model requests all of them together. */
    private static HelpDeskPlans question(String asked, boolean canClassify) {
        String[] parts = asked.split(" Serial ", 2);
        String topic = plain(parts[0]);
        String all = plain(asked);
        return of(
                "search_kb(query=" + topic + ")" + (canClassify ? " classify(text=" + all + ")" : "")
                        + " synthesize(topic=" + all + ")",
                "Clean it once a month, use soft water, and call us if that does not help. The articles say more.");
    }

    private static HelpDeskPlans of(String calls, String text) {
        return of(calls, "", text);
    }

    private static HelpDeskPlans of(String calls, String beforeText, String text) {
        return new HelpDeskPlans(
                (calls.isEmpty() ? "" : calls + "; ") + beforeText + "say " + text.length() / CHARS_PER_TOKEN, text);
    }

    private static String plain(String text) {
        return text.replaceAll("[^A-Za-z0-9 -]", "");
    }

    private static String order(String asked) {
        Matcher order = ORDER.matcher(asked);
        if (!order.find()) {
            throw new IllegalArgumentException("no number of an order in: " + asked);
        }
        return order.group(1);
    }
}
