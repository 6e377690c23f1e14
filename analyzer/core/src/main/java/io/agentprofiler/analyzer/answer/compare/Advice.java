// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.compare;

import io.agentprofiler.analyzer.answer.compare.Objective.ObjectiveKind;
import io.agentprofiler.analyzer.answer.compare.PairTest.PairVerdict;
import io.agentprofiler.analyzer.view.cell.Units;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Which alternative to take at which priority, and why. Where the recordings do not tell the best ones apart, the one that is better at
 * what else matters is named, with what is open.
 *
 * <p><b>Threading:</b> stateless.
 */
final class Advice {
    /** If a priority leaves several, the first of these that tells them apart decides. */
    private static final List<ObjectiveKind> NEXT =
            List.of(ObjectiveKind.QUALITY, ObjectiveKind.COST, ObjectiveKind.SPEED, ObjectiveKind.FAILURES);

    private final Standings standings;

    private Advice(Standings standings) {
        this.standings = standings;
    }

    /**
     * What to take at a priority.
     *
     * @param objective the priority
     * @param taken the place of the alternative to take; -1 if nothing tells those that may be best apart
     * @param best the place of the one with the best figure
     * @param open the places of all that may be best, the best one included
     * @param decided at which objective the one to take is better than the others that may be best; {@code null} if it needs none
     */
    record Priority(Objective objective, int taken, int best, List<Integer> open, Objective decided) {
        boolean isSure() {
            return open.size() == 1;
        }
    }

    /** Returns what to take at each priority; none at those at which all are equal. */
    static List<Priority> priorities(Standings standings) {
        Advice advice = new Advice(standings);
        return standings.objectives().stream()
                .filter(advice::isDifferent)
                .map(advice::priority)
                .toList();
    }

    private boolean isDifferent(Objective objective) {
        return standings.tests().stream()
                .anyMatch(test -> test.objective().equals(objective)
                        && test.verdict() != PairVerdict.SAME
                        && test.verdict() != PairVerdict.UNKNOWN);
    }

    private Priority priority(Objective objective) {
        int best = standings.best(objective);
        List<Integer> open = IntStream.range(0, standings.alternatives().size())
                .filter(i -> i == best || isOpen(objective, best, i))
                .boxed()
                .toList();
        if (open.size() == 1) {
            return new Priority(objective, best, best, open, null);
        }
        for (ObjectiveKind kind : NEXT) {
            for (Objective next : standings.objectives()) {
                if (next.kind() == kind && !next.equals(objective)) {
                    int better = better(next, open);
                    if (better >= 0) {
                        return new Priority(objective, better, best, open, next);
                    }
                }
            }
        }
        return new Priority(objective, -1, best, open, null);
    }

    private boolean isOpen(Objective objective, int best, int other) {
        PairVerdict verdict = other == best ? PairVerdict.SAME : standings.verdict(objective, best, other);
        return verdict.isOpen() || verdict == PairVerdict.SAME;
    }

    /** Returns the one of some alternatives that is better than all others of them; -1 if none is. */
    private int better(Objective objective, List<Integer> of) {
        for (int one : of) {
            if (of.stream()
                    .allMatch(
                            other -> other == one || standings.verdict(objective, one, other) == PairVerdict.BETTER)) {
                return one;
            }
        }
        return -1;
    }

    /** Returns the sentence that says which to take, {@code null} where there is nothing to choose by. */
    static String sentence(Standings standings) {
        List<Priority> priorities = priorities(standings);
        Advice advice = new Advice(standings);
        Map<Integer, List<String>> taken = new LinkedHashMap<>();
        for (Priority priority : priorities) {
            if (priority.taken() >= 0) {
                taken.computeIfAbsent(priority.taken(), any -> new ArrayList<>())
                        .add("for " + priority.objective().label() + " (" + advice.reason(priority) + ")");
            }
        }
        if (taken.isEmpty()) {
            return priorities.isEmpty() ? null : "The recordings do not tell which to take.";
        }
        List<String> clauses = new ArrayList<>();
        taken.forEach((place, reasons) -> clauses.add(advice.name(place) + " " + listed(reasons)));
        return "Take " + String.join("; ", clauses) + ".";
    }

    /** Returns what the recordings cannot tell, a sentence each. */
    static List<String> open(Standings standings) {
        Advice advice = new Advice(standings);
        List<String> sentences = new ArrayList<>();
        for (Priority priority : priorities(standings)) {
            if (!priority.isSure()) {
                sentences.add("Cannot tell which is best for "
                        + priority.objective().label() + ": "
                        + listed(priority.open().stream()
                                .map(place ->
                                        advice.name(place) + " (" + advice.figure(priority.objective(), place) + ")")
                                .toList())
                        + " differ by no more than " + advice.margin(priority) + ".");
            }
        }
        return sentences;
    }

    private String margin(Priority priority) {
        boolean few = priority.open().stream()
                .anyMatch(place -> place != priority.best()
                        && standings.verdict(priority.objective(), priority.best(), place) == PairVerdict.TOO_FEW);
        boolean noise = priority.open().stream()
                .anyMatch(place -> place != priority.best()
                        && standings.verdict(priority.objective(), priority.best(), place) == PairVerdict.NOISE);
        return few ? "so few workflows can show" : noise ? "noise" : "1 %";
    }

    private String reason(Priority priority) {
        Objective objective = priority.objective();
        String own = figure(objective, priority.taken());
        if (priority.isSure()) {
            int second = second(objective, priority.best());
            return second < 0 ? own : own + ", " + name(second) + " " + figure(objective, second);
        }
        List<String> others = priority.open().stream()
                .filter(place -> place != priority.taken())
                .map(place -> name(place) + " " + figure(objective, place))
                .toList();
        return own + ", not told apart from " + listed(others) + ", and better for "
                + priority.decided().label() + ": " + figure(priority.decided(), priority.taken());
    }

    /** Returns the one with the best figure but one; -1 for none. */
    private int second(Objective objective, int best) {
        int second = -1;
        for (int i = 0; i < standings.alternatives().size(); i++) {
            double figure = standings.alternatives().get(i).figure(objective).value();
            if (i != best
                    && !Double.isNaN(figure)
                    && (second < 0
                            || objective.isBetter(
                                    figure,
                                    standings
                                            .alternatives()
                                            .get(second)
                                            .figure(objective)
                                            .value()))) {
                second = i;
            }
        }
        return second;
    }

    private String name(int place) {
        return standings.alternatives().get(place).name();
    }

    private String figure(Objective objective, int place) {
        return text(
                objective, standings.alternatives().get(place).figure(objective).value());
    }

    /** Returns a figure of an objective for people. */
    static String text(Objective objective, double figure) {
        return switch (objective.kind()) {
            case QUALITY -> String.format(Locale.ROOT, "%.3f", figure);
            case COST -> Units.money(BigDecimal.valueOf(figure)) + " a workflow";
            case SPEED -> "p50 " + Units.duration(figure);
            case FAILURES -> Units.share(figure, 1) + " failed";
        };
    }

    private static String listed(List<String> words) {
        int last = words.size() - 1;
        return last <= 0
                ? String.join("", words)
                : String.join(", ", words.subList(0, last)) + " and " + words.get(last);
    }
}
