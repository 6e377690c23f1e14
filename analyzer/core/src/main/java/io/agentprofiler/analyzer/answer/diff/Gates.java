// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.diff;

import io.agentprofiler.analyzer.answer.diff.Gates.SyntaxException;
import io.agentprofiler.analyzer.answer.diff.side.Row;
import io.agentprofiler.analyzer.base.stat.Adjustment;
import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Limits that a build must not pass and changes that are expected, and whether they came out so.
 *
 * <p>A gate is broken when its figure moved further than the gate lets it and the difference is more than noise. An expected change
 * has to be shown: it is reached when the figure is on the right side of the limit, and not reached when it is on the wrong side, by
 * more than noise each; else it is undecided. What is more than noise is told as in {@link Comparison}, but adjusted among the gates'
 * own comparisons only, by Holm's rule: they were asked for beforehand. Under {@code strict} noise is not considered. A figure that is
 * not known on both sides breaks the gate, too: nothing was shown to be in order.
 */
public final class Gates {
    private static final double PERCENT = 100;
    /** Figures of two sides that are equal but for the rounding of a limit differ by less than this part of it. */
    private static final double ROUNDING = 1e-9;

    private Gates() {}

    /** What became of a gate; the worst last. */
    public enum GateOutcome {
        /** Within the limit, or beyond it by noise; of an expected change: reached. */
        PASSED("passed", "reached"),
        /** Too few workflows to tell whether it is beyond the limit: not broken, and not passed. */
        UNDECIDED("undecided", "undecided"),
        /** The figure is not known: counts as broken. */
        UNKNOWN("unknown", "unknown"),
        /** Beyond the limit; of an expected change: not reached. */
        BROKEN("broken", "not reached");

        private final String word;
        private final String expectedWord;

        GateOutcome(String word, String expectedWord) {
            this.word = word;
            this.expectedWord = expectedWord;
        }

        /** Returns the word shown and written for a limit. */
        public String word() {
            return word;
        }

        /** Returns the word for a gate, which may be an expected change. */
        public String word(Gate gate) {
            return gate.expected() ? expectedWord : word;
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
     * @param needed about how many workflows a side would decide; {@link Unknown#LONG} where it is decided, or no number would
     */
    public record JudgedGate(Row row, Change change, double adjustedP, GateOutcome outcome, String why, long needed) {
        private JudgedGate(Row row, Change change, double adjustedP, GateOutcome outcome, String why) {
            this(row, change, adjustedP, outcome, why, Unknown.LONG);
        }
    }

    /**
     * A gate and what became of it.
     *
     * @param outcome the worst of its rows'
     * @param rows the rows it was applied to; empty where neither side has such a row
     */
    public record GateResult(Gate gate, GateOutcome outcome, List<JudgedGate> rows) {}

    /**
     * A gate asked of a row.
     *
     * @param change the figure on both sides
     * @param decides what decides: the same, or of an expected change the figure of the second side and the limit
     */
    private record GatesQuestion(Gate gate, RowChange row, Change change, Change decides) {}

    /**
     * Reads gates such as {@code p95>+10%,llm:cost>+0.01}.
     *
     * @throws SyntaxException where the text is not understood
     */
    public static List<Gate> parse(String text) throws SyntaxException {
        return GateParser.parse(text, false);
    }

    /**
     * Reads expected changes such as {@code time<=-20%,cost<=-0.01}.
     *
     * @throws SyntaxException where the text is not understood
     */
    public static List<Gate> expected(String text) throws SyntaxException {
        return GateParser.parse(text, true);
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
                    .forEach(one -> p.add(one.decides().tested().p()));
        }
        double[] adjusted = Adjustment.familyWise(
                p.stream().mapToDouble(Double::doubleValue).toArray());
        List<GateResult> results = new ArrayList<>();
        int next = 0;
        for (int i = 0; i < gates.size(); i++) {
            List<JudgedGate> rows = new ArrayList<>();
            GateOutcome worst = questions.get(i).isEmpty() ? GateOutcome.UNKNOWN : GateOutcome.PASSED;
            for (GatesQuestion question : questions.get(i)) {
                double adjustedP = isTested(question) ? adjusted[next++] : p(question.decides());
                JudgedGate judged = judge(question, diff, adjustedP, strict, p.size());
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
                if (row.change() != null
                        && row.change().isTested()
                        && !result.gate().expected()) {
                    judged.computeIfAbsent(row.row(), any -> new EnumMap<>(Metric.class))
                            .put(row.change().metric(), row.change().judged(row.adjustedP()));
                }
            }
        }
        return diff.with(judged);
    }

    private static boolean isTested(GatesQuestion question) {
        return question.decides() != null && question.decides().isTested();
    }

    /** What needs no adjustment has its own p-value, if any. */
    private static double p(Change change) {
        return change == null ? Double.NaN : change.tested().p();
    }

    /** With {@code each}, operations that have no such figure on one side are left out: there is nothing to hold it against. */
    private static List<GatesQuestion> questions(Gate gate, Diff diff) {
        return diff.rows().stream()
                .filter(row -> gate.scope().holds(row.row()))
                .map(row -> new GatesQuestion(gate, row, row.get(gate.metric()), row.get(gate.metric())))
                .filter(question -> !gate.scope().each() || isOnBothSides(question))
                .map(question -> gate.expected() ? againstLimit(question, diff) : question)
                .toList();
    }

    private static GatesQuestion againstLimit(GatesQuestion question, Diff diff) {
        Change change = question.change();
        Gate gate = question.gate();
        Change decides = change == null || change.verdict() == Change.ChangeVerdict.UNKNOWN
                ? null
                : Comparison.against(
                        diff,
                        question.row().row(),
                        gate.metric(),
                        gate.relative() ? 1 + gate.signed() / PERCENT * Math.signum(change.before()) : 1,
                        gate.relative() ? 0 : gate.signed());
        return new GatesQuestion(gate, question.row(), change, decides);
    }

    private static boolean isOnBothSides(GatesQuestion question) {
        Change change = question.change();
        if (change == null) {
            return false;
        }
        return change.verdict() != Change.ChangeVerdict.UNKNOWN
                || !question.row().isNew() && !question.row().isGone();
    }

    private static JudgedGate judge(GatesQuestion question, Diff diff, double adjustedP, boolean strict, int family) {
        Row row = question.row().row();
        Change change = question.change();
        Gate gate = question.gate();
        String unknown = unknown(gate, row, change, diff);
        if (unknown != null) {
            return new JudgedGate(row, change, adjustedP, GateOutcome.UNKNOWN, unknown);
        }
        if (gate.expected() && !strict) {
            return expected(question, adjustedP, family);
        }
        if (!gate.isExceededBy(change)) {
            return new JudgedGate(row, change, adjustedP, GateOutcome.PASSED, "within the limit");
        }
        if (strict) {
            return new JudgedGate(row, change, adjustedP, GateOutcome.BROKEN, "beyond the limit");
        }
        long needed = NeededWorkflows.of(question.row(), change, family);
        if (change.verdict() == Change.ChangeVerdict.TOO_FEW) {
            return new JudgedGate(
                    row,
                    change,
                    adjustedP,
                    GateOutcome.UNDECIDED,
                    "beyond the limit, but too few workflows to tell whether that is noise: "
                            + NeededWorkflows.words(needed) + ", or use --strict",
                    needed);
        }
        boolean real = adjustedP <= Change.LEVEL && change.isOffZero();
        return real
                ? new JudgedGate(row, change, adjustedP, GateOutcome.BROKEN, "beyond the limit, and more than noise")
                : new JudgedGate(
                        row,
                        change,
                        adjustedP,
                        GateOutcome.PASSED,
                        "beyond the limit, but noise; " + NeededWorkflows.words(needed),
                        needed);
    }

    /** Judges an expected change by the figure of the second side and the limit: on which side of it, by more than noise? */
    private static JudgedGate expected(GatesQuestion question, double adjustedP, int family) {
        Row row = question.row().row();
        Change change = question.change();
        Change decides = question.decides();
        double rounding = Math.abs(decides.before()) * ROUNDING;
        boolean atLimit = Math.abs(decides.interval().low()) <= rounding
                && Math.abs(decides.interval().high()) <= rounding
                && NeededWorkflows.areEnough(decides);
        if (atLimit) {
            return new JudgedGate(row, change, adjustedP, GateOutcome.PASSED, "exactly the limit");
        }
        if (adjustedP <= Change.LEVEL && decides.isOffZero()) {
            return question.gate().isExceededBy(change)
                    ? new JudgedGate(row, change, adjustedP, GateOutcome.BROKEN, "short of it by more than noise")
                    : new JudgedGate(row, change, adjustedP, GateOutcome.PASSED, "by more than noise");
        }
        long needed = NeededWorkflows.of(question.row(), decides, family);
        String few = Double.isNaN(decides.tested().p()) ? "too few workflows to tell" : "within noise of the limit";
        return new JudgedGate(
                row,
                change,
                adjustedP,
                GateOutcome.UNDECIDED,
                few + ": " + NeededWorkflows.words(needed) + ", or use --strict",
                needed);
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
     * @param amount how much, in percent of the figure before or in the unit of the metric; negative where it has to move the other way by
     *     that much, which only an expected change may be
     * @param relative whether the amount is in percent
     * @param expected whether it has to be shown that the limit is kept, not that it is broken
     */
    public record Gate(
            String text,
            GateScope scope,
            Metric metric,
            boolean rise,
            double amount,
            boolean relative,
            boolean expected) {
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

        /** Returns the change that is just within the limit. */
        double signed() {
            return rise ? amount : -amount;
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
