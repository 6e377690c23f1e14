// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.drift;

import io.agentprofiler.analyzer.answer.diff.Change;
import io.agentprofiler.analyzer.answer.diff.Gates;
import io.agentprofiler.analyzer.answer.diff.Gates.Gate;
import io.agentprofiler.analyzer.answer.diff.Gates.SyntaxException;
import io.agentprofiler.analyzer.answer.diff.Metric;
import io.agentprofiler.analyzer.answer.fingerprint.Trait.Facet;
import io.agentprofiler.analyzer.command.CommandException;
import io.agentprofiler.analyzer.lab.drift.Judged.Figure;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** How far each figure may move: what the user said, else what is usual. */
final class Tolerances {
    private static final String ALL = "all";

    private final Map<String, Tolerance> chosen = new HashMap<>();
    private final Set<String> facets = new HashSet<>();
    private Tolerance workflows = Tolerance.percent(0);

    private Tolerances() {}

    /**
     * Reads what the user said, such as {@code run_time=5%}; what comes later wins.
     *
     * @throws CommandException where a figure or an amount is not known
     */
    static Tolerances parse(List<String> texts) throws CommandException {
        Tolerances tolerances = new Tolerances();
        for (String text : texts) {
            for (String one : text.split(",", -1)) {
                int equals = one.indexOf('=');
                if (equals < 0) {
                    throw new CommandException(
                            "--tolerance takes FIGURE=AMOUNT, such as run_time=5%, not '" + one + "'");
                }
                tolerances.set(
                        one.substring(0, equals).strip(),
                        one.substring(equals + 1).strip(),
                        one);
            }
        }
        return tolerances;
    }

    private void set(String word, String amount, String text) throws CommandException {
        try {
            if (word.equals(ALL)) {
                all(amount, text);
            } else if (word.equals(DriftFigures.WORKFLOWS)) {
                workflows = Tolerance.parse(amount, Metric.CALLS);
            } else if (words().contains(word)) {
                for (Figure figure : DriftFigures.ALL) {
                    if (figure.word().equals(word)) {
                        chosen.put(word, Tolerance.parse(amount, figure.metric()));
                    }
                }
            } else if (Arrays.stream(Facet.values())
                    .anyMatch(facet -> facet.word().equals(word))) {
                facet(word, amount, text);
            } else {
                throw new CommandException("--tolerance " + text + ": there is no figure '" + word
                        + "'; there are all, "
                        + DriftFigures.WORKFLOWS + ", " + String.join(", ", words()) + ", "
                        + String.join(
                                ", ",
                                Arrays.stream(Facet.values()).map(Facet::word).toList()));
            }
        } catch (SyntaxException e) {
            throw new CommandException("--tolerance " + text
                    + ": expected a number with a unit (5%; 20ms for times; 1pp for errors; 3 for counts), 0 or any");
        }
    }

    private void facet(String word, String amount, String text) throws CommandException {
        if (amount.equals(Tolerance.ANY)) {
            facets.add(word);
        } else if (amount.equals("0")) {
            facets.remove(word);
        } else {
            throw new CommandException("--tolerance " + text + ": " + word + " take 0 or any");
        }
    }

    private void all(String amount, String text) throws CommandException, SyntaxException {
        if (!amount.equals("0") && !amount.endsWith("%")) {
            throw new CommandException("--tolerance " + text + ": all takes 0 or percent, such as all=5%");
        }
        for (Figure figure : DriftFigures.ALL) {
            chosen.put(figure.word(), Tolerance.parse(amount, figure.metric()));
        }
        workflows = Tolerance.parse(amount, Metric.CALLS);
    }

    private static List<String> words() {
        List<String> words = new ArrayList<>();
        DriftFigures.ALL.forEach(figure -> words.add(figure.word()));
        return words;
    }

    Tolerance of(Figure figure) {
        return chosen.getOrDefault(figure.word(), figure.usual());
    }

    /** Answers whether a facet, or the number of workflows, is not judged. */
    boolean isAny(String word) {
        return word.equals(DriftFigures.WORKFLOWS) ? workflows.isAny() : facets.contains(word);
    }

    /** Answers whether so many workflows may become so many. */
    boolean allows(long before, long after) {
        double limit = workflows.relative() ? before * workflows.amount() / 100 : workflows.amount();
        return Math.abs(after - before) <= limit;
    }

    /**
     * How far a figure may move, up or down.
     *
     * @param text as people write it
     * @param amount percent of the figure before, or its unit; infinite where any change is allowed
     * @param relative whether the amount is in percent
     */
    record Tolerance(String text, double amount, boolean relative) {
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
            return new Gate(text, null, change.metric(), change.difference() >= 0, amount, relative, false)
                    .isExceededBy(change);
        }
    }
}
