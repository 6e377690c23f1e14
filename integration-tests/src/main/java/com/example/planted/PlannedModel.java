// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.planted;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.StringJoiner;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Answers by the {@link Plan} in the question, in the time that the rules of {@link Speed} give. A prompt's leading blocks that were
 * seen before cost no time and are reported as cached. A step whose tool failed is taken again, up to three times.
 *
 * <p><b>Threading:</b> may be asked by several threads at a time.
 */
public final class PlannedModel {
    private static final int CHARS_PER_TOKEN = 4;
    private static final int BLOCK = 64 * CHARS_PER_TOKEN;
    private static final int TRIES = 3;
    private static final int TOKENS_PER_CALL = 15;
    private static final Duration EMBEDDING = Duration.ofMillis(18);
    private static final Duration EMBEDDING_TOKEN = Duration.ofNanos(5_000);
    private static final String FAILED = "FAILED";
    private static final List<String> SYLLABLES = List.of(
            "bar", "cel", "dom", "fin", "gar", "hol", "jun", "kal", "lem", "mor", "nid", "pas", "rul", "sem", "tov",
            "vek");

    private final int leastCached;
    private final int cachedStep;
    private final Set<String> cached = ConcurrentHashMap.newKeySet();
    private final Set<String> refused = ConcurrentHashMap.newKeySet();

    /** Makes a model that caches whatever prompts begin with. */
    public PlannedModel() {
        this(0, 1);
    }

    /**
     * Makes a model.
     *
     * @param leastCached tokens below which nothing is read from the cache
     * @param cachedStep tokens of which a multiple is read from it
     */
    public PlannedModel(int leastCached, int cachedStep) {
        this.leastCached = leastCached;
        this.cachedStep = cachedStep;
    }

    /**
     * How fast a model is.
     *
     * @param base time before the first token that no prompt changes
     * @param promptToken time for a token of the prompt that is not cached
     * @param token time for a token of the answer
     */
    record Speed(Duration base, Duration promptToken, Duration token) {
        static Speed of(String model) {
            boolean large = !model.contains("mini") && !model.contains("small");
            return large
                    ? new Speed(Duration.ofMillis(40), Duration.ofNanos(100_000), Duration.ofMillis(6))
                    : new Speed(Duration.ofMillis(20), Duration.ofNanos(30_000), Duration.ofMillis(2));
        }
    }

    /**
     * A message of a prompt.
     *
     * @param role {@code system user assistant tool}
     * @param text its text, all parts concatenated
     */
    public record Message(String role, String text) {}

    /**
     * An answer and its timing.
     *
     * @param refusal HTTP status if the request is refused, else 0
     * @param text the text; {@code null} if tools are called
     * @param calls the tools
     * @param used tokens
     * @param cut whether the text ends because it reached its limit
     * @param queue the queue that the request waits in, a refused one, too
     * @param first time to the first token
     * @param perToken time for each further token
     */
    public record Answer(
            int refusal,
            String text,
            List<Plan.Call> calls,
            Used used,
            boolean cut,
            Queue queue,
            Duration first,
            Duration perToken) {
        public Answer {
            calls = List.copyOf(calls);
        }

        /** Returns the time to the last token. */
        public Duration whole() {
            return first.plus(perToken.multipliedBy(used.output() - used.reasoning()));
        }
    }

    /**
     * A queue of requests.
     *
     * @param waited how long the request waits in it
     * @param length how long it is, by the server's own metrics
     */
    public record Queue(Duration waited, int length) {}

    /**
     * Tokens of an answer.
     *
     * @param input of the prompt
     * @param cached of these, seen before
     * @param output of the answer, reasoning included
     * @param reasoning of these, before the text
     */
    public record Used(int input, int cached, int output, int reasoning) {}

    /** Returns the duration of an embedding request for this number of tokens. */
    public static Duration embeddingTime(int tokens) {
        return EMBEDDING.plus(EMBEDDING_TOKEN.multipliedBy(tokens));
    }

    /**
     * Answers a request.
     *
     * @param model name of the model
     * @param tools descriptions of the tools, which are part of the prompt
     * @param messages the messages
     */
    public Answer answer(String model, String tools, List<Message> messages) {
        int question = lastPlan(messages);
        Plan plan = Plan.in(question < 0 ? "" : messages.get(question).text());
        Plan.Step step = plan.step(stepsDone(messages.subList(question + 1, messages.size())));
        String prompt = tools + messages;
        boolean refuses = step.refusal() != 0 && refused.add(prompt);
        int input = prompt.length() / CHARS_PER_TOKEN;
        int hit = step.anew() || refuses ? 0 : cachedTokens(prompt);
        Speed speed = Speed.of(model);
        Duration queued = Duration.ofMillis(step.refusal() == 0 || refuses ? step.queueMillis() : 0);
        return new Answer(
                refuses ? step.refusal() : 0,
                step.calls().isEmpty() ? text(prompt, step.said()) : null,
                step.calls(),
                new Used(
                        input,
                        hit,
                        step.said().reasoning()
                                + (step.calls().isEmpty()
                                        ? step.said().tokens()
                                        : TOKENS_PER_CALL * step.calls().size()),
                        step.said().reasoning()),
                step.said().cut(),
                new Queue(queued, step.busy()),
                queued.plus(speed.base())
                        .plus(speed.promptToken().multipliedBy(input - hit))
                        .plus(speed.token().multipliedBy(step.said().reasoning())),
                speed.token().multipliedBy(step.slow()));
    }

    private static String text(String prompt, Plan.Said said) {
        return said.text() == null ? words(prompt, said.tokens()) : said.text();
    }

    /** Returns words of two or three syllables that follow from the prompt: the same for the same one, others for another. */
    private static String words(String prompt, int count) {
        Random random = new Random(prompt.hashCode());
        StringJoiner text = new StringJoiner(" ");
        for (int i = 0; i < count; i++) {
            StringBuilder word = new StringBuilder();
            for (int k = 2 + random.nextInt(2); k > 0; k--) {
                word.append(SYLLABLES.get(random.nextInt(SYLLABLES.size())));
            }
            text.add(word);
        }
        return text.toString();
    }

    /** Returns how many tokens at the prompt's beginning were seen before, and remembers the prompt. */
    private int cachedTokens(String prompt) {
        Set<String> blocks = new HashSet<>();
        int hit = 0;
        boolean known = true;
        String before = "";
        for (int end = BLOCK; end <= prompt.length(); end += BLOCK) {
            before = Integer.toHexString(before.hashCode())
                    + Integer.toHexString(prompt.substring(end - BLOCK, end).hashCode());
            known &= cached.contains(before);
            if (known) {
                hit = end / CHARS_PER_TOKEN;
            }
            blocks.add(before);
        }
        cached.addAll(blocks);
        return hit < leastCached ? 0 : hit / cachedStep * cachedStep;
    }

    private static int lastPlan(List<Message> messages) {
        for (int i = messages.size() - 1; i >= 0; i--) {
            if (messages.get(i).role().equals("user") && messages.get(i).text().contains("[[")) {
                return i;
            }
        }
        return -1;
    }

    /** Returns how many steps are done: answers of the model, without those whose tool failed fewer than three times. */
    private static int stepsDone(List<Message> later) {
        int done = 0;
        int failures = 0;
        boolean open = false;
        boolean failed = false;
        for (Message message : later) {
            String role = message.role();
            if (role.equals("assistant")) {
                if (open) {
                    failures = failed ? failures + 1 : 0;
                    done += failures == 0 || failures == TRIES ? 1 : 0;
                    failures = failures == TRIES ? 0 : failures;
                }
                open = true;
                failed = false;
            } else if (role.equals("tool")) {
                failed |= message.text().contains(FAILED);
            }
        }
        if (open) {
            done += !failed || failures + 1 == TRIES ? 1 : 0;
        }
        return done;
    }
}
