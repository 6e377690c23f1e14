// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.score;

import io.agentprofiler.analyzer.answer.score.QualityLog.MetricStats;
import io.agentprofiler.analyzer.answer.score.QualityLog.Score;
import io.agentprofiler.analyzer.answer.score.QualityLog.ScoreGroup;
import io.agentprofiler.analyzer.answer.score.QualityLog.ScoredEntry;
import io.agentprofiler.analyzer.answer.score.QualityLog.Use;
import io.agentprofiler.analyzer.base.stat.Distribution;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Tokens;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Quality beside run time and tokens, by workflow, model and configuration.
 *
 * <p><b>Threading:</b> immutable once made.
 */
public final class Quality {
    private final SortedMap<ScoreGroup, QualityRow> rows = new TreeMap<>();
    private final SortedMap<String, MetricStats> ofNoWorkflow = new TreeMap<>();
    private final List<Score> unmatched = new ArrayList<>();

    private Quality() {}

    /**
     * The workflows of a group. Distributions are of the workflows' nanoseconds, and of the tokens that the group's model used in a
     * workflow, of those where they are known.
     */
    public static final class QualityRow {
        private long workflows;
        private final Distribution runTime = new Distribution();
        private final Distribution input = new Distribution();
        private final Distribution output = new Distribution();
        private final SortedMap<String, MetricStats> metrics = new TreeMap<>();

        private void add(ScoredEntry entry, Tokens tokens) {
            workflows++;
            addIfKnown(runTime, entry.runNanos());
            addIfKnown(input, tokens.input());
            addIfKnown(output, tokens.output());
            entry.scores().forEach(this::add);
        }

        private static void addIfKnown(Distribution distribution, long value) {
            if (value >= 0) {
                distribution.add(value);
            }
        }

        private void add(Score score) {
            metrics.computeIfAbsent(score.metric(), any -> new MetricStats()).add(score.value());
        }

        public long workflows() {
            return workflows;
        }

        public Distribution runTime() {
            return runTime;
        }

        public Distribution input() {
            return input;
        }

        public Distribution output() {
            return output;
        }

        /** Returns the scores by metric. */
        public SortedMap<String, MetricStats> metrics() {
            return Collections.unmodifiableSortedMap(metrics);
        }
    }

    /**
     * Puts what was recorded and what was given together.
     *
     * @param given scores from a file
     */
    public static Quality of(QualityLog log, List<Score> given) {
        Quality quality = new Quality();
        ScoredWorkflows workflows = new ScoredWorkflows(log);
        for (ScoredEntry entry : log.entries()) {
            if (entry.evaluationOnly()) {
                entry.scores()
                        .forEach(score -> quality.ofNoWorkflow
                                .computeIfAbsent(score.metric(), any -> new MetricStats())
                                .add(score.value()));
            }
        }
        for (ScoredEntry entry : workflows.workflows()) {
            for (Use use : entry.uses()) {
                quality.rows
                        .computeIfAbsent(use.group(), any -> new QualityRow())
                        .add(entry, use.tokens());
            }
        }
        for (Score score : given) {
            List<ScoredEntry> found = workflows.of(score);
            if (found.isEmpty()) {
                quality.unmatched.add(score);
            }
            // a conversation of several groups was judged as a whole
            found.stream()
                    .flatMap(entry -> entry.uses().stream())
                    .map(Use::group)
                    .distinct()
                    .forEach(group -> quality.rows.get(group).add(score));
        }
        return quality;
    }

    /** Returns the groups. */
    public SortedMap<ScoreGroup, QualityRow> rows() {
        return Collections.unmodifiableSortedMap(rows);
    }

    /** Returns scores of evaluations that were recorded outside of any workflow. */
    public SortedMap<String, MetricStats> ofNoWorkflow() {
        return Collections.unmodifiableSortedMap(ofNoWorkflow);
    }

    /** Returns given scores whose workflow is not in the input. */
    public List<Score> unmatched() {
        return Collections.unmodifiableList(unmatched);
    }

    /** Answers whether there is any score. */
    public boolean hasScores() {
        return !ofNoWorkflow.isEmpty()
                || !unmatched.isEmpty()
                || rows.values().stream().anyMatch(row -> !row.metrics.isEmpty());
    }

    /** Which spans of a workflow are an evaluator's work: evaluations and all below them. They judge the workflow and are no part of it. */
    public static final class Judged {
        private Judged() {}

        /** Answers for each span of a trace, by its index, whether it is an evaluator's. */
        public static boolean[] of(Trace trace) {
            boolean[] judged = new boolean[trace.spans().size()];
            for (Span span : trace.spans()) {
                judged[span.index()] = span.kind() == SpanKind.EVALUATION
                        || span.parent() != null && judged[span.parent().index()];
            }
            return judged;
        }
    }
}
