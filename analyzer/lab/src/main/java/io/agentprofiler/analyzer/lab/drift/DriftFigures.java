// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.drift;

import io.agentprofiler.analyzer.answer.diff.Metric;
import io.agentprofiler.analyzer.answer.diff.side.Row;
import io.agentprofiler.analyzer.lab.drift.Judged.Figure;
import io.agentprofiler.analyzer.lab.drift.Tolerances.Tolerance;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** The figures that are held against each other, with their usual tolerances. */
final class DriftFigures {
    /** The number of workflows, which is of the sides themselves. */
    static final String WORKFLOWS = "workflows";

    private static final int COUNTS = 5;
    private static final int MEANS = 10;
    private static final Row LLM = Row.kind(SpanKind.LLM);
    private static final Row TOOL = Row.kind(SpanKind.TOOL);

    /** All figures, in the order in which they are shown. */
    static final List<Figure> ALL = all();

    /** The metrics they need. */
    static final Set<Metric> METRICS = metrics();

    private DriftFigures() {}

    private static List<Figure> all() {
        List<Figure> all = new ArrayList<>();
        all.add(new Figure("failed", Row.ALL, Metric.FAILED, Tolerance.points(1)));
        times("run_time", Row.ALL, all);
        count("llm_calls", LLM, Metric.CALLS, all);
        count("tool_calls", TOOL, Metric.CALLS, all);
        count("input_tokens", Row.ALL, Metric.INPUT, all);
        count("output_tokens", Row.ALL, Metric.OUTPUT, all);
        count("cached_tokens", Row.ALL, Metric.CACHED, all);
        count("reasoning_tokens", Row.ALL, Metric.REASONING, all);
        count("cost", Row.ALL, Metric.COST, all);
        times("llm_latency", LLM, all);
        all.add(new Figure("first_chunk", LLM, Metric.FIRST, Tolerance.percent(MEANS)));
        all.add(new Figure("llm_errors", LLM, Metric.ERRORS, Tolerance.points(1)));
        times("tool_latency", TOOL, all);
        all.add(new Figure("tool_errors", TOOL, Metric.ERRORS, Tolerance.points(1)));
        all.add(new Figure("concurrency", Row.ALL, Metric.PEAK, Tolerance.percent(MEANS)));
        return List.copyOf(all);
    }

    /** The rarer what a figure is about, the more it varies by chance. */
    private static void times(String word, Row row, List<Figure> into) {
        into.add(new Figure(word, row, Metric.TIME, Tolerance.percent(MEANS)));
        into.add(new Figure(word + "_p50", row, Metric.P50, Tolerance.percent(MEANS)));
        into.add(new Figure(word + "_p90", row, Metric.P90, Tolerance.percent(15)));
        into.add(new Figure(word + "_p95", row, Metric.P95, Tolerance.percent(20)));
        into.add(new Figure(word + "_p99", row, Metric.P99, Tolerance.percent(25)));
    }

    private static void count(String word, Row row, Metric metric, List<Figure> into) {
        into.add(new Figure(word, row, metric, Tolerance.percent(COUNTS)));
    }

    private static Set<Metric> metrics() {
        Set<Metric> metrics = EnumSet.noneOf(Metric.class);
        ALL.forEach(figure -> metrics.add(figure.metric()));
        return Set.copyOf(metrics);
    }

    /** Returns the mean latency of an operation, judged as those of its kind; {@code null} for kinds that are not. */
    static Figure ofOperation(Row operation) {
        String word = operation.kind() == SpanKind.LLM
                ? "llm_latency"
                : operation.kind() == SpanKind.TOOL ? "tool_latency" : null;
        return ALL.stream()
                .filter(figure -> figure.word().equals(word))
                .map(figure -> figure.of(operation))
                .findFirst()
                .orElse(null);
    }
}
