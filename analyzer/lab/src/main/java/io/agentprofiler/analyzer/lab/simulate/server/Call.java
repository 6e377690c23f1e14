// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.simulate.server;

import io.agentprofiler.analyzer.lab.simulate.server.Server.Rates;

/**
 * A request of a program. Times are nanoseconds.
 *
 * @param after index of the request of its program whose end it waits for; -1 for the program's begin
 * @param thinkNanos how long after that it is due
 * @param input tokens of its prompt; 0 where they are not known
 * @param output tokens of its answer
 * @param cached tokens of its prompt that need no prefill where no cache is simulated
 * @param blocks hashes of the blocks of its prompt, each of it and all before it; empty where they are not known
 * @param service how long it takes, and where
 */
public record Call(int after, long thinkNanos, long input, long output, long cached, long[] blocks, Service service) {
    private static final Rates NONE = new Rates(0, 0, 0, 0);

    /**
     * How long a request takes, and where.
     *
     * @param server index of the server; -1 for what takes as long on any, and no slot
     * @param rates by which its tokens take time
     * @param prefillMore how much longer than that its prefill takes; negative for less
     * @param decodeMore the same of its decoding
     * @param patienceNanos how long after it was sent its sender gives it up, whatever became of it; -1 for never
     */
    public record Service(int server, Rates rates, long prefillMore, long decodeMore, long patienceNanos) {
        /** Returns a service whose duration follows from the tokens. */
        public static Service at(int server, Rates rates) {
            return new Service(server, rates, 0, 0, -1);
        }

        /** Returns a service that holds a slot for a fixed time. */
        public static Service held(int server, long nanos) {
            return new Service(server, NONE, 0, nanos, -1);
        }

        /** Returns a service that its sender cancels after a fixed time. It holds a slot from its turn until then. */
        public static Service givenUp(int server, long nanos) {
            return new Service(server, NONE, 0, 0, nanos);
        }

        /** Returns a service of fixed duration that needs no simulated server. */
        public static Service elsewhere(long nanos) {
            return new Service(-1, NONE, 0, nanos, -1);
        }
    }

    /** Answers whether a simulated server serves it. */
    public boolean isServed() {
        return service.server() >= 0;
    }

    /** Returns the time from its turn to its first token for a number of cached prompt tokens. */
    long prefillNanos(long hit) {
        return Math.max(0, service.rates().prefillNanos(input - hit) + service.prefillMore());
    }

    /** Returns the time from its first token to its end. */
    long decodeNanos() {
        return Math.max(0, service.rates().decodeNanos(output) + service.decodeMore());
    }

    /** Returns the tokens of a block. All blocks together have about as many tokens as the prompt. */
    long blockTokens(int block) {
        return input * (block + 1L) / blocks.length - input * block / blocks.length;
    }
}
