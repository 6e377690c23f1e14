// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.prefix;

import io.agentprofiler.analyzer.prefix.CacheRule.Entries;
import java.util.HashMap;
import java.util.Map;

/**
 * An endless cache of prompt prefixes under one rule, to which the calls of one model come in order of time.
 *
 * <p><b>Threading:</b> one thread.
 */
final class SimulatedCache {
    /** What is known of a block that was sent: the longest that any rule could have made of it. */
    private static final class Entry {
        private long ready;
        private long used;
        /** Whether a prompt ended here, or two were seen to part here. */
        private boolean end;

        Entry(long ready, long used) {
            this.ready = ready;
            this.used = used;
        }
    }

    /**
     * How far a prompt is like earlier ones, in blocks, each no longer than the one before it.
     *
     * @param seen blocks that were ever sent before
     * @param answered of them, blocks whose call's answer had begun: without those of calls that ran at the same time
     * @param alive of them, blocks that had been used within the entries' lifetime
     * @param entry of them, the longest at which a prompt can be continued by the rule
     */
    record Found(int seen, int answered, int alive, int entry) {}

    private final CacheRule rule;
    private final Map<Long, Entry> entries = new HashMap<>();

    /**
     * Starts empty.
     *
     * @param rule the rule, or {@code null}: entries live for ever, and prompts can be continued anywhere
     */
    SimulatedCache(CacheRule rule) {
        this.rule = rule;
    }

    /** Looks a prompt up and, where the model read it, keeps it. */
    Found take(PromptRecord call) {
        long[] chain = call.chain();
        Entry[] known = new Entry[chain.length];
        int seen = 0;
        int answered = 0;
        int alive = 0;
        int ends = 0;
        while (seen < chain.length) {
            Entry entry = entries.get(chain[seen]);
            if (entry == null) {
                break;
            }
            known[seen] = entry;
            boolean ready = entry.ready <= call.start();
            answered = ready && answered == seen ? seen + 1 : answered;
            boolean lives = ready && isAlive(entry, call.start());
            alive = lives && alive == seen ? seen + 1 : alive;
            seen++;
            ends = entry.end && alive == seen ? seen : ends;
        }
        boolean anywhere = rule == null || rule.entries() == Entries.BLOCKS || rule.entries() == Entries.BEST;
        Found found = new Found(seen, answered, alive, anywhere ? alive : ends);
        if (call.isStored()) {
            keep(call, chain, known, found);
        }
        return found;
    }

    private boolean isAlive(Entry entry, long now) {
        return rule == null || rule.lifetimeNanos() == Long.MAX_VALUE || now - entry.used <= rule.lifetimeNanos();
    }

    private void keep(PromptRecord call, long[] chain, Entry[] known, Found found) {
        for (int i = 0; i < chain.length; i++) {
            Entry entry = known[i];
            if (entry == null) {
                known[i] = new Entry(call.ready(), call.start());
                entries.put(chain[i], known[i]);
            } else {
                if (i >= found.alive()) {
                    // one that is gone is written anew; one that is still being written is there with the first answer
                    entry.ready = entry.ready > call.start() ? Math.min(entry.ready, call.ready()) : call.ready();
                }
                entry.used = Math.max(entry.used, call.start());
            }
        }
        // the partial block at a prompt's end is not hashed: its last full block stands for its end
        if (chain.length > 0) {
            known[chain.length - 1].end = true;
        }
        if (rule != null && rule.entries() == Entries.PROMPTS_AND_COMMON && found.seen() > 0) {
            known[found.seen() - 1].end = true;
        }
    }
}
