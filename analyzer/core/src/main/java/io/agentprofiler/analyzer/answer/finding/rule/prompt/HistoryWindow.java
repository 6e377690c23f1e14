// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.prompt;

import io.agentprofiler.analyzer.answer.prefix.rule.CacheRule;
import io.agentprofiler.analyzer.answer.tokens.Cost;
import io.agentprofiler.analyzer.trace.Tokens;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The prompts of a conversation, or of all conversations of an agent where they have no names.
 *
 * <p><b>Threading:</b> immutable.
 *
 * @param subject kind and name of the agent
 * @param model the model that is asked
 * @param calls how many prompts there are
 * @param turns the first {@value #MOST_TURNS} of them, by start
 */
record HistoryWindow(String subject, String model, long calls, List<HistoryTurn> turns) {
    static final int MOST_TURNS = 64;

    /** Conversations without names may alternate. */
    private static final int LOOKED_BACK = 8;

    private static final int LEAST_KEPT = 2;
    private static final double SHORTER = 0.25;

    /**
     * A prompt that lacks the oldest messages of an earlier one.
     *
     * @param lostTokens tokens that the provider's rule would serve from its cache, if these messages were still there
     * @param lostUsd what they would cost less; {@code null} where the price is not known
     * @param mostUsd what a prompt would cost less that has a quarter of these messages less, as it has on average if half of the
     *     history is dropped when it is full; {@code null} where the price is not known
     * @param leastPart the part of the tokens that is served then: the prompt after the drop is read anew
     */
    record Slide(HistoryTurn turn, long lostTokens, BigDecimal lostUsd, BigDecimal mostUsd, double leastPart) {}

    /**
     * What is known of a conversation.
     *
     * @param of how many prompts go on from an earlier one, since the first of them lacked something
     * @param turns those that lack the oldest messages
     */
    record Slides(HistoryWindow window, int of, List<Slide> turns) {}

    /** Returns the prompts of both; associative and commutative. */
    HistoryWindow plus(HistoryWindow more) {
        return new HistoryWindow(
                subject,
                model,
                calls + more.calls,
                Stream.concat(turns.stream(), more.turns.stream())
                        .sorted(HistoryTurn.BY_START)
                        .limit(MOST_TURNS)
                        .toList());
    }

    /** Answers whether none that begins then is among the first. */
    boolean isFullBefore(long startNanos) {
        return turns.size() == MOST_TURNS && turns.get(MOST_TURNS - 1).startNanos() < startNanos;
    }

    HistoryWindow withOthers(long more) {
        return new HistoryWindow(subject, model, calls + more, turns);
    }

    /** Returns how many prompts each of those that are kept stands for. */
    double each() {
        return calls / (double) turns.size();
    }

    /** Returns which prompts lack the oldest messages of those before. */
    Slides slides() {
        List<Slide> found = new ArrayList<>();
        int of = 0;
        for (int i = 1; i < turns.size(); i++) {
            HistoryTurn turn = turns.get(i);
            HistoryTurn before = null;
            int without = Integer.MAX_VALUE;
            for (int k = i - 1; k >= Math.max(0, i - LOOKED_BACK); k--) {
                int lacks = lacks(turn, turns.get(k));
                if (lacks < without) {
                    without = lacks;
                    before = turns.get(k);
                }
            }
            Slide slide = before == null || without == 0 ? null : slide(turn, before, without);
            if (slide != null) {
                found.add(slide);
            }
            of += before != null && !found.isEmpty() ? 1 : 0;
        }
        return new Slides(this, of, List.copyOf(found));
    }

    /** Returns how many of the oldest messages of an earlier prompt are not there, while all others are; else a number beyond all. */
    private static int lacks(HistoryTurn turn, HistoryTurn earlier) {
        int length = earlier.prompt().messages().length;
        for (int without = 0; without <= length - LEAST_KEPT; without++) {
            if (turn.prompt().continues(earlier.prompt(), without)) {
                return without;
            }
        }
        return Integer.MAX_VALUE;
    }

    private static Slide slide(HistoryTurn turn, HistoryTurn before, int without) {
        CacheRule rule = turn.rule();
        if (rule == null
                || turn.startNanos() - before.startNanos() > rule.limits().lifetimeNanos()) {
            return null;
        }
        int length = before.prompt().messages().length;
        long input = turn.tokens().input();
        long end = turn.prompt().ends()[length - without - 1];
        long reported = turn.tokens().cacheRead();
        long now =
                reported >= 0 ? reported : rule.hit(turn.tokensOf(turn.prompt().fixedBytes()), input);
        long then = rule.hit(turn.tokensOf(end), input);
        long shorter = Math.round(
                SHORTER * Math.max(0, then - turn.tokensOf(turn.prompt().fixedBytes())));
        return then <= now
                ? null
                : new Slide(
                        turn,
                        then - now,
                        saved(turn, now, then, 0),
                        saved(turn, now, then, shorter),
                        Math.max(0, 1 - 2.0 * without / length));
    }

    private static BigDecimal saved(HistoryTurn turn, long now, long then, long shorter) {
        Optional<Cost> costNow = cost(turn, now, 0);
        Optional<Cost> costThen = cost(turn, then - shorter, shorter);
        return costNow.isEmpty() || costThen.isEmpty()
                ? null
                : costNow.get().total().subtract(costThen.get().total());
    }

    private static Optional<Cost> cost(HistoryTurn turn, long read, long shorter) {
        Tokens tokens = turn.tokens();
        long input = tokens.input() - shorter;
        return turn.rates() == null
                ? Optional.empty()
                : turn.rates()
                        .cost(new Tokens(
                                input,
                                tokens.output(),
                                read,
                                turn.rule().charged(read, input, input),
                                tokens.reasoning()));
    }
}
