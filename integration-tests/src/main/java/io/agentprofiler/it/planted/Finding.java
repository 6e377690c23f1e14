// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.planted;

import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * A finding as {@code findings.json} has it.
 *
 * @param rule id of the rule
 * @param subject what it is about
 * @param impact {@code high}, {@code medium} or {@code low}
 * @param title its first sentence
 * @param time what it would save of all workflows' run time, in nanoseconds
 * @param money what it would save in US dollars
 */
record Finding(String rule, String subject, String impact, String title, Saving time, Saving money) {
    /**
     * Rules that say how a program behaves, which is either so or not. The others say that something takes long, costs much or
     * varies, which is a matter of degree.
     */
    private static final Set<String> CLAIMS = Set.of(
            "failing-calls",
            "repeated-failures",
            "retries",
            "repeated-calls",
            "loop",
            "similar-loop",
            "sequential-tools",
            "sequential-calls",
            "queued-calls",
            "changing-prefix",
            "slow-consumer",
            "lock-waits",
            "unlike-peers",
            "failing-first-choice",
            "full-server");

    static Finding of(JsonNode json) {
        return new Finding(
                json.path("rule").asString(""),
                json.path("subject").asString(""),
                json.path("impact").asString(""),
                json.path("title").asString(""),
                Saving.of(json, "ns"),
                Saving.of(json, "usd"));
    }

    /** Returns whether it asks to be acted on. */
    boolean isLoud() {
        return impact.equals("high") || impact.equals("medium");
    }

    /** Returns whether it says how the program behaves, so that it can be false. */
    boolean isClaim() {
        return CLAIMS.contains(rule);
    }
}
