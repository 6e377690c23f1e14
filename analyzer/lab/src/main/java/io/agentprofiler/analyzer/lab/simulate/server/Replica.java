// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.simulate.server;

/** A simulated replica. */
final class Replica {
    private final KvCache cache;
    private int free;
    /** Tokens of the programs that are here and not paused; those that will be paused when their call has ended are not counted. */
    private long programTokens;

    private int programs;
    private long shared;

    Replica(Server server) {
        this.free = server.slots();
        this.cache = server.kvTokens() < 0 ? null : new KvCache(server.kvTokens());
    }

    int free() {
        return free;
    }

    /** Answers whether a call fits into the cache while nothing else is served. */
    boolean couldHold(Call call) {
        return cache == null || cache.couldHold(call);
    }

    /** Begins a call; returns its hits, and -1 where there is no slot or no room. */
    long begin(Call call) {
        if (free == 0) {
            return -1;
        }
        long hit = cache == null ? Math.max(0, Math.min(call.cached(), call.input() - 1)) : cache.begin(call);
        free -= hit < 0 ? 0 : 1;
        return hit;
    }

    void end(Call call) {
        free++;
        if (cache != null) {
            cache.end(call);
        }
    }

    void count(long tokens, int ofPrograms) {
        programTokens += tokens;
        programs += ofPrograms;
    }

    /** Says how many of the tokens of programs are in the cache once for several of them. */
    void shares(long tokens) {
        shared = tokens;
    }

    /** Returns how many tokens more programs may bring, each of which needs some besides. */
    long room(long capacity, long buffer) {
        return capacity - programTokens + shared - buffer * programs;
    }
}
