// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.drift;

import io.agentprofiler.analyzer.answer.diff.Change;
import io.agentprofiler.analyzer.answer.diff.Gates;
import io.agentprofiler.analyzer.answer.diff.Gates.Gate;
import io.agentprofiler.analyzer.answer.diff.Gates.SyntaxException;
import io.agentprofiler.analyzer.answer.diff.Metric;

/**
 * How far a figure may move, up or down.
 *
 * @param text as people write it
 * @param amount percent of the figure before, or its unit; infinite where any change is allowed
 * @param relative whether the amount is in percent
 */
public record Tolerance(String text, double amount, boolean relative) {
    /** The word for a figure that is not judged. */
    static final String ANY = "any";

    private static final double PERCENT = 100;

    /** Returns a share of the figure before. */
    static Tolerance percent(int percent) {
        return new Tolerance(percent + "%", percent, true);
    }

    /** Returns so many percentage points. */
    static Tolerance points(int points) {
        return new Tolerance(points + "pp", points / PERCENT, false);
    }

    /**
     * Reads a tolerance of a metric, by the same units as gates.
     *
     * @throws SyntaxException where it is none
     */
    static Tolerance parse(String text, Metric metric) throws SyntaxException {
        if (text.equals(ANY)) {
            return new Tolerance(text, Double.POSITIVE_INFINITY, false);
        }
        if (text.equals("0")) {
            return new Tolerance(text, 0, false);
        }
        // a gate on any metric of the same unit
        String like = switch (metric.unit()) {
            case NANOS -> Metric.TIME.word();
            case COUNT -> Metric.CALLS.word();
            case SHARE -> Metric.ERRORS.word();
            case DOLLARS -> Metric.COST.word();
        };
        Gate gate = Gates.parse(like + ">+" + text).get(0);
        return new Tolerance(text, gate.amount(), gate.relative());
    }

    /** Answers whether no change is too much. */
    public boolean isAny() {
        return Double.isInfinite(amount);
    }

    /** Answers whether a change is beyond it. From 0, every rise is beyond any percent, as in gates. */
    boolean isExceededBy(Change change) {
        return new Gate(text, null, change.metric(), change.difference() >= 0, amount, relative).isExceededBy(change);
    }
}
