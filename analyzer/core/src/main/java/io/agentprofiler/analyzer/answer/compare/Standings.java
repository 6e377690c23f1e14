// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.compare;

import io.agentprofiler.analyzer.answer.compare.PairTest.PairVerdict;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Which alternatives are on the Pareto front, and which are dominated: another one is better at one objective at least, and its figures
 * are as good or better at all others.
 *
 * <p><b>Threading:</b> immutable.
 */
final class Standings {
    private final List<Alternative> alternatives;
    private final List<PairTest> tests;
    private final SortedMap<Objective, PairVerdict[][]> verdicts = new TreeMap<>();
    private final List<Standing> standings = new ArrayList<>();

    /** Where an alternative stands. */
    enum FrontPlace {
        /** No other one dominates it. */
        FRONT("front"),
        /** Another one dominates it. */
        DOMINATED("dominated"),
        /** The figures of another one are all as good or better, but no difference is more than noise. */
        OPEN("cannot tell");

        private final String word;

        FrontPlace(String word) {
            this.word = word;
        }

        /** Returns the word for people and files. */
        String word() {
            return word;
        }
    }

    /**
     * Where an alternative stands.
     *
     * @param by the place of the one that dominates it, or may; -1 on the front
     */
    record Standing(FrontPlace place, int by) {}

    Standings(List<Alternative> alternatives) {
        this.alternatives = List.copyOf(alternatives);
        tests = PairTest.all(alternatives);
        int n = alternatives.size();
        for (PairTest test : tests) {
            PairVerdict[][] table = verdicts.computeIfAbsent(test.objective(), any -> new PairVerdict[n][n]);
            table[test.first()][test.second()] = test.verdict();
            table[test.second()][test.first()] = test.verdict().turned();
        }
        for (int i = 0; i < n; i++) {
            standings.add(standing(i));
        }
    }

    private Standing standing(int of) {
        int surely = -1;
        int perhaps = -1;
        long most = 0;
        for (int other = 0; other < alternatives.size(); other++) {
            if (other != of && isAsGood(other, of)) {
                int one = other;
                long better = verdicts.values().stream()
                        .filter(table -> table[one][of] == PairVerdict.BETTER)
                        .count();
                if (better > most) {
                    most = better;
                    surely = other;
                } else if (better == 0 && perhaps < 0 && isDifferent(other, of)) {
                    perhaps = other;
                }
            }
        }
        if (surely >= 0) {
            return new Standing(FrontPlace.DOMINATED, surely);
        }
        return perhaps >= 0 ? new Standing(FrontPlace.OPEN, perhaps) : new Standing(FrontPlace.FRONT, -1);
    }

    /** Answers whether the figures of one are as good as another's or better, at every objective that one of them has a figure of. */
    private boolean isAsGood(int one, int other) {
        for (Objective objective : verdicts.keySet()) {
            double figure = figure(one, objective);
            double than = figure(other, objective);
            if (Double.isNaN(figure) != Double.isNaN(than)
                    || objective.isBetter(than, figure) && verdict(objective, one, other) != PairVerdict.SAME) {
                return false;
            }
        }
        return true;
    }

    private boolean isDifferent(int one, int other) {
        return verdicts.keySet().stream()
                .anyMatch(objective -> verdict(objective, one, other).isOpen());
    }

    private double figure(int of, Objective objective) {
        return alternatives.get(of).figure(objective).value();
    }

    /** Returns what one alternative is, compared with another. */
    PairVerdict verdict(Objective objective, int one, int other) {
        return verdicts.get(objective)[one][other];
    }

    List<Alternative> alternatives() {
        return alternatives;
    }

    /** Returns the tests of all pairs, by objective. */
    List<PairTest> tests() {
        return Collections.unmodifiableList(tests);
    }

    /** Returns what was compared. */
    List<Objective> objectives() {
        return List.copyOf(verdicts.keySet());
    }

    /** Returns where an alternative stands. */
    Standing of(int alternative) {
        return standings.get(alternative);
    }

    /** Returns the place of the one with the best figure, the first of several; -1 where none has a figure. */
    int best(Objective objective) {
        int best = -1;
        for (int i = 0; i < alternatives.size(); i++) {
            double figure = figure(i, objective);
            if (!Double.isNaN(figure) && (best < 0 || objective.isBetter(figure, figure(best, objective)))) {
                best = i;
            }
        }
        return best;
    }
}
