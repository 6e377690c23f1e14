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
 * Either may be preceded by {@code queue 200} (milliseconds that the request waits in the queue), {@code slow 5} (so many
 * times the usual time per token), {@code refuse 429} (the first request is refused, the next one is served), and
 * {@code anew 1} (what is at the prompt's beginning is in no cache).
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
    private static final Pattern PART = Pattern.compile("([\\w-]+)\\(([^)]*)\\)|(queue|slow|refuse|anew|say) (\\d+)");
    private static final Plan NONE = new Plan(List.of(new Step(List.of(), 20, 0, 1, 0, false)));

    /** A tool call to make. */
    public record Call(String tool, String arguments) {}

    /**
     * One answer.
     *
     * @param calls the tool calls; none: text
     * @param tokens length of the text
     * @param queueMillis how long the request waits in the queue
     * @param slow how many times the usual time a token takes
     * @param refusal HTTP status of the first request, 0: none is refused
     * @param anew whether the prompt is read from its beginning, whatever was read before
     */
    public record Step(List<Call> calls, int tokens, int queueMillis, int slow, int refusal, boolean anew) {
        public Step {
            calls = List.copyOf(calls);
        }
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
        int slow = 1;
        int refusal = 0;
        boolean anew = false;
        Matcher part = PART.matcher(text);
        boolean any = false;
        while (part.find()) {
            any = true;
            if (part.group(1) != null) {
                calls.add(new Call(part.group(1), json(part.group(2))));
                continue;
            }
            int number = Integer.parseInt(part.group(4));
            switch (part.group(3)) {
                case "queue" -> queue = number;
                case "slow" -> slow = number;
                case "refuse" -> refusal = number;
                case "anew" -> anew = number > 0;
                default -> tokens = number;
            }
        }
        if (!any) {
            throw new IllegalArgumentException("not a step of a plan: " + text);
        }
        return new Step(calls, tokens, queue, slow, refusal, anew);
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
