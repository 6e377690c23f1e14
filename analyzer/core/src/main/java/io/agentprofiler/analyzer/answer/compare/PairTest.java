// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.compare;

import io.agentprofiler.analyzer.answer.diff.Change;
import io.agentprofiler.analyzer.answer.diff.Comparison.MeanTest;
import io.agentprofiler.analyzer.base.stat.Adjustment;
import io.agentprofiler.analyzer.base.stat.RankTest;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * Two alternatives at one objective. A difference is more than noise if its p-value, adjusted for all pairs and objectives (Holm), is at
 * most {@link Change#LEVEL}: that of the rank test or, for means, that of Welch's t-test. One of the two is enough.
 *
 * @param first the place of one alternative
 * @param second the place of the other, which comes later
 * @param objective at which
 * @param p the p-value, {@link Double#NaN} without one
 * @param adjustedP the same, adjusted
 * @param verdict what the first is, compared with the second
 */
record PairTest(int first, int second, Objective objective, double p, double adjustedP, PairVerdict verdict) {
    /** What one alternative is, compared with another. */
    enum PairVerdict {
        BETTER("better"),
        WORSE("worse"),
        /** Equal, or so close that it matters to nobody. */
        SAME("same"),
        /** The difference is not more than noise. */
        NOISE("noise"),
        /** There are too few workflows to find any difference. */
        TOO_FEW("n too small"),
        /** One of the figures is not known. */
        UNKNOWN("unknown");

        private final String word;

        PairVerdict(String word) {
            this.word = word;
        }

        /** Returns the word in files. */
        String word() {
            return word;
        }

        /** Returns what the second is, compared with the first. */
        PairVerdict turned() {
            return this == BETTER ? WORSE : this == WORSE ? BETTER : this;
        }

        /** Answers whether the recordings leave open which is better. */
        boolean isOpen() {
            return this == NOISE || this == TOO_FEW;
        }
    }

    /** Tests all pairs at all objectives that one of them has a figure of. */
    static List<PairTest> all(List<Alternative> alternatives) {
        TreeSet<Objective> objectives = new TreeSet<>();
        alternatives.forEach(alternative -> objectives.addAll(alternative.objectives()));
        List<PairTest> tests = new ArrayList<>();
        for (Objective objective : objectives) {
            for (int first = 0; first < alternatives.size(); first++) {
                for (int second = first + 1; second < alternatives.size(); second++) {
                    double p = p(objective, alternatives.get(first), alternatives.get(second));
                    tests.add(new PairTest(first, second, objective, p, Double.NaN, PairVerdict.UNKNOWN));
                }
            }
        }
        double[] adjusted = Adjustment.familyWise(tests.stream()
                .mapToDouble(PairTest::p)
                .filter(p -> !Double.isNaN(p))
                .toArray());
        List<PairTest> judged = new ArrayList<>();
        int next = 0;
        for (PairTest test : tests) {
            judged.add(test.judged(alternatives, Double.isNaN(test.p) ? Double.NaN : adjusted[next++]));
        }
        return judged;
    }

    private static double p(Objective objective, Alternative first, Alternative second) {
        double[] one = first.values(objective);
        double[] other = second.values(objective);
        if (one.length == 0 || other.length == 0 || RankTest.smallestP(one.length, other.length) > Change.LEVEL) {
            return Double.NaN;
        }
        double ranks = RankTest.of(one, other).p();
        // a mean says nothing of a median
        double means = objective.equals(Objective.SPEED) || one.length < 2 || other.length < 2
                ? Double.NaN
                : MeanTest.p(one, other);
        return Double.isNaN(means) ? ranks : Adjustment.either(ranks, means);
    }

    private PairTest judged(List<Alternative> alternatives, double newAdjustedP) {
        double one = alternatives.get(first).figure(objective).value();
        double other = alternatives.get(second).figure(objective).value();
        PairVerdict judged;
        if (Double.isNaN(one) || Double.isNaN(other)) {
            judged = PairVerdict.UNKNOWN;
        } else if (one == other) {
            judged = PairVerdict.SAME;
        } else if (Double.isNaN(p)) {
            judged = PairVerdict.TOO_FEW;
        } else if (newAdjustedP > Change.LEVEL) {
            judged = PairVerdict.NOISE;
        } else if (objective.isSmall(one, other)) {
            judged = PairVerdict.SAME;
        } else {
            judged = objective.isBetter(one, other) ? PairVerdict.BETTER : PairVerdict.WORSE;
        }
        return new PairTest(first, second, objective, p, newAdjustedP, judged);
    }
}
