// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.facts;

import io.agentprofiler.analyzer.answer.critical.CriticalTotals;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.ArrayList;
import java.util.List;

/**
 * The share of run time spent waiting for one kind of work, with its typical range. A difference is a hint that a profile is unusual,
 * never a finding.
 *
 * @param group the sort of work
 * @param share its part of the workflows' run time, 0 to 1
 */
public record KindShare(Group group, double share) {
    /** Sorts of work, with the part of the time they usually have, in percent. */
    public enum Group {
        MODELS("models", 60, 80),
        TOOLS("tools", 10, 25),
        CONTEXT("context", 5, 20),
        MEMORY("memory", 2, 5),
        OTHER("other", 1, 3);

        private final String word;
        private final int low;
        private final int high;

        Group(String word, int low, int high) {
            this.word = word;
            this.low = low;
            this.high = high;
        }

        /** Returns the word for people and files. */
        public String word() {
            return word;
        }

        /** Returns the least that is usual, in percent. */
        public int low() {
            return low;
        }

        /** Returns the most that is usual, in percent. */
        public int high() {
            return high;
        }

        private static Group of(SpanKind kind) {
            return switch (kind) {
                case LLM -> MODELS;
                case TOOL -> TOOLS;
                case RETRIEVAL, EMBEDDING, RERANK, PROMPT -> CONTEXT;
                case MEMORY -> MEMORY;
                // requests that no call made: those of calls count for the call
                case WORKFLOW, AGENT, GUARDRAIL, EVALUATION, FUNCTION, HTTP -> OTHER;
            };
        }
    }

    /** Answers whether the share is outside of what is usual. */
    public boolean isUnusual() {
        return share * 100 < group.low() || share * 100 > group.high();
    }

    /** Returns the shares of all groups; with the time idle and that of spans without an end they sum to 1. */
    public static List<KindShare> of(CriticalTotals totals) {
        List<KindShare> shares = new ArrayList<>();
        for (Group group : Group.values()) {
            long waited = totals.byOperation().entrySet().stream()
                    .mapToLong(row -> (Group.of(row.getKey().kind()) == group
                                    ? row.getValue().waitedNanos()
                                    : 0)
                            // what the client does around its requests is no wait for a model
                            + (group == Group.OTHER
                                    ? row.getValue().beforeNanos()
                                            + row.getValue().afterNanos()
                                    : 0))
                    .sum();
            shares.add(new KindShare(group, totals.wallNanos() == 0 ? 0 : waited / (double) totals.wallNanos()));
        }
        return shares;
    }
}
