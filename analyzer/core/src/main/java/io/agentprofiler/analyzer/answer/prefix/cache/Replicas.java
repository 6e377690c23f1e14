// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.prefix.cache;

import io.agentprofiler.analyzer.answer.prefix.cache.SimulatedCache.Lookup;
import io.agentprofiler.analyzer.answer.prefix.prompt.PromptRecord;
import io.agentprofiler.analyzer.answer.prefix.prompt.PromptRecord.WholePrompt;
import io.agentprofiler.analyzer.answer.prefix.rule.CacheRule;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

/**
 * The achievable hits of several equal servers, each with its own cache, by routing.
 *
 * @param model the model
 * @param rule the servers' rule
 * @param input input tokens of the calls with known prompts
 * @param one tokens that a single server could serve
 * @param byRouting what several could
 */
public record Replicas(String model, CacheRule rule, long input, long one, Map<Routing, ReplicaHits> byRouting) {
    /**
     * What servers could serve together.
     *
     * @param hits tokens
     * @param busiestInput input tokens of the busiest server
     */
    public record ReplicaHits(long hits, long busiestInput) {}

    /** Returns how many more tokens the best routing serves than round robin. */
    public long worth() {
        long best = 0;
        for (ReplicaHits result : byRouting.values()) {
            best = Math.max(best, result.hits());
        }
        return best - byRouting.get(Routing.ROUND_ROBIN).hits();
    }

    public static Replicas of(String model, CacheRule rule, List<PromptRecord> calls, Servers servers) {
        Map<Routing, ReplicaHits> results = new EnumMap<>(Routing.class);
        for (Routing routing : Routing.values()) {
            results.put(routing, new RoutedCalls(rule, calls, servers).run(routing));
        }
        long input = 0;
        for (PromptRecord call : calls) {
            input += Math.max(0, call.tokens().input());
        }
        Servers one = servers.asOne();
        return new Replicas(
                model,
                rule,
                input,
                new RoutedCalls(rule, calls, one).run(Routing.ROUND_ROBIN).hits(),
                results);
    }

    /**
     * Routes the calls of a model to servers.
     *
     * <p><b>Threading:</b> one thread; for one run.
     */
    private static final class RoutedCalls {
        /** How many more calls than another one a server may have in progress and still get a call for its prefix. */
        static final int MOST_AHEAD = 4;

        private final CacheRule rule;
        private final List<PromptRecord> calls;
        private final Server[] servers;
        private final Map<String, Integer> conversations = new HashMap<>();
        private int next;

        private static final class Server {
            private final SimulatedCache cache;
            /** Bounds its cache; {@code null} if that is unlimited. */
            private final Distances bound;

            private final PriorityQueue<Long> ends = new PriorityQueue<>();
            private long input;

            Server(CacheRule rule, List<PromptRecord> calls, Servers how) {
                cache = new SimulatedCache(rule);
                bound = how.isUnlimited() ? null : Distances.of(rule, calls, how);
            }

            int inProgress(long now) {
                while (!ends.isEmpty() && ends.peek() <= now) {
                    ends.remove();
                }
                return ends.size();
            }
        }

        RoutedCalls(CacheRule rule, List<PromptRecord> calls, Servers how) {
            this.rule = rule;
            this.calls = calls;
            this.servers = new Server[how.replicas()];
            for (int i = 0; i < servers.length; i++) {
                servers[i] = new Server(rule, calls, how);
            }
        }

        Replicas.ReplicaHits run(Routing routing) {
            long hits = 0;
            for (PromptRecord call : calls) {
                if (call.tokens().input() >= 0) {
                    WholePrompt prompt = WholePrompt.of(call);
                    Server server = servers[choose(routing, prompt)];
                    Lookup found = server.cache.take(prompt);
                    hits += server.bound == null
                            ? rule.hit(found.entry(), call.tokens().input())
                            : server.bound.take(prompt, found);
                    server.input += call.tokens().input();
                    server.ends.add(call.call().times().end());
                }
            }
            long busiest = 0;
            for (Server server : servers) {
                busiest = Math.max(busiest, server.input);
            }
            return new Replicas.ReplicaHits(hits, busiest);
        }

        private int choose(Routing routing, WholePrompt prompt) {
            return switch (routing) {
                case ROUND_ROBIN -> nextInTurn();
                case BY_CONVERSATION ->
                    conversations.computeIfAbsent(prompt.call().call().conversation(), any -> nextInTurn());
                case LONGEST_PREFIX -> longest(prompt);
            };
        }

        private int nextInTurn() {
            return next++ % servers.length;
        }

        private int longest(WholePrompt prompt) {
            long now = prompt.call().start();
            int idle = leastBusy(now);
            int best = -1;
            long most = (prompt.call().tokens().input() + 1) / 2;
            for (int i = 0; i < servers.length; i++) {
                // a prefix counts even while its first call is still in progress
                long seen = servers[i].cache.find(prompt).seen();
                boolean longer = seen > most || seen == most && best < 0;
                if (longer || seen == most && servers[i].inProgress(now) < servers[best].inProgress(now)) {
                    most = seen;
                    best = i;
                }
            }
            return best >= 0 && servers[best].inProgress(now) <= servers[idle].inProgress(now) + MOST_AHEAD
                    ? best
                    : idle;
        }

        private int leastBusy(long now) {
            int best = 0;
            for (int i = 1; i < servers.length; i++) {
                int open = servers[i].inProgress(now);
                int least = servers[best].inProgress(now);
                if (open < least || open == least && servers[i].input < servers[best].input) {
                    best = i;
                }
            }
            return best;
        }
    }

    /** How calls are routed to several equal servers. */
    public enum Routing {
        /** In turn. */
        ROUND_ROBIN("round robin"),
        /** The server of the conversation's first call; new conversations in turn. */
        BY_CONVERSATION("by conversation"),
        /**
         * The server with the longest prefix of the prompt, if that is at least half of the prompt and the server is not much busier
         * than others; else the server with the fewest calls in progress.
         */
        LONGEST_PREFIX("longest prefix");

        private final String word;

        Routing(String word) {
            this.word = word;
        }

        /** Returns what it is called. */
        public String word() {
            return word;
        }
    }
}
