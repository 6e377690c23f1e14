// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.prefix.capacity;

import io.agentprofiler.analyzer.answer.prefix.prompt.PromptRecord;
import io.agentprofiler.analyzer.answer.prefix.rule.CacheRule;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The achievable hits of several equal servers, each with its own cache, by routing.
 *
 * @param model the model
 * @param rule the servers' rule
 * @param input input tokens of the calls with known prompts
 * @param one tokens that a single server could serve
 * @param byRouting what several could
 */
public record Replicas(String model, CacheRule rule, long input, long one, Map<Routing, Result> byRouting) {
    /**
     * What servers could serve together.
     *
     * @param hits tokens
     * @param busiestInput input tokens of the busiest server
     */
    public record Result(long hits, long busiestInput) {}

    /** Returns how many more tokens the best routing serves than round robin. */
    public long worth() {
        long best = 0;
        for (Result result : byRouting.values()) {
            best = Math.max(best, result.hits());
        }
        return best - byRouting.get(Routing.ROUND_ROBIN).hits();
    }

    public static Replicas of(String model, CacheRule rule, List<PromptRecord> calls, Servers servers) {
        Map<Routing, Result> results = new EnumMap<>(Routing.class);
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
}
