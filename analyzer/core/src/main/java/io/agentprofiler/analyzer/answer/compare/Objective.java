// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.compare;

import io.agentprofiler.analyzer.answer.diff.Change;
import java.util.Comparator;

/**
 * What one alternative may be better at than another.
 *
 * @param kind what it is
 * @param metric of scores, what was judged; else empty
 */
record Objective(ObjectiveKind kind, String metric) implements Comparable<Objective> {
    static final Objective COST = new Objective(ObjectiveKind.COST, "");
    static final Objective SPEED = new Objective(ObjectiveKind.SPEED, "");
    static final Objective FAILURES = new Objective(ObjectiveKind.FAILURES, "");

    private static final Comparator<Objective> ORDER =
            Comparator.comparing(Objective::kind).thenComparing(Objective::metric);

    /** What there is to be better at. */
    enum ObjectiveKind {
        /** The mean score of a metric; more is better. */
        QUALITY("quality"),
        /** The mean cost of a workflow in US dollars. */
        COST("cost"),
        /** The median run time in nanoseconds. */
        SPEED("speed"),
        /** The share of workflows that failed. */
        FAILURES("failures");

        private final String word;

        ObjectiveKind(String word) {
            this.word = word;
        }

        /** Returns the word for people and files. */
        String word() {
            return word;
        }
    }

    static Objective quality(String metric) {
        return new Objective(ObjectiveKind.QUALITY, metric);
    }

    /** Returns the words for people: the metric of a quality. */
    String label() {
        return switch (kind) {
            case QUALITY -> metric;
            case FAILURES -> "few failures";
            case COST, SPEED -> kind.word();
        };
    }

    /** Answers whether a figure is better than another. */
    boolean isBetter(double one, double other) {
        return kind == ObjectiveKind.QUALITY ? one > other : one < other;
    }

    /** Answers whether two figures differ so little that it matters to nobody, as in comparisons of runs. */
    boolean isSmall(double one, double other) {
        double difference = Math.abs(one - other);
        return kind == ObjectiveKind.FAILURES
                ? difference < Change.SMALL_SHARE
                : difference < Change.SMALL * Math.max(Math.abs(one), Math.abs(other));
    }

    @Override
    public int compareTo(Objective other) {
        return ORDER.compare(this, other);
    }
}
