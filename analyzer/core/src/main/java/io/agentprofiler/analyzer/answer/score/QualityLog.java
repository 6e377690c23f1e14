// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.score;

import io.agentprofiler.analyzer.answer.score.Quality.Judged;
import io.agentprofiler.analyzer.base.stat.Moments;
import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.base.stat.bounded.BoundedList;
import io.agentprofiler.analyzer.read.event.AttributeSet;
import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.analyzer.trace.NamedOriginal;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Tokens;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import io.agentprofiler.shared.schema.Attributes;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Each workflow's models with their configuration and tokens, its run time, and what evaluators said of it. The calls an evaluator makes
 * are not the workflow's.
 *
 * <p>Up to {@value #MAX_WORKFLOWS} workflows; of more, those that began first, which depends on the set only.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
public final class QualityLog {
    /** How many workflows are kept. */
    public static final int MAX_WORKFLOWS = 200_000;

    /** The analysis. */
    public static final Analysis<QualityLog> ANALYSIS =
            Analysis.direct("quality log", QualityLog::new, QualityLog::add, QualityLog::add);

    /** Stands where no model was called. */
    static final String NO_MODEL = "(no model)";

    private static final String EVALUATION_NAME = "gen_ai.evaluation.name";
    private static final String SCORE_VALUE = "gen_ai.evaluation.score.value";
    private static final String SCORE_LABEL = "gen_ai.evaluation.score.label";
    /** Labels that are verdicts; other labels say something else, such as {@code relevant}. */
    private static final Set<String> PASSED = Set.of("pass", "passed", "true");

    private static final Set<String> FAILED = Set.of("fail", "failed", "false");

    private static final Comparator<ScoredEntry> BY_START =
            Comparator.comparingLong(ScoredEntry::start).thenComparing(ScoredEntry::trace);

    private final BoundedList<ScoredEntry> entries = new BoundedList<>(MAX_WORKFLOWS, BY_START);

    private QualityLog() {}

    private void add(Trace trace) {
        if (!trace.isFragment()) {
            entries.add(entry(trace));
        }
    }

    private void add(QualityLog more) {
        entries.add(more.entries);
    }

    /**
     * A workflow.
     *
     * @param trace its id
     * @param conversation its conversation, or {@code null}
     * @param request the number of the request it was read from, or {@code null} where its format has none
     * @param start nanoseconds since 1970
     * @param evaluationOnly whether it is nothing but an evaluation, of a workflow that is not told
     * @param uses the models that it called, by name; one without a model where it called none
     * @param runNanos its run time, absent where not both ends were recorded
     * @param scores what evaluators in it said
     */
    public record ScoredEntry(
            TraceId trace,
            String conversation,
            String request,
            long start,
            boolean evaluationOnly,
            List<Use> uses,
            long runNanos,
            List<Score> scores) {}

    /**
     * A model that a workflow called.
     *
     * @param group what the workflow is counted with for it
     * @param tokens what the calls of this model reported
     * @param callNanos from the start of the first call of this model to the end of the last one, absent where one of the calls was not
     *     recorded from start to end
     */
    public record Use(ScoreGroup group, Tokens tokens, long callNanos) {
        /** Answers whether there is a model: a workflow that called none has one use that says so. */
        public boolean isOfModel() {
            return !group.model().equals(NO_MODEL);
        }
    }

    /**
     * What workflows are compared by. A workflow that called several models counts for each of them.
     *
     * @param workflow name of the first span
     * @param model a model that it called
     * @param configuration the settings the first call of that model asked for, "" for none
     */
    public record ScoreGroup(String workflow, String model, String configuration) implements Comparable<ScoreGroup> {
        private static final Comparator<ScoreGroup> ORDER = Comparator.comparing(ScoreGroup::workflow)
                .thenComparing(ScoreGroup::model)
                .thenComparing(ScoreGroup::configuration);

        @Override
        public int compareTo(ScoreGroup other) {
            return ORDER.compare(this, other);
        }
    }

    /** When calls ran, from the first start to the last end; unknown once one of them is. */
    private record ScoredStretch(long start, long end, boolean isKnown) {
        static final ScoredStretch UNKNOWN = new ScoredStretch(0, 0, false);

        static ScoredStretch of(Span call) {
            return call.isMeasured() ? new ScoredStretch(call.startNanos(), call.endNanos(), true) : UNKNOWN;
        }

        ScoredStretch plus(ScoredStretch other) {
            return isKnown && other.isKnown
                    ? new ScoredStretch(Math.min(start, other.start), Math.max(end, other.end), true)
                    : UNKNOWN;
        }

        long nanos() {
            return isKnown ? end - start : Unknown.LONG;
        }
    }

    private static ScoredEntry entry(Trace trace) {
        Map<String, Tokens> tokens = new TreeMap<>();
        Map<String, Span> first = new HashMap<>();
        Map<String, ScoredStretch> stretches = new HashMap<>();
        String conversation = null;
        List<Score> scores = new ArrayList<>();
        boolean[] judged = Judged.of(trace);
        for (Span span : trace.spans()) {
            if (span.kind() == SpanKind.EVALUATION) {
                scores(span.attributes(), trace.id().toString(), span.name(), scores);
            }
            if (conversation == null) {
                conversation = span.attributes().text(Attributes.CONVERSATION_ID);
            }
            if (Calls.isModelCall(span) && !judged[span.index()]) {
                first.putIfAbsent(Calls.model(span), span);
                tokens.merge(Calls.model(span), Calls.usage(span), Tokens::plus);
                stretches.merge(Calls.model(span), ScoredStretch.of(span), ScoredStretch::plus);
            }
        }
        if (tokens.isEmpty()) {
            tokens.put(NO_MODEL, Tokens.NONE);
        }
        Span root = trace.root();
        return new ScoredEntry(
                trace.id(),
                conversation,
                trace.original() instanceof NamedOriginal original ? original.name() : null,
                trace.startNanos(),
                root.kind() == SpanKind.EVALUATION,
                tokens.entrySet().stream()
                        .map(model -> new Use(
                                new ScoreGroup(root.name(), model.getKey(), configuration(first.get(model.getKey()))),
                                model.getValue(),
                                stretches
                                        .getOrDefault(model.getKey(), ScoredStretch.UNKNOWN)
                                        .nanos()))
                        .toList(),
                root.isMeasured() ? trace.durationNanos() : Unknown.LONG,
                List.copyOf(scores));
    }

    private static void scores(AttributeSet attributes, String trace, String span, List<Score> scores) {
        String name = attributes.text(EVALUATION_NAME);
        String metric = name == null || name.isBlank() ? span : name;
        if (attributes.get(SCORE_VALUE) instanceof Number value && Double.isFinite(value.doubleValue())) {
            scores.add(new Score(trace, metric, value.doubleValue()));
        }
        String label = attributes.text(SCORE_LABEL);
        String verdict = label == null ? "" : label.toLowerCase(Locale.ROOT);
        if (PASSED.contains(verdict) || FAILED.contains(verdict)) {
            scores.add(new Score(trace, metric + " (pass)", PASSED.contains(verdict) ? 1 : 0));
        }
    }

    private static String configuration(Span call) {
        if (call == null) {
            return "";
        }
        List<String> settings = new ArrayList<>();
        setting(call, Attributes.REQUEST_TEMPERATURE, "temperature", settings);
        setting(call, Attributes.REQUEST_TOP_P, "top_p", settings);
        setting(call, Attributes.REQUEST_MAX_TOKENS, "max_tokens", settings);
        return String.join(" ", settings);
    }

    private static void setting(Span call, String attribute, String name, List<String> settings) {
        if (call.attributes().get(attribute) instanceof Number number) {
            double value = number.doubleValue();
            settings.add(name + "="
                    + (value == Math.rint(value) && Math.abs(value) < 1e15
                            ? String.format(Locale.ROOT, "%.0f", value)
                            : Double.toString(value)));
        }
    }

    /** Returns the workflows by start. */
    public List<ScoredEntry> entries() {
        return entries.inOrder();
    }

    /** Returns how many workflows there were more, which began after those kept. */
    public long dropped() {
        return entries.dropped();
    }

    /**
     * How good a workflow was.
     *
     * @param workflow trace id or conversation id of the workflow
     * @param metric what was judged
     * @param value the judgement
     */
    public record Score(String workflow, String metric, double value) {}

    /**
     * Values of a metric, which may be negative.
     *
     * <p><b>Threading:</b> one thread at a time.
     */
    public static final class MetricStats {
        private final Moments moments = new Moments();
        private double min = Double.POSITIVE_INFINITY;
        private double max = Double.NEGATIVE_INFINITY;

        void add(double value) {
            moments.add(value);
            min = Math.min(min, value);
            max = Math.max(max, value);
        }

        public long count() {
            return moments.count();
        }

        public double mean() {
            return moments.mean();
        }

        /** Returns the standard deviation of the population the values are a sample of; NaN for fewer than two. */
        public double deviation() {
            return moments.deviation();
        }

        public double min() {
            return min;
        }

        public double max() {
            return max;
        }
    }
}
