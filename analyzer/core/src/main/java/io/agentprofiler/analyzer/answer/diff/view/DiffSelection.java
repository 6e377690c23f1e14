// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.diff.view;

import io.agentprofiler.analyzer.answer.diff.Change;
import io.agentprofiler.analyzer.answer.diff.Diff;
import io.agentprofiler.analyzer.answer.diff.Diff.PathChange;
import io.agentprofiler.analyzer.answer.diff.Metric;
import io.agentprofiler.analyzer.answer.diff.RowChange;
import io.agentprofiler.analyzer.answer.diff.side.Row;
import io.agentprofiler.analyzer.answer.diff.side.SpanPath;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Which rows of a comparison are worth showing first. */
final class DiffSelection {
    private static final Set<Metric> ONE_SIDED =
            EnumSet.of(Metric.TOTAL, Metric.CALLS, Metric.ERRORS, Metric.TOKENS, Metric.COST);

    /** A row and one of its metrics. */
    record RowMetric(Row row, Change change) {}

    private static final Comparator<RowChange> WORST_FIRST = Comparator.comparing((RowChange row) -> !failsMore(row))
            .thenComparing(Comparator.comparingDouble(DiffSelection::moved).reversed());

    private DiffSelection() {}

    /**
     * Returns the real changes of workflows by name, if there are several names, and of operations; what fails more often first, then
     * the largest change of time per workflow. Several effects of one cause count once; the tables have all.
     */
    static List<RowMetric> real(Diff diff) {
        boolean names = diff.rows(Row.RowGroup.WORKFLOW).size() > 1;
        return diff.rows().stream()
                .filter(row -> row.row().group() == Row.RowGroup.OPERATION
                        || names && row.row().group() == Row.RowGroup.WORKFLOW)
                .sorted(WORST_FIRST)
                .flatMap(row -> oneOfEach(
                                row,
                                worthALine(row)
                                        .filter(change -> change.verdict().isReal()))
                        .sorted(Comparator.comparing(change -> !isOfFailures(change)))
                        .map(change -> new RowMetric(row.row(), change)))
                .toList();
    }

    /** Returns the changes of a row that tell something. */
    static Stream<Change> worthALine(RowChange row) {
        return row.all().stream().filter(change -> isWorthALine(row, change.metric()));
    }

    /**
     * Leaves out further effects of the same cause: keeps one change of time and one of tokens. A span around a slower one is slower,
     * too, and is kept only if its self time changed.
     */
    private static Stream<Change> oneOfEach(RowChange row, Stream<Change> changes) {
        boolean around = isAround(row);
        boolean below = around && isKnownNotToMove(row.get(Metric.SELF));
        Map<Metric, Change> told = new EnumMap<>(Metric.class);
        changes.forEach(change -> {
            Metric sort = sort(change.metric());
            if (sort == Metric.TIME && below) {
                return;
            }
            boolean own = around && change.metric() == Metric.SELF;
            if (own) {
                told.put(sort, change);
            } else {
                told.putIfAbsent(sort, change);
            }
        });
        return told.values().stream();
    }

    /** Answers whether most of its time is that of others, as of an agent. */
    private static boolean isAround(RowChange row) {
        Change total = row.get(Metric.TOTAL);
        Change self = row.get(Metric.SELF);
        return !row.row().isOfWorkflows()
                && !row.isNew()
                && !row.isGone()
                && total != null
                && self != null
                && (total.before() != self.before() || total.after() != self.after());
    }

    private static boolean isKnownNotToMove(Change self) {
        return switch (self.verdict()) {
            case SAME, NOISE, NEGLIGIBLE -> true;
            case WORSE, BETTER, CHANGED, TOO_FEW, UNKNOWN -> false;
        };
    }

    /** Returns the metric that stands for others of its sort. */
    private static Metric sort(Metric metric) {
        return switch (metric) {
            case TIME, P50, P90, P95, P99, TOTAL, SELF -> Metric.TIME;
            case FIRST, FIRST_P95 -> Metric.FIRST;
            case TOKENS, INPUT, OUTPUT, CACHED, REASONING -> Metric.TOKENS;
            case CALLS, ERRORS, FAILED, COST, PEAK -> metric;
        };
    }

    /** Returns the operations that fail more often than before, and not by noise. */
    static List<Row> failing(Diff diff) {
        return diff.rows().stream()
                .filter(row -> row.row().group() == Row.RowGroup.OPERATION && failsMore(row))
                .sorted(WORST_FIRST)
                .map(RowChange::row)
                .toList();
    }

    private static boolean failsMore(RowChange row) {
        Change errors = row.get(Metric.ERRORS);
        return errors != null && isOfFailures(errors);
    }

    /** Answers whether it says that something fails more often. What is new and fails did not fail before. */
    private static boolean isOfFailures(Change change) {
        return change.metric() == Metric.ERRORS
                && change.verdict().isReal()
                && change.after() > 0
                && !(change.after() <= change.before());
    }

    /**
     * Rows of one side have few figures. Self time is shown if it differs from the time, and failed workflows if others ended ok with
     * failures.
     */
    private static boolean isWorthALine(RowChange row, Metric metric) {
        if ((row.isNew() || row.isGone()) && !ONE_SIDED.contains(metric)) {
            return false;
        }
        return switch (metric) {
            case SELF -> !isSame(row.get(Metric.SELF), row.get(Metric.TOTAL));
            case FAILED -> !isSame(row.get(Metric.FAILED), row.get(Metric.ERRORS));
            default -> true;
        };
    }

    private static boolean isSame(Change one, Change other) {
        return other != null && one.before() == other.before() && one.after() == other.after();
    }

    /** Returns the rows of a table, those that fail more often first, then those that moved most of the time per workflow. */
    static List<RowChange> byEffect(List<RowChange> rows) {
        return rows.stream().sorted(WORST_FIRST).toList();
    }

    private static double moved(RowChange row) {
        Change total = row.get(row.row().isOfWorkflows() ? Metric.TIME : Metric.SELF);
        return total == null || Double.isNaN(total.difference()) ? 0 : Math.abs(total.difference());
    }

    /** Returns the new, gone or changed paths that are not below another one that is new or gone in the same way. */
    static List<PathChange> topmost(Diff diff) {
        Set<SpanPath> fresh = paths(diff, true);
        Set<SpanPath> gone = paths(diff, false);
        Set<SpanPath> covered = new HashSet<>();
        return diff.paths().stream()
                .filter(change -> {
                    SpanPath above = change.path().above();
                    boolean below = change.isNew() && fresh.contains(above) || change.isGone() && gone.contains(above);
                    return !below && covered.add(change.path());
                })
                .sorted(Comparator.comparing(
                                (PathChange change) -> !change.verdict().isReal())
                        .thenComparing(Comparator.comparingDouble(
                                        (PathChange change) -> Math.abs(change.callsAfter() - change.callsBefore()))
                                .reversed()))
                .toList();
    }

    private static Set<SpanPath> paths(Diff diff, boolean fresh) {
        return diff.paths().stream()
                .filter(change -> fresh ? change.isNew() : change.isGone())
                .map(PathChange::path)
                .collect(Collectors.toSet());
    }
}
