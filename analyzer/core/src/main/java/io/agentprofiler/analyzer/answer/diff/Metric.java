// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.diff;

import io.agentprofiler.analyzer.answer.diff.side.Side.CallCost;
import java.util.EnumSet;
import java.util.Set;

/** What is compared of a row. Times are nanoseconds, money US dollars. */
public enum Metric {
    /** Mean length of a call, of rows of workflows mean run time. */
    TIME("time", MetricUnit.NANOS, MetricShape.PER_CALL, Better.LESS),
    /** Median length. */
    P50("p50", MetricUnit.NANOS, MetricShape.PERCENTILE, Better.LESS),
    /** Length that 90 % do not exceed. */
    P90("p90", MetricUnit.NANOS, MetricShape.PERCENTILE, Better.LESS),
    /** Length that 95 % do not exceed. */
    P95("p95", MetricUnit.NANOS, MetricShape.PERCENTILE, Better.LESS),
    /** Length that 99 % do not exceed. */
    P99("p99", MetricUnit.NANOS, MetricShape.PERCENTILE, Better.LESS),
    /** Sum of the lengths, per workflow. */
    TOTAL("total", MetricUnit.NANOS, MetricShape.PER_WORKFLOW, Better.LESS),
    /** Sum of the self times, per workflow. */
    SELF("self", MetricUnit.NANOS, MetricShape.PER_WORKFLOW, Better.LESS),
    /** Calls per workflow; in rows of workflows spans per workflow. */
    CALLS("calls", MetricUnit.COUNT, MetricShape.PER_WORKFLOW, Better.NEITHER),
    /** Share of the calls that failed; in rows of workflows of the workflows that failed, or ended well with failures. */
    ERRORS("errors", MetricUnit.SHARE, MetricShape.PER_CALL, Better.LESS),
    /** Share of the workflows that failed themselves; of workflows only. */
    FAILED("failed", MetricUnit.SHARE, MetricShape.PER_CALL, Better.LESS),
    /** Mean time from a streamed call's start to its first chunk. */
    FIRST("first", MetricUnit.NANOS, MetricShape.PER_CALL, Better.LESS),
    /** 95th percentile of the same. */
    FIRST_P95("first_p95", MetricUnit.NANOS, MetricShape.PERCENTILE, Better.LESS),
    /** Input and output tokens per workflow. */
    TOKENS("tokens", MetricUnit.COUNT, MetricShape.PER_WORKFLOW, Better.LESS),
    /** Input tokens per workflow, cached ones included. */
    INPUT("input", MetricUnit.COUNT, MetricShape.PER_WORKFLOW, Better.LESS),
    /** Output tokens per workflow, reasoning included. */
    OUTPUT("output", MetricUnit.COUNT, MetricShape.PER_WORKFLOW, Better.LESS),
    /** Input tokens per workflow that the provider's cache served. */
    CACHED("cached", MetricUnit.COUNT, MetricShape.PER_WORKFLOW, Better.MORE),
    /** Output tokens per workflow spent on reasoning. */
    REASONING("reasoning", MetricUnit.COUNT, MetricShape.PER_WORKFLOW, Better.LESS),
    /** Dollars per workflow. */
    COST("cost", MetricUnit.DOLLARS, MetricShape.PER_WORKFLOW, Better.LESS),
    /** Most model and tool calls of a workflow at one moment; of workflows only. */
    PEAK("peak", MetricUnit.COUNT, MetricShape.PER_WORKFLOW, Better.NEITHER);

    /** What a comparison is of unless it is told otherwise: each more is one more chance to take noise for a change. */
    public static final Set<Metric> USUAL = Set.copyOf(EnumSet.complementOf(EnumSet.of(P90, PEAK)));

    private final String word;
    private final MetricUnit unit;
    private final MetricShape shape;
    private final Better better;

    Metric(String word, MetricUnit unit, MetricShape shape, Better better) {
        this.word = word;
        this.unit = unit;
        this.shape = shape;
        this.better = better;
    }

    /** What a figure is counted in. */
    public enum MetricUnit {
        NANOS,
        COUNT,
        /** From 0 to 1. */
        SHARE,
        DOLLARS
    }

    /** How the figure is made of the single values. */
    public enum MetricShape {
        /** A sum over calls, divided by their number. */
        PER_CALL,
        /** A sum over calls, divided by the number of workflows; without calls it is 0. */
        PER_WORKFLOW,
        /** A percentile of calls. */
        PERCENTILE
    }

    /** Which direction is good. */
    public enum Better {
        LESS,
        MORE,
        NEITHER
    }

    /** Returns the name in files and gates. */
    public String word() {
        return word;
    }

    public MetricUnit unit() {
        return unit;
    }

    public MetricShape shape() {
        return shape;
    }

    public Better better() {
        return better;
    }

    /** Returns how many parts of its unit the sums are counted in. */
    public double scale() {
        return this == COST ? CallCost.PARTS : 1;
    }

    /** Answers whether the metric is of the usage that models report. */
    public boolean isUsage() {
        return switch (this) {
            case TOKENS, INPUT, OUTPUT, CACHED, REASONING, COST -> true;
            default -> false;
        };
    }

    /** Returns the percent of a percentile. */
    public double percent() {
        return switch (this) {
            case P50 -> 50;
            case P90 -> 90;
            case P95, FIRST_P95 -> 95;
            case P99 -> 99;
            default -> throw new IllegalStateException(word + " is no percentile");
        };
    }

    /** Returns the usual metric of a name, or {@code null}. */
    public static Metric ofWord(String word) {
        for (Metric metric : USUAL) {
            if (metric.word.equals(word)) {
                return metric;
            }
        }
        return null;
    }
}
