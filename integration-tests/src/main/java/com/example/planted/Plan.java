// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.planted;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Instructions to the model inside a question, so that the program alone decides what happens, without a server script.
 *
 * <p>The plan is in double square brackets anywhere in a user message: steps separated by {@code ;}, one answer of the model
 * each. A step is one or more tool calls, {@code stock(item=lamp) price(item=lamp)}, or {@code say 30}: a text of 30 tokens.
 * {@code tell PASS} is a text of that word, whatever was asked.
 * Either may be preceded by {@code queue 200} (milliseconds that the request waits in the queue), {@code slow 5} (so many
 * times the usual time per token), {@code refuse 429} (the first request is refused, after its wait in the queue, the next one is served at once),
 * {@code busy 14} (so many requests are in the server's queue, by its own metrics),
 * {@code anew 1} (what is at the prompt's beginning is in no cache), {@code think 600} (so many tokens of reasoning come first), and
 * {@code cut 1} (the answer ends because it reached its limit).
 *
 * <p><b>Threading:</b> immutable.
 *
 * @param steps the steps, at least one
 */
public record Plan(List<Step> steps) {
    public Plan {
        steps = List.copyOf(steps);
    }

    private static final Pattern WHERE = Pattern.compile("\\[\\[(.*?)]]", Pattern.DOTALL);
    private static final Pattern PART =
            Pattern.compile("([\\w-]+)\\(([^)]*)\\)|(queue|busy|slow|refuse|anew|think|cut|say) (\\d+)|tell (\\w+)");
    private static final Plan NONE = new Plan(List.of(new Step(List.of(), Said.TOKENS_20, 0, 0, 1, 0, false)));

    /** A tool call to make. */
    public record Call(String tool, String arguments) {}

    /**
     * One answer.
     *
     * @param calls the tool calls; none: text
     * @param said the text
     * @param queueMillis how long the request waits in the queue
     * @param busy how many requests are in the queue, by the server's own metrics
     * @param slow how many times the usual time a token takes
     * @param refusal HTTP status of the first request, 0: none is refused
     * @param anew whether the prompt is read from its beginning, whatever was read before
     */
    public record Step(List<Call> calls, Said said, int queueMillis, int busy, int slow, int refusal, boolean anew) {
        public Step {
            calls = List.copyOf(calls);
        }
    }

    /**
     * A text.
     *
     * @param text the text itself; {@code null} where only its length is given
     * @param tokens its length
     * @param reasoning tokens of reasoning before it
     * @param cut whether it ends because it reached its limit
     */
    public record Said(String text, int tokens, int reasoning, boolean cut) {
        static final Said TOKENS_20 = new Said(null, 20, 0, false);
    }

    /** Returns the last plan in a text, or one that says a little if there is none. */
    static Plan in(String text) {
        Matcher where = WHERE.matcher(text);
        String plan = null;
        while (where.find()) {
            plan = where.group(1);
        }
        if (plan == null) {
            return NONE;
        }
        List<Step> steps = new ArrayList<>();
        for (String step : plan.split(";")) {
            steps.add(step(step));
        }
        return new Plan(steps);
    }

    /** Returns a step; after the last one the last one again. */
    Step step(int number) {
        return steps.get(Math.min(number, steps.size() - 1));
    }

    private static Step step(String text) {
        List<Call> calls = new ArrayList<>();
        int tokens = 20;
        int queue = 0;
        int busy = 0;
        int slow = 1;
        int refusal = 0;
        boolean anew = false;
        String word = null;
        int reasoning = 0;
        boolean cut = false;
        Matcher part = PART.matcher(text);
        boolean any = false;
        while (part.find()) {
            any = true;
            if (part.group(1) != null) {
                calls.add(new Call(part.group(1), json(part.group(2))));
                continue;
            }
            if (part.group(5) != null) {
                word = part.group(5);
                tokens = 1;
                continue;
            }
            int number = Integer.parseInt(part.group(4));
            switch (part.group(3)) {
                case "queue" -> queue = number;
                case "busy" -> busy = number;
                case "slow" -> slow = number;
                case "refuse" -> refusal = number;
                case "anew" -> anew = number > 0;
                case "think" -> reasoning = number;
                case "cut" -> cut = number > 0;
                default -> tokens = number;
            }
        }
        if (!any) {
            throw new IllegalArgumentException("not a step of a plan: " + text);
        }
        return new Step(calls, new Said(word, tokens, reasoning, cut), queue, busy, slow, refusal, anew);
    }

    private static String json(String arguments) {
        StringBuilder json = new StringBuilder("{");
        for (String argument : arguments.isBlank() ? new String[0] : arguments.split(",")) {
            String[] pair = argument.split("=", 2);
            json.append(json.length() > 1 ? "," : "")
                    .append('"')
                    .append(pair[0].strip())
                    .append("\":\"")
                    .append(pair[1].strip())
                    .append('"');
        }
        return json.append('}').toString();
    }
}
