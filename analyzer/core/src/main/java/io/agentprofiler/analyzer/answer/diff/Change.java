// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.diff;

import io.agentprofiler.analyzer.base.stat.ConfidenceInterval.Interval;

/**
 * One metric of one row on both sides.
 *
 * @param before the figure of the first side, {@link Double#NaN} where it is not known
 * @param after the figure of the second side, likewise
 * @param workflowsBefore workflows of the first side that intervals and tests had values of
 * @param workflowsAfter workflows of the second side
 * @param interval the 95 % interval of the difference, of {@link Double#NaN} where there is none
 * @param tested what tests say of the difference
 * @param verdict what to make of it
 */
public record Change(
        Metric metric,
        double before,
        double after,
        int workflowsBefore,
        int workflowsAfter,
        Interval interval,
        PValues tested,
        ChangeVerdict verdict) {
    /**
     * How likely such a difference is by chance; each is {@link Double#NaN} where it is not known.
     *
     * @param rankP p-value of the rank test
     * @param p p-value that decides
     * @param adjustedP the same after the adjustment for all comparisons
     */
    public record PValues(double rankP, double p, double adjustedP) {
        static final PValues NONE = new PValues(Double.NaN, Double.NaN, Double.NaN);
    }

    /** Share of noise that is taken for a change, at most; and one minus the confidence of intervals. */
    public static final double LEVEL = 0.05;

    /** A difference of less than this share of the figure before matters to nobody; of a share of failures, less than so much. */
    public static final double SMALL = 0.01;

    /** Failures are rare: a share of them may move by less and matter. */
    public static final double SMALL_SHARE = 0.001;

    /** What a difference is. */
    public enum ChangeVerdict {
        /** More than noise, in the bad direction. */
        WORSE("worse"),
        /** More than noise, in the good direction. */
        BETTER("better"),
        /** More than noise; neither direction is good. */
        CHANGED("changed"),
        /** More than noise, and less than {@link #SMALL}. */
        NEGLIGIBLE("negligible"),
        /** Equal figures. */
        SAME("same"),
        /** Not more than what the workflows of one side differ among themselves. */
        NOISE("noise"),
        /** Too few values to tell. */
        TOO_FEW("n too small"),
        /** Not known on one of the sides. */
        UNKNOWN("unknown");

        private final String word;

        ChangeVerdict(String word) {
            this.word = word;
        }

        /** Returns the word shown and written. */
        public String word() {
            return word;
        }

        /** Answers whether the difference is more than noise, and not negligible. */
        public boolean isReal() {
            return this == WORSE || this == BETTER || this == CHANGED;
        }
    }

    /** Returns the figure after minus the figure before. */
    public double difference() {
        return after - before;
    }

    /** Returns the difference as a share of the figure before; {@link Double#NaN} where that is 0 or not known. */
    public double relative() {
        return before == 0 ? Double.NaN : difference() / Math.abs(before);
    }

    /** Answers whether there is an interval. */
    public boolean hasInterval() {
        return !Double.isNaN(interval.low());
    }

    /** Answers whether every resample has the same difference, and it is one. */
    boolean isFixed() {
        return interval.low() == interval.high() && interval.low() != 0;
    }

    /** Answers whether the p-value is one of many, and to be adjusted. */
    public boolean isTested() {
        return !Double.isNaN(tested.p()) && !isFixed();
    }

    /** Answers whether the interval leaves out 0. */
    public boolean isOffZero() {
        return interval.low() > 0 || interval.high() < 0;
    }

    /** Returns this with the p-value adjusted, and the verdict that follows. */
    public Change judged(double newAdjustedP) {
        boolean real = newAdjustedP <= LEVEL && isOffZero();
        ChangeVerdict judged = real ? direction() : difference() == 0 ? ChangeVerdict.SAME : ChangeVerdict.NOISE;
        return with(new PValues(tested.rankP(), tested.p(), newAdjustedP), judged);
    }

    /** Returns this, with a verdict if it {@linkplain #isFixed needs no adjustment}. */
    Change judgedIfFixed() {
        return isFixed() && !Double.isNaN(tested.p()) ? judged(tested.p()) : this;
    }

    /** Returns this as of a row that only one side has. */
    Change ofOneSide() {
        boolean judged = verdict == ChangeVerdict.BETTER || verdict == ChangeVerdict.WORSE;
        return judged ? with(tested, ChangeVerdict.CHANGED) : this;
    }

    private Change with(PValues values, ChangeVerdict other) {
        return new Change(metric, before, after, workflowsBefore, workflowsAfter, interval, values, other);
    }

    /** Answers whether the difference is too small to matter. From 0 every one matters. */
    private boolean isSmall() {
        return metric.unit() == Metric.MetricUnit.SHARE
                ? Math.abs(difference()) < SMALL_SHARE
                : Math.abs(relative()) < SMALL;
    }

    private ChangeVerdict direction() {
        if (isSmall()) {
            return ChangeVerdict.NEGLIGIBLE;
        }
        return switch (metric.better()) {
            case NEITHER -> ChangeVerdict.CHANGED;
            case LESS -> difference() > 0 ? ChangeVerdict.WORSE : ChangeVerdict.BETTER;
            case MORE -> difference() < 0 ? ChangeVerdict.WORSE : ChangeVerdict.BETTER;
        };
    }
}
