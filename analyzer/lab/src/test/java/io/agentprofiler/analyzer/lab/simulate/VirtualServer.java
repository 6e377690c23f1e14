// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.simulate;

import io.agentprofiler.analyzer.base.stat.SplitMix64;
import io.agentprofiler.analyzer.lab.replay.load.ConversationRun;
import io.agentprofiler.analyzer.testing.TestRun;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

/**
 * A simulated model server with known rules in simulated time, and the recordings that agents would have made of it. It
 * shares no code with the simulator: it goes from call to call in the order in which they come, and each takes the slot that is free first.
 *
 * @param slots how many calls it serves at once, the first to come first
 * @param prefillNanos for each token of a prompt that is not cached
 * @param decodeNanos for each token of an answer
 * @param kvTokens how many tokens of prompts it keeps, the least recently used given up first; 0 for no cache
 * @param stalledEvery every so many calls take ten times as long, for no reason that is recorded; 0 for none
 * @param slowdown by how much longer, as a share, a call takes for each other one that is served when it begins
 */
record VirtualServer(int slots, long prefillNanos, long decodeNanos, long kvTokens, int stalledEvery, double slowdown) {
    private static final long MILLI = 1_000_000L;
    private static final int BLOCK_TOKENS = 16;

    private record Due(long nanos, int workflow, int call) {}

    private record Busy(long untilNanos, long[] blocks, long answer) {}

    /**
     * Returns a recording of so many workflows at once: when one ends, the next begins. Workflows have three to five calls, with tools of
     * 20 to 60 ms between, and answers of 20 to 59 tokens.
     */
    TestRun record(int workflows, int atOnce) {
        TestRun run = TestRun.run("at once " + atOnce);
        PriorityQueue<Due> due = new PriorityQueue<>(Comparator.comparingLong(Due::nanos));
        PriorityQueue<Long> free = new PriorityQueue<>();
        for (int slot = 0; slot < slots; slot++) {
            free.add(0L);
        }
        int next = 1;
        while (next <= Math.min(atOnce, workflows)) {
            due.add(begin(run, next++, 0));
        }
        Cache cache = new Cache(kvTokens);
        int served = 0;
        while (!due.isEmpty()) {
            Due one = due.remove();
            long start = Math.max(one.nanos(), free.remove());
            long input = ConversationRun.tokens(one.call());
            long output = 20 + random(one, 1, 40);
            long hit = cache.hit(one, input, start);
            double slow = stalledEvery > 0 && ++served % stalledEvery == 0 ? 10 : 1;
            slow += slowdown * free.stream().filter(slot -> slot > start).count();
            long first = start + Math.round(slow * prefillNanos * (input - hit));
            long end = first + Math.round(slow * decodeNanos * output);
            cache.keep(one, input, output, end);
            free.add(end);
            int span = 10 * one.workflow() + one.call();
            run.trace(one.workflow())
                    .start(
                            span,
                            root(one),
                            millis(one.nanos()),
                            "llm",
                            "chat m",
                            ConversationRun.asked(one.workflow(), one.call()))
                    .end(
                            span,
                            millis(end),
                            "ok",
                            ",\"chunks\":{\"count\":2,\"first_t\":" + TestRun.at(millis(first)) + ",\"last_t\":"
                                    + TestRun.at(millis(end)) + "},\"attributes\":{\"gen_ai.usage.input_tokens\":"
                                    + input
                                    + ",\"gen_ai.usage.output_tokens\":" + output
                                    + ",\"gen_ai.usage.cache_read.input_tokens\":" + hit + "}");
            if (one.call() + 1 < calls(one.workflow())) {
                long tool = (20 + random(one, 2, 40)) * MILLI;
                due.add(new Due(end + tool, one.workflow(), one.call() + 1));
            } else {
                run.end(root(one), millis(end));
                if (next <= workflows) {
                    due.add(begin(run, next++, end));
                }
            }
        }
        return run.footer();
    }

    private static Due begin(TestRun run, int workflow, long nanos) {
        Due first = new Due(nanos, workflow, 0);
        run.trace(workflow).start(root(first), 0, millis(nanos), "agent", "ask");
        return first;
    }

    private static int root(Due one) {
        return 10 * one.workflow() + 9;
    }

    private static int calls(int workflow) {
        return 3 + workflow % 3;
    }

    private static long random(Due one, long which, long below) {
        return Long.remainderUnsigned(SplitMix64.mix(one.workflow(), one.call(), which), below);
    }

    private static double millis(long nanos) {
        return nanos / (double) MILLI;
    }

    /** Blocks by what they and all before them are. */
    private static final class Cache {
        private final long capacity;
        private final Map<Long, Boolean> blocks = new LinkedHashMap<>(16, 0.75f, true);
        private final List<Busy> busy = new ArrayList<>();

        Cache(long capacity) {
            this.capacity = capacity;
        }

        private static long[] blocks(Due one, long input) {
            long[] ids = new long[(int) (input / BLOCK_TOKENS)];
            for (int block = 0; block < ids.length; block++) {
                ids[block] = ConversationRun.isShared(block) ? block : one.workflow() * 1_000L + block;
            }
            return ids;
        }

        /** Returns the tokens of a prompt that are there; the last one has to be computed in any case. */
        long hit(Due one, long input, long now) {
            busy.removeIf(call -> call.untilNanos() <= now);
            long hit = 0;
            for (long block : blocks(one, input)) {
                if (!blocks.containsKey(block)) {
                    break;
                }
                hit += BLOCK_TOKENS;
            }
            return capacity == 0 ? 0 : Math.min(hit, input - 1);
        }

        void keep(Due one, long input, long output, long until) {
            if (capacity == 0) {
                return;
            }
            long[] ids = blocks(one, input);
            busy.add(new Busy(until, ids, output));
            for (long id : ids) {
                blocks.put(id, true);
            }
            // answers that are being written need room, too
            long room = capacity - busy.stream().mapToLong(Busy::answer).sum();
            Iterator<Long> eldest = blocks.keySet().iterator();
            List<Long> held = new ArrayList<>();
            busy.forEach(call -> {
                for (long id : call.blocks()) {
                    held.add(id);
                }
            });
            while ((long) blocks.size() * BLOCK_TOKENS > room && eldest.hasNext()) {
                if (!held.contains(eldest.next())) {
                    eldest.remove();
                }
            }
        }
    }
}
