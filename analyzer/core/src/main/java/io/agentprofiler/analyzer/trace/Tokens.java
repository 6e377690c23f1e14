// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.read.event.AttributeSet;
import io.agentprofiler.shared.schema.Attributes;

/**
 * A sum of token usage. Each number is {@link Unknown#LONG} while no call reported it: unknown is never 0.
 *
 * <p><b>Threading:</b> immutable.
 *
 * @param input tokens of the prompts, cached ones included
 * @param output tokens of the answers, reasoning included
 * @param cacheRead the part of {@code input} served from the provider's prompt cache
 * @param cacheWrite the part of {@code input} written to the provider's prompt cache
 * @param reasoning the part of {@code output} spent on reasoning
 */
public record Tokens(long input, long output, long cacheRead, long cacheWrite, long reasoning) {
    /** Nothing reported. */
    public static final Tokens NONE = new Tokens(Unknown.LONG, Unknown.LONG, Unknown.LONG, Unknown.LONG, Unknown.LONG);

    /** Returns the usage a call reported. */
    public static Tokens of(AttributeSet attributes) {
        Tokens tokens = new Tokens(
                attributes.number(Attributes.INPUT_TOKENS),
                attributes.number(Attributes.OUTPUT_TOKENS),
                attributes.number(Attributes.CACHE_READ_TOKENS),
                attributes.number(Attributes.CACHE_CREATION_TOKENS),
                attributes.number(Attributes.REASONING_TOKENS));
        return tokens.isNothing() ? NONE : tokens;
    }

    /** Answers whether it is as {@link #NONE}; quicker than a record's {@code equals}, as each span asks. */
    private boolean isNothing() {
        return input == Unknown.LONG
                && output == Unknown.LONG
                && cacheRead == Unknown.LONG
                && cacheWrite == Unknown.LONG
                && reasoning == Unknown.LONG;
    }

    /** Answers whether anything was reported. */
    public boolean isKnown() {
        return input != Unknown.LONG || output != Unknown.LONG;
    }

    /** Returns both together. */
    public Tokens plus(Tokens other) {
        if (this == NONE) {
            return other;
        }
        if (other == NONE) {
            return this;
        }
        return new Tokens(
                sum(input, other.input),
                sum(output, other.output),
                sum(cacheRead, other.cacheRead),
                sum(cacheWrite, other.cacheWrite),
                sum(reasoning, other.reasoning));
    }

    private static long sum(long left, long right) {
        if (left == Unknown.LONG) {
            return right;
        }
        long sum = left + right;
        return right == Unknown.LONG ? left : sum < 0 && left > 0 ? Long.MAX_VALUE : sum;
    }
}
