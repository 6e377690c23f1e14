// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.drift;

import io.agentprofiler.analyzer.answer.diff.Change;
import io.agentprofiler.analyzer.answer.diff.Diff;
import io.agentprofiler.analyzer.answer.diff.Metric;
import io.agentprofiler.analyzer.answer.diff.RowChange;
import io.agentprofiler.analyzer.answer.diff.side.Row;
import io.agentprofiler.analyzer.base.stat.Adjustment;
import io.agentprofiler.analyzer.lab.drift.Judged.Figure;
import io.agentprofiler.analyzer.lab.drift.Judged.Verdict;
import io.agentprofiler.analyzer.lab.drift.Tolerances.Tolerance;
import java.util.ArrayList;
import java.util.List;

/**
 * Judges figures.
 *
 * <p>A figure has drifted when it moved further than its tolerance and that is more than noise, as comparisons tell it; p-values are
 * adjusted over all figures by Holm's rule, those of single operations among themselves. Within the tolerance it is the same, and so
 * it is beyond it when that is noise among {@value #FEW} workflows a side and more. Else nobody can tell. Strictly, noise is not
 * considered.
 */
final class DriftJudge {
    /** With fewer workflows a side, not to find a difference means nothing. */
    private static final int FEW = 10;

    private final Diff diff;
    private final Tolerances tolerances;
    private final boolean strict;

    DriftJudge(Diff diff, Tolerances tolerances, boolean strict) {
        this.diff = diff;
        this.tolerances = tolerances;
        this.strict = strict;
    }

    /** Returns the figures that at least one side knows. */
    List<Judged> figures() {
        return judge(DriftFigures.ALL);
    }

    /** Returns the latency of each model and tool that both sides have. */
    List<Judged> operations() {
        List<Figure> figures = new ArrayList<>();
        for (RowChange row : diff.rows(Row.RowGroup.OPERATION)) {
            Figure figure = DriftFigures.ofOperation(row.row());
            boolean both = !row.isNew() && !row.isGone() && row.row().successor() == null;
            if (figure != null && both && !row.row().isOverhead()) {
                figures.add(figure);
            }
        }
        return judge(figures);
    }

    private List<Judged> judge(List<Figure> figures) {
        List<Figure> known =
                figures.stream().filter(figure -> change(figure) != null).toList();
        double[] adjusted = Adjustment.familyWise(known.stream()
                .map(this::change)
                .filter(Change::isTested)
                .mapToDouble(change -> change.tested().p())
                .toArray());
        List<Judged> judged = new ArrayList<>();
        int next = 0;
        for (Figure figure : known) {
            Change change = change(figure);
            judged.add(judge(
                    figure,
                    change,
                    change.isTested() ? adjusted[next++] : change.tested().p()));
        }
        return judged;
    }

    private Change change(Figure figure) {
        return diff.rows().stream()
                .filter(row -> row.row().equals(figure.row()))
                .map(row -> row.get(figure.metric()))
                .filter(change -> change != null && !(Double.isNaN(change.before()) && Double.isNaN(change.after())))
                .findFirst()
                .orElse(null);
    }

    private Judged judge(Figure figure, Change change, double adjustedP) {
        Tolerance tolerance = tolerances.of(figure);
        boolean unpriced = figure.metric() == Metric.COST
                && diff.before().unpricedCalls(figure.row()) + diff.after().unpricedCalls(figure.row()) > 0;
        if (tolerance.isAny()) {
            return new Judged(figure, change, tolerance, adjustedP, Verdict.SAME, false, "not judged");
        }
        if (unpriced) {
            // tokens decide where a price is not in the list
            return new Judged(
                    figure, change, tolerance, adjustedP, Verdict.CANNOT_TELL, false, "not all prices are known");
        }
        if (change.verdict() == Change.ChangeVerdict.UNKNOWN) {
            String side = Double.isNaN(change.before()) ? "before" : "after";
            return new Judged(figure, change, tolerance, adjustedP, Verdict.CANNOT_TELL, true, "not recorded " + side);
        }
        if (!tolerance.isExceededBy(change)) {
            return new Judged(figure, change, tolerance, adjustedP, Verdict.SAME, true, "within tolerance");
        }
        if (strict) {
            return new Judged(figure, change, tolerance, adjustedP, Verdict.DRIFTED, true, "beyond tolerance");
        }
        boolean few = Math.min(change.workflowsBefore(), change.workflowsAfter()) < FEW;
        if (change.verdict() == Change.ChangeVerdict.TOO_FEW) {
            // the mean and the median decide where a percentile has too few calls
            boolean percentile =
                    figure.metric().shape() == Metric.MetricShape.PERCENTILE && figure.metric() != Metric.P50;
            return new Judged(
                    figure,
                    change,
                    tolerance,
                    adjustedP,
                    Verdict.CANNOT_TELL,
                    !percentile,
                    percentile ? "too few calls for this percentile" : "too few workflows");
        }
        if (adjustedP <= Change.LEVEL && change.isOffZero()) {
            return new Judged(figure, change, tolerance, adjustedP, Verdict.DRIFTED, true, "more than noise");
        }
        if (few || change.tested().p() <= Change.LEVEL) {
            return new Judged(
                    figure, change, tolerance, adjustedP, Verdict.CANNOT_TELL, true, "may be noise: record more");
        }
        return new Judged(figure, change, tolerance, adjustedP, Verdict.SAME, true, "noise");
    }
}
