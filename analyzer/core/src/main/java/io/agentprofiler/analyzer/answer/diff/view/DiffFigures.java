// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.diff.view;

import io.agentprofiler.analyzer.answer.diff.Change;
import io.agentprofiler.analyzer.answer.diff.Metric;
import io.agentprofiler.analyzer.view.cell.Emphasis;
import io.agentprofiler.analyzer.view.cell.Units;
import java.math.BigDecimal;
import java.util.Locale;

/** Figures of a comparison as people read them. */
public final class DiffFigures {
    private static final double PERCENT = 100;

    private DiffFigures() {}

    /** Returns what a metric is called in a row of workflows, or of calls. */
    public static String title(Metric metric, boolean ofWorkflows) {
        return switch (metric) {
            case TIME -> ofWorkflows ? "run time, mean" : "time per call, mean";
            case P50, P90, P95, P99 -> (ofWorkflows ? "run time, " : "time per call, ") + metric.word();
            case TOTAL -> "time per workflow";
            case SELF -> "self time per workflow";
            case CALLS -> ofWorkflows ? "spans per workflow" : "calls per workflow";
            case ERRORS -> ofWorkflows ? "workflows failed, or ok with failures" : "failed calls";
            case FAILED -> "workflows failed";
            case FIRST -> "first chunk, mean";
            case FIRST_P95 -> "first chunk, p95";
            case TOKENS -> "tokens per workflow";
            case INPUT -> "input tokens per workflow";
            case OUTPUT -> "output tokens per workflow";
            case CACHED -> "cached tokens per workflow";
            case REASONING -> "reasoning tokens per workflow";
            case COST -> "cost per workflow";
            case PEAK -> "peak concurrency";
        };
    }

    /** Returns a figure in its unit; {@code -} when it is not known, {@code unpriced} for a cost. */
    public static String figure(Metric metric, double value) {
        if (Double.isNaN(value)) {
            return metric == Metric.COST ? "unpriced" : Units.UNKNOWN;
        }
        return switch (metric.unit()) {
            case NANOS -> Units.duration(value);
            case COUNT -> count(value);
            case SHARE -> String.format(Locale.ROOT, "%.1f %%", PERCENT * value);
            case DOLLARS -> Units.money(BigDecimal.valueOf(value));
        };
    }

    private static String count(double value) {
        boolean whole = value == Math.rint(value) || value >= 1000;
        return whole
                ? Units.count(Math.round(value))
                : String.format(Locale.ROOT, value < 10 ? "%.2f" : value < 100 ? "%.1f" : "%.0f", value);
    }

    /** Returns by how much a figure changed: in percent where there was something before, else in its unit. */
    public static String change(Change change) {
        if (change.verdict() == Change.ChangeVerdict.UNKNOWN) {
            return "";
        }
        return moved(change, change.difference());
    }

    /** Returns the interval of the same, or nothing. No figure can fall by more than all of it. */
    public static String interval(Change change) {
        return change.hasInterval()
                ? moved(change, Math.max(change.interval().low(), -change.before())) + " to "
                        + moved(change, change.interval().high())
                : "";
    }

    private static String moved(Change change, double by) {
        Metric metric = change.metric();
        String sign = by < 0 ? "-" : "+";
        if (metric.unit() == Metric.MetricUnit.SHARE) {
            return sign + String.format(Locale.ROOT, "%.1f pp", Math.abs(by) * PERCENT);
        }
        if (change.before() == 0) {
            return by == 0 ? "0" : sign + figure(metric, Math.abs(by));
        }
        double percent = Math.abs(by / change.before()) * PERCENT;
        if (by == 0) {
            return "0 %";
        }
        return percent < 0.05
                ? sign + "<0.1 %"
                : sign + String.format(Locale.ROOT, percent < 99.95 ? "%.1f %%" : "%,.0f %%", percent);
    }

    /** Returns a p-value, or nothing. */
    public static String p(double p) {
        if (Double.isNaN(p)) {
            return "";
        }
        return p < 0.001 ? "<0.001" : String.format(Locale.ROOT, p < 0.1 ? "%.3f" : "%.2f", p);
    }

    /** Returns how many workflows of each side have a value. */
    public static String n(Change change) {
        return change.workflowsBefore() == change.workflowsAfter()
                ? Units.count(change.workflowsBefore())
                : Units.count(change.workflowsBefore()) + "/" + Units.count(change.workflowsAfter());
    }

    /** Returns both figures, once where they read the same. */
    static String fromTo(String before, String after) {
        return before.equals(after) ? before : before + "→" + after;
    }

    static Emphasis emphasis(Change.ChangeVerdict verdict) {
        return switch (verdict) {
            case WORSE -> Emphasis.BAD;
            case BETTER -> Emphasis.GOOD;
            case CHANGED, UNKNOWN -> Emphasis.WARNING;
            case SAME, NEGLIGIBLE, NOISE, TOO_FEW -> Emphasis.DIM;
        };
    }
}
