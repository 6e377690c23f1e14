// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.simulate.server;

/**
 * A model call of a program. Times are nanoseconds.
 *
 * @param after index of the call of its program whose end it waits for; -1 for the program's begin
 * @param thinkNanos how long after that it is due
 * @param input tokens of its prompt
 * @param output tokens of its answer
 * @param cached tokens of its prompt that need no prefill where no cache is simulated
 * @param blocks hashes of the blocks of its prompt, each of it and all before it; empty where they are not known
 * @param fixedNanos how long it takes whatever the server; -1 for calls that the server serves
 */
public record Call(int after, long thinkNanos, long input, long output, long cached, long[] blocks, long fixedNanos) {
    /** Answers whether the simulated server serves it. */
    public boolean isServed() {
        return fixedNanos < 0;
    }

    /** Returns the tokens of a block; those of all blocks are about all of the prompt. */
    long blockTokens(int block) {
        return input * (block + 1L) / blocks.length - input * block / blocks.length;
    }
}
