// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.facts;

import io.agentprofiler.analyzer.answer.finding.scan.PromptParts;
import io.agentprofiler.analyzer.base.stat.Median;
import io.agentprofiler.analyzer.base.stat.TheilSen;
import io.agentprofiler.analyzer.read.event.TraceId;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * The growth of one model's prompts over the calls of a conversation, or of an agent run if there is no conversation.
 *
 * <p><b>Threading:</b> immutable.
 *
 * @param subject kind and name of the agent, of the model where there is no agent
 * @param conversation its id, {@code null} where there is none
 * @param model the model that was asked for
 * @param window tokens its context takes; not positive where that is not known
 * @param total all calls that said how long their prompt was
 * @param first the first of them
 * @param latest the latest of them, {@value #KEPT} at most, in the order they began
 */
public record Growth(
        String subject,
        String conversation,
        String model,
        long window,
        GrowthTotal total,
        GrowthStep first,
        List<GrowthStep> latest) {
    /** The fullest windows first, those that are not known last. */
    public static final Comparator<Growth> FULLEST_FIRST = Comparator.comparingDouble(
                    (Growth growth) -> growth.window() > 0 ? -growth.share() : 1)
            .thenComparing(Growth::subject)
            .thenComparing(Growth::last);

    /** Calls that are kept of a conversation. */
    static final int KEPT = 32;
    /** Minimum number of calls for an estimate of growth. */
    static final int ENOUGH = 5;
    /** Prompts that grow became longer by this part of their median in the calls that are kept, at least. */
    private static final double LEAST_RISE = 0.1;
    /** .. and in the later half of these calls they grow at this part of the pace of all of them: a bounded memory does not. */
    private static final double STILL = 0.25;

    private static final double TAIL = 0.025;
    /** Forecast horizon, as a multiple of the observed calls. */
    private static final int HORIZON = 10;

    /**
     * What calls come to.
     *
     * @param calls how many there are
     * @param nanos their time
     * @param sent what they sent together
     */
    public record GrowthTotal(long calls, long nanos, SentTokens sent) {
        GrowthTotal plus(GrowthTotal more) {
            return new GrowthTotal(calls + more.calls, nanos + more.nanos, sent.plus(more.sent));
        }
    }

    /**
     * What was sent.
     *
     * @param tokens tokens of prompts
     * @param fresh those that were not read from a cache
     * @param paid tokens at the price of fresh ones that cost as much: at half the price, two cached tokens are one. Where the price is
     *     not known, the fresh ones
     * @param usd what they cost in US dollars, {@code null} where that is not known
     */
    public record SentTokens(long tokens, long fresh, long paid, BigDecimal usd) {
        SentTokens plus(SentTokens more) {
            return new SentTokens(
                    tokens + more.tokens,
                    fresh + more.fresh,
                    paid + more.paid,
                    usd == null || more.usd == null ? null : usd.add(more.usd));
        }

        /** Returns what is more than so many times another one; nothing of what is not. */
        SentTokens beyond(SentTokens other, long times) {
            return new SentTokens(
                    Math.max(0, tokens - times * other.tokens),
                    Math.max(0, fresh - times * other.fresh),
                    Math.max(0, paid - times * other.paid),
                    usd == null || other.usd == null
                            ? null
                            : usd.subtract(other.usd.multiply(BigDecimal.valueOf(times)))
                                    .max(BigDecimal.ZERO));
        }
    }

    /**
     * One call.
     *
     * @param startNanos when it began
     * @param sent what it sent
     * @param reserved tokens that the answer may take, 0 where the call did not say
     * @param parts how long the parts of the prompt are
     * @param trace its workflow
     * @param span its id
     */
    public record GrowthStep(
            long startNanos, SentTokens sent, long reserved, PromptParts parts, TraceId trace, long span)
            implements Comparable<GrowthStep> {
        private static final Comparator<GrowthStep> ORDER = Comparator.comparingLong(GrowthStep::startNanos)
                .thenComparing(GrowthStep::trace)
                .thenComparingLong(GrowthStep::span);

        @Override
        public int compareTo(GrowthStep other) {
            return ORDER.compare(this, other);
        }

        /** Returns the tokens of its prompt. */
        public long tokens() {
            return sent.tokens();
        }

        /** Returns what it takes of the window. */
        long taken() {
            return tokens() + reserved;
        }
    }

    /** Returns the growth over the calls of both; associative and commutative. */
    Growth plus(Growth more) {
        List<GrowthStep> steps = new ArrayList<>(latest.size() + more.latest.size());
        steps.addAll(latest);
        steps.addAll(more.latest);
        if (last().compareTo(more.latest.get(0)) > 0) {
            steps.sort(Comparator.naturalOrder());
        }
        return new Growth(
                subject,
                conversation,
                model,
                window,
                total.plus(more.total),
                first.compareTo(more.first) <= 0 ? first : more.first,
                List.copyOf(steps.subList(Math.max(0, steps.size() - KEPT), steps.size())));
    }

    /** Returns what the calls sent more than if all prompts had been as long as the first. */
    public SentTokens grown() {
        return total.sent().beyond(first.sent(), total.calls());
    }

    /** Returns the last call. */
    public GrowthStep last() {
        return latest.get(latest.size() - 1);
    }

    /** Returns the part of the window that the last prompt and its answer take; {@link Double#NaN} where it is not known. */
    public double share() {
        return window > 0 ? last().taken() / (double) window : Double.NaN;
    }

    /**
     * Returns by how many tokens a prompt is longer than the one before it: the median of the slopes between all pairs of the
     * latest calls (Theil and Sen), which single calls do not sway. {@link Double#NaN} for fewer than {@value #ENOUGH} calls.
     */
    public double tokensPerCall() {
        if (latest.size() < ENOUGH) {
            return Double.NaN;
        }
        return TheilSen.ofSeries(latest.stream().mapToDouble(GrowthStep::tokens).toArray())
                .slope();
    }

    /**
     * Answers whether prompts grow, and still did in the end: the 95 % interval of their slope is above nothing, what they gained matters
     * beside their length, and the later half of the calls that are kept goes on with it. A memory that keeps only so much grows at its
     * beginning alone.
     */
    public boolean isGrowing() {
        if (latest.size() < ENOUGH) {
            return false;
        }
        double[] tokens = latest.stream().mapToDouble(GrowthStep::tokens).toArray();
        TheilSen all = TheilSen.ofSeries(tokens);
        boolean sure = all.slope() >= 1
                && all.interval(TAIL).map(interval -> interval.low() > 0).orElse(false);
        if (!sure || all.slope() * (tokens.length - 1) < LEAST_RISE * Median.of(tokens)) {
            return false;
        }
        int later = Math.max(ENOUGH, tokens.length / 2);
        double[] end = Arrays.copyOfRange(tokens, tokens.length - later, tokens.length);
        return TheilSen.ofSeries(end).slope() >= STILL * all.slope();
    }

    /**
     * Returns the number of the call that would not fit into the window any more if prompts went on to grow like this, counted
     * from 1; the last call's where it does not fit. 0 where nothing can be foretold: the window is not known, calls are too few,
     * prompts do not grow, or it would be after {@value #HORIZON} times the calls that were seen.
     */
    public long overflowingCall() {
        if (window <= 0) {
            return 0;
        }
        if (last().taken() > window) {
            return total.calls();
        }
        if (!isGrowing()) {
            return 0;
        }
        double growth = tokensPerCall();
        double further = Math.floor((window - last().taken()) / growth) + 1;
        return further <= (double) HORIZON * total.calls() ? total.calls() + (long) further : 0;
    }
}
