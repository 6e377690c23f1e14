// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.tokens;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.trace.Tokens;

/**
 * The tokens of a call as they are charged: no token is in two of the numbers.
 *
 * <p>In a trace, input includes cached tokens and output includes reasoning; providers that report otherwise are
 * normalised when they are recorded. Where the figures contradict that (more cached than input, more reasoning than
 * output), the source counted them apart, and they are added.
 *
 * @param fresh input that was neither read from nor written to the cache
 * @param cacheRead input read from the cache
 * @param cacheWrite input written to the cache
 * @param answer output without reasoning
 * @param reasoning output spent on reasoning
 */
public record Billed(long fresh, long cacheRead, long cacheWrite, long answer, long reasoning) {
    /** Returns the tokens of a call whose input is known; what else was not reported counts as none. */
    public static Billed of(Tokens tokens) {
        long read = atLeast0(tokens.cacheRead());
        long write = atLeast0(tokens.cacheWrite());
        long cached = read + write;
        long input = atLeast0(tokens.input());
        long reasoning = atLeast0(tokens.reasoning());
        long output = atLeast0(tokens.output());
        return new Billed(
                cached > input ? input : input - cached,
                read,
                write,
                reasoning > output ? output : output - reasoning,
                reasoning);
    }

    /** Returns the length of the prompt, which decides the tier. */
    public long input() {
        return fresh + cacheRead + cacheWrite;
    }

    private static long atLeast0(long number) {
        return number == Unknown.LONG ? 0 : Math.max(0, number);
    }
}
