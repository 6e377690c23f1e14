// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.diff;

import io.agentprofiler.analyzer.answer.diff.Gates.SyntaxException;
import io.agentprofiler.analyzer.answer.diff.side.Row;
import io.agentprofiler.analyzer.answer.diff.test.Adjustment;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Limits that a build must not pass, and whether it did.
 *
 * <p>A gate is broken when its figure moved further than the gate lets it and the difference is more than noise. What is
 * more than noise is told as in {@link Comparison}, but adjusted among the gates' own comparisons only, by Holm's rule:
 * they were asked for beforehand. Under {@code strict} noise is not considered. A figure that is not known on both sides
 * breaks the gate, too: nothing was shown to be in order.
 */
public final class Gates {
    private Gates() {}

    /** What became of a gate; the worst last. */
    public enum GateOutcome {
        /** Within the limit, or beyond it by noise. */
        PASSED("passed"),
        /** Beyond the limit, with too few workflows to tell whether that is noise: not broken, and not passed. */
        UNDECIDED("undecided"),
        /** The figure is not known: counts as broken. */
        UNKNOWN("unknown"),
        /** Beyond the limit. */
        BROKEN("broken");

        private final String word;

        GateOutcome(String word) {
            this.word = word;
        }

        /** Returns the word shown and written. */
        public String word() {
            return word;
        }

        /** Answers whether the build is to fail. */
        public boolean fails() {
            return this == BROKEN || this == UNKNOWN;
        }
    }

    /**
     * A row that a gate was applied to.
     *
     * @param change the figure on both sides, or {@code null} where neither knows it
     * @param adjustedP p-value after Holm's adjustment, {@link Double#NaN} where there is none
     * @param why what decided, in words
     */
    public record JudgedGate(Row row, Change change, double adjustedP, GateOutcome outcome, String why) {}

    /**
     * A gate and what became of it.
     *
     * @param outcome the worst of its rows'
     * @param rows the rows it was applied to; empty where neither side has such a row
     */
    public record GateResult(Gate gate, GateOutcome outcome, List<JudgedGate> rows) {}

    private record GatesQuestion(Gate gate, RowChange row, Change change) {}

    /**
     * Reads gates such as {@code p95>+10%,llm:cost>+0.01}.
     *
     * @throws SyntaxException where the text is not understood
     */
    public static List<Gate> parse(String text) throws SyntaxException {
        return GateParser.parse(text);
    }

    /** Judges a comparison. */
    public static List<GateResult> judge(List<Gate> gates, Diff diff, boolean strict) {
        List<List<GatesQuestion>> questions = new ArrayList<>();
        List<Double> p = new ArrayList<>();
        for (Gate gate : gates) {
            List<GatesQuestion> asked = questions(gate, diff);
            questions.add(asked);
            asked.stream()
                    .filter(Gates::isTested)
                    .forEach(one -> p.add(one.change().tested().p()));
        }
        double[] adjusted = Adjustment.familyWise(
                p.stream().mapToDouble(Double::doubleValue).toArray());
        List<GateResult> results = new ArrayList<>();
        int next = 0;
        for (int i = 0; i < gates.size(); i++) {
            List<JudgedGate> rows = new ArrayList<>();
            GateOutcome worst = questions.get(i).isEmpty() ? GateOutcome.UNKNOWN : GateOutcome.PASSED;
            for (GatesQuestion question : questions.get(i)) {
                double adjustedP = isTested(question) ? adjusted[next++] : p(question.change());
                JudgedGate judged = judge(question, diff, adjustedP, strict);
                worst = judged.outcome().compareTo(worst) > 0 ? judged.outcome() : worst;
                rows.add(judged);
            }
            results.add(new GateResult(gates.get(i), worst, List.copyOf(rows)));
        }
        return results;
    }

    /** Returns the comparison with the figures that gates asked for as the gates judged them. */
    public static Diff judged(Diff diff, List<GateResult> results) {
        Map<Row, Map<Metric, Change>> judged = new HashMap<>();
        for (GateResult result : results) {
            for (JudgedGate row : result.rows()) {
                if (row.change() != null && row.change().isTested()) {
                    judged.computeIfAbsent(row.row(), any -> new EnumMap<>(Metric.class))
                            .put(row.change().metric(), row.change().judged(row.adjustedP()));
                }
            }
        }
        return diff.with(judged);
    }

    private static boolean isTested(GatesQuestion question) {
        return question.change() != null && question.change().isTested();
    }

    /** What needs no adjustment has its own p-value, if any. */
    private static double p(Change change) {
        return change == null ? Double.NaN : change.tested().p();
    }

    /** With {@code each}, operations that have no such figure on one side are left out: there is nothing to hold it against. */
    private static List<GatesQuestion> questions(Gate gate, Diff diff) {
        return diff.rows().stream()
                .filter(row -> gate.scope().holds(row.row()))
                .map(row -> new GatesQuestion(gate, row, row.get(gate.metric())))
                .filter(question -> !gate.scope().each() || isOnBothSides(question))
                .toList();
    }

    private static boolean isOnBothSides(GatesQuestion question) {
        Change change = question.change();
        if (change == null) {
            return false;
        }
        return change.verdict() != Change.ChangeVerdict.UNKNOWN
                || !question.row().isNew() && !question.row().isGone();
    }

    private static JudgedGate judge(GatesQuestion question, Diff diff, double adjustedP, boolean strict) {
        Row row = question.row().row();
        Change change = question.change();
        Gate gate = question.gate();
        String unknown = unknown(gate, row, change, diff);
        if (unknown != null) {
            return new JudgedGate(row, change, adjustedP, GateOutcome.UNKNOWN, unknown);
        }
        if (!gate.isExceededBy(change)) {
            return new JudgedGate(row, change, adjustedP, GateOutcome.PASSED, "within the limit");
        }
        if (strict) {
            return new JudgedGate(row, change, adjustedP, GateOutcome.BROKEN, "beyond the limit");
        }
        if (change.verdict() == Change.ChangeVerdict.TOO_FEW) {
            return new JudgedGate(
                    row,
                    change,
                    adjustedP,
                    GateOutcome.UNDECIDED,
                    "beyond the limit, but too few workflows to tell whether that is noise: record more, or use --strict");
        }
        boolean real = adjustedP <= Change.LEVEL && change.isOffZero();
        return real
                ? new JudgedGate(row, change, adjustedP, GateOutcome.BROKEN, "beyond the limit, and more than noise")
                : new JudgedGate(row, change, adjustedP, GateOutcome.PASSED, "beyond the limit, but noise");
    }

    /** Returns why a gate cannot be judged, or {@code null} when it can. */
    private static String unknown(Gate gate, Row row, Change change, Diff diff) {
        String word = gate.metric().word();
        if (gate.metric() == Metric.COST) {
            long unpriced =
                    diff.before().unpricedCalls(row.before()) + diff.after().unpricedCalls(row.after());
            if (unpriced > 0) {
                return "unpriced: the cost of " + unpriced + (unpriced == 1 ? " call" : " calls") + " is not known";
            }
        }
        if (change == null) {
            return word + " is not known on either side";
        }
        if (change.verdict() == Change.ChangeVerdict.UNKNOWN) {
            return word + " is not known " + (Double.isNaN(change.before()) ? "before" : "after");
        }
        return null;
    }

    /**
     * A limit on a change.
     *
     * @param text the gate as it was written
     * @param scope whose figure
     * @param metric which figure
     * @param rise whether it may not rise, or may not fall, by more than the amount
     * @param amount how much, in percent of the figure before or in the unit of the metric; not negative
     * @param relative whether the amount is in percent
     */
    public record Gate(String text, GateScope scope, Metric metric, boolean rise, double amount, boolean relative) {
        /**
         * Whose figure a gate is about.
         *
         * @param each whether every operation is judged
         * @param workflow whether {@code name} is that of workflows
         * @param kind kind of calls, or {@code null}
         * @param name name of spans or workflows, or empty for all
         */
        public record GateScope(boolean each, boolean workflow, SpanKind kind, String name) {
            /** All workflows together. */
            static final GateScope ALL = new GateScope(false, false, null, "");

            /** Answers whether a row is in the scope. */
            boolean holds(Row row) {
                if (each) {
                    return row.group() == Row.RowGroup.OPERATION;
                }
                if (workflow) {
                    return row.group() == Row.RowGroup.WORKFLOW && row.name().equals(name);
                }
                if (kind == null) {
                    return row.group() == Row.RowGroup.ALL;
                }
                return row.kind() == kind
                        && (name.isEmpty()
                                ? row.group() == Row.RowGroup.KIND
                                : row.group() == Row.RowGroup.OPERATION
                                        && (row.name().equals(name)
                                                || row.after().name().equals(name)));
            }
        }

        /** Answers whether a change goes further than the gate lets it; from 0, every rise is more than any percent. */
        public boolean isExceededBy(Change change) {
            double moved = rise ? change.difference() : -change.difference();
            double limit = relative ? Math.abs(change.before()) * amount / 100 : amount;
            // rounding of the limit itself must not break a gate
            return moved > limit + Math.abs(limit) * 1e-12;
        }
    }

    /** Why a list of gates cannot be understood; the message names the offending part and what would be right. */
    public static final class SyntaxException extends Exception {
        private static final long serialVersionUID = 1L;

        SyntaxException(String message) {
            super(message);
        }
    }
}
