// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.simulate.server;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

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

    /**
     * The cache of a replica: blocks of prompts by their hashes, the least recently used evicted first, and of a prompt its end before its
     * begin. Blocks of calls that are served stay; so do the tokens of their answers, which are given back at their end.
     *
     * <p><b>Threading:</b> one thread.
     */
    private static final class KvCache {
        private final long capacity;
        private final Map<Long, Block> blocks = new LinkedHashMap<>(16, 0.75f, true);
        private long used;
        /** Tokens in blocks that no running call uses. */
        private long idle;

        private static final class Block {
            private final long tokens;
            private int users;

            Block(long tokens) {
                this.tokens = tokens;
            }
        }

        KvCache(long capacity) {
            this.capacity = capacity;
        }

        /** Answers whether a call fits into the cache while nothing else is served. */
        boolean couldHold(Call call) {
            return call.input() + call.output() <= capacity;
        }

        /** Returns the number of cached tokens. */
        long used() {
            return used;
        }

        /**
         * Takes a call in.
         *
         * @return how many tokens of its prompt were there; -1, with nothing changed, where there is no room now
         */
        long begin(Call call) {
            int there = 0;
            long hit = 0;
            while (there < call.blocks().length && blocks.containsKey(call.blocks()[there])) {
                hit += call.blockTokens(there++);
            }
            // those that are there must not be evicted for the others
            for (int i = 0; i < there; i++) {
                use(blocks.get(call.blocks()[i]));
            }
            long more = call.output() + (call.blocks().length == 0 ? call.input() : 0);
            for (int i = there; i < call.blocks().length; i++) {
                more += call.blockTokens(i);
            }
            if (!evict(used + more - capacity)) {
                for (int i = 0; i < there; i++) {
                    free(blocks.get(call.blocks()[i]));
                }
                return -1;
            }
            for (int i = there; i < call.blocks().length; i++) {
                long tokens = call.blockTokens(i);
                Block block = blocks.get(call.blocks()[i]);
                if (block == null) {
                    block = new Block(tokens);
                    blocks.put(call.blocks()[i], block);
                    used += tokens;
                    idle += tokens;
                }
                use(block);
            }
            used += call.output() + (call.blocks().length == 0 ? call.input() : 0);
            // the last token has to be computed
            return Math.max(0, Math.min(hit, call.input() - 1));
        }

        private boolean evict(long tokens) {
            if (tokens <= 0) {
                return true;
            }
            if (idle < tokens) {
                return false;
            }
            long gone = 0;
            Iterator<Block> eldest = blocks.values().iterator();
            while (gone < tokens) {
                Block block = eldest.next();
                if (block.users == 0) {
                    gone += block.tokens;
                    eldest.remove();
                }
            }
            used -= gone;
            idle -= gone;
            return true;
        }

        /** Releases the blocks of a call. */
        void end(Call call) {
            used -= call.output() + (call.blocks().length == 0 ? call.input() : 0);
            for (int i = call.blocks().length - 1; i >= 0; i--) {
                free(blocks.get(call.blocks()[i]));
            }
        }

        private void use(Block block) {
            idle -= block.users++ == 0 ? block.tokens : 0;
        }

        private void free(Block block) {
            idle += --block.users == 0 ? block.tokens : 0;
        }
    }
}
