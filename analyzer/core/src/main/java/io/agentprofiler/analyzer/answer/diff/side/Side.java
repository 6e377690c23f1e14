// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.diff.side;

import io.agentprofiler.analyzer.base.stat.SplitMix64;
import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.base.stat.bounded.BoundedSample;
import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.WrappedCalls;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import io.agentprofiler.analyzer.trace.metric.sequence.Timeline;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * One side of a comparison: exact sums over all its workflows, and two samples: of what single workflows added, and of a
 * few whole workflows to choose a typical one from.
 *
 * <p>Memory is bounded by the number of different rows and paths and by {@value #SAMPLED_VALUES} sampled values. Ends
 * whose starts are not in the files are left out.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
public final class Side {
    /** More single values are not kept. */
    static final int SAMPLED_VALUES = 150_000;
    /** More workflows are not resampled. */
    static final int SAMPLED_WORKFLOWS = 1000;
    /** More spans of whole workflows are not kept. */
    static final int KEPT_SPANS = 20_000;
    /** Longer texts count as further spans. */
    private static final int CHARS_OF_A_SPAN = 1000;
    /** More whole workflows are not kept. */
    static final int KEPT_TRACES = 500;
    /** More names of models without a price are not kept. */
    private static final int UNPRICED_MODELS = 20;

    private final Map<Row, RowSums> rows = new HashMap<>();
    private final Map<SpanPath, PathSums> paths = new HashMap<>();
    private final Map<Row, Map<SpanPath, Long>> places = new HashMap<>();
    private final BoundedSample<SideKey, WorkflowValues> sample =
            new BoundedSample<>(SAMPLED_VALUES, SAMPLED_WORKFLOWS);
    private final BoundedSample<SideKey, Trace> traces = new BoundedSample<>(KEPT_SPANS, KEPT_TRACES);
    private final SortedSet<String> unpricedModels = new TreeSet<>();
    private final Function<Trace, String> names;
    private long workflows;
    private long callsWithoutUsage;
    private long unpricedEmbeddings;

    /** How often a path was taken. */
    public static final class PathSums {
        private long calls;
        private long workflows;

        public long calls() {
            return calls;
        }

        public long workflows() {
            return workflows;
        }
    }

    /** The order of the samples: by a hash of the trace's id, so that no kind of workflow is preferred. */
    private record SideKey(long hash, TraceId id, long startNanos, int spans) implements Comparable<SideKey> {
        private static final Comparator<SideKey> ORDER = ((Comparator<SideKey>)
                        (left, right) -> Long.compareUnsigned(left.hash, right.hash))
                .thenComparing(SideKey::id)
                .thenComparingLong(SideKey::startNanos)
                .thenComparingInt(SideKey::spans);

        static SideKey of(Trace trace) {
            long id = trace.id().high() * 0x9E3779B97F4A7C15L ^ trace.id().low();
            return new SideKey(
                    SplitMix64.finish(id),
                    trace.id(),
                    trace.startNanos(),
                    trace.spans().size());
        }

        @Override
        public int compareTo(SideKey other) {
            return ORDER.compare(this, other);
        }
    }

    private Side(Function<Trace, String> names) {
        this.names = names;
    }

    /**
     * Returns the analysis that compares workflows by the name of their first span.
     *
     * @param prices what model calls cost
     */
    public static Analysis<Side> analysis(CallCost prices) {
        return analysis(prices, trace -> trace.root().name());
    }

    /**
     * Returns the analysis.
     *
     * @param prices what model calls cost
     * @param names the row that a workflow counts in, besides that of all
     */
    public static Analysis<Side> analysis(CallCost prices, Function<Trace, String> names) {
        return Analysis.of(
                "side of a comparison", () -> new Side(names), (side, trace) -> side.add(trace, prices), Side::add);
    }

    private void add(Trace trace, CallCost prices) {
        if (trace.isFragment()) {
            return;
        }
        WorkflowValues values = WorkflowValues.of(trace, prices, names.apply(trace));
        workflows++;
        values.rows().forEach((row, of) -> sums(row).add(of));
        values.places().forEach((row, calls) -> calls.forEach((path, count) -> place(row, path, count)));
        values.paths().forEach((path, calls) -> {
            PathSums sums = paths.computeIfAbsent(path, any -> new PathSums());
            sums.calls += calls;
            sums.workflows++;
        });
        for (Span span : trace.spans()) {
            callsWithoutUsage += Calls.lacksUsage(span) ? 1 : 0;
            if (Calls.usesTokens(span) && prices.of(span) == Unknown.LONG) {
                unpricedEmbeddings += Calls.isModelCall(span) ? 0 : 1;
                unpriced(Calls.model(span));
            }
        }
        SideKey key = SideKey.of(trace);
        sample.add(key, values, values.weight());
        traces.add(key, trace, weight(trace));
    }

    /** A span with long texts weighs as much as the spans that take as much memory. */
    private static long weight(Trace trace) {
        long weight = 0;
        for (Span span : trace.spans()) {
            long[] chars = {0};
            span.attributes().forEach((name, value) -> chars[0] += chars(value));
            weight += 1 + chars[0] / CHARS_OF_A_SPAN;
        }
        return weight;
    }

    private static long chars(Object payload) {
        if (payload instanceof String text) {
            return text.length();
        }
        long chars = 0;
        if (payload instanceof Map<?, ?> map) {
            for (Object value : map.values()) {
                chars += chars(value);
            }
        } else if (payload instanceof Iterable<?> elements) {
            for (Object element : elements) {
                chars += chars(element);
            }
        }
        return chars;
    }

    private void add(Side more) {
        workflows += more.workflows;
        callsWithoutUsage += more.callsWithoutUsage;
        unpricedEmbeddings += more.unpricedEmbeddings;
        more.rows.forEach((row, sums) -> sums(row).add(sums));
        more.places.forEach((row, calls) -> calls.forEach((path, count) -> place(row, path, count)));
        more.paths.forEach((path, from) -> {
            PathSums sums = paths.computeIfAbsent(path, any -> new PathSums());
            sums.calls += from.calls;
            sums.workflows += from.workflows;
        });
        sample.add(more.sample);
        traces.add(more.traces);
        more.unpricedModels.forEach(this::unpriced);
    }

    /** Keeps the first names by the alphabet. */
    private void unpriced(String model) {
        unpricedModels.add(model);
        if (unpricedModels.size() > UNPRICED_MODELS) {
            unpricedModels.remove(unpricedModels.last());
        }
    }

    private void place(Row row, SpanPath around, long calls) {
        places.computeIfAbsent(row, any -> new HashMap<>(4)).merge(around, calls, Long::sum);
    }

    private RowSums sums(Row row) {
        return rows.computeIfAbsent(row, any -> new RowSums());
    }

    /** Returns how many workflows there are. */
    public long workflows() {
        return workflows;
    }

    /** Returns how many model calls succeeded without reporting usage. */
    public long callsWithoutUsage() {
        return callsWithoutUsage;
    }

    /** Returns how many calls of embedding models have no known price; costs are told without them. */
    public long unpricedEmbeddings() {
        return unpricedEmbeddings;
    }

    /** Returns how many calls of language models in a row have no known price. */
    public long unpricedCalls(Row row) {
        return rows.containsKey(row) ? rows.get(row).unpricedCalls() : 0;
    }

    /** Returns the models of such calls, the first {@value #UNPRICED_MODELS} by name. */
    public SortedSet<String> unpricedModels() {
        return Collections.unmodifiableSortedSet(unpricedModels);
    }

    /** Returns how many workflows intervals and tests look at: all of them, or a sample. */
    public int sampledWorkflows() {
        return sample.elements().size();
    }

    /** Answers whether intervals and tests look at all workflows. */
    public boolean isWhole() {
        return sample.isWhole();
    }

    public Map<Row, RowSums> rows() {
        return rows;
    }

    public Map<SpanPath, PathSums> paths() {
        return paths;
    }

    /** Returns how many calls each row with a model has at the paths around them; {@code null} stands for the top. */
    public Map<Row, Map<SpanPath, Long>> places() {
        return places;
    }

    /** Returns the sampled workflows, in an order that depends on their ids only. */
    public Collection<WorkflowValues> sample() {
        return sample.elements();
    }

    /** Returns a number that depends on which workflows were sampled. */
    public long sampleHash() {
        long hash = 0;
        for (SideKey key : sample.keys()) {
            hash = SplitMix64.finish(hash * 31 + key.hash());
        }
        return hash;
    }

    /** Returns the name of the row that a workflow counts in. */
    String name(Trace trace) {
        return names.apply(trace);
    }

    /** Returns whole workflows, a sample where there are many. */
    Collection<Trace> traces() {
        return traces.elements();
    }

    /**
     * What one workflow adds to every row and path.
     *
     * @param rows by row; rows to which the workflow adds nothing are missing
     * @param paths number of spans at each path
     * @param places of rows with a model: how many calls the path around them has, {@code null} at the top
     */
    public record WorkflowValues(
            Map<Row, RowValues> rows, Map<SpanPath, Integer> paths, Map<Row, Map<SpanPath, Integer>> places) {
        /**
         * Returns the values of a workflow.
         *
         * @param name what its row is called
         */
        public static WorkflowValues of(Trace trace, CallCost prices, String name) {
            Map<Row, RowValues> rows = new HashMap<>();
            RowValues all = values(rows, Row.ALL);
            RowValues named = values(rows, Row.workflow(name));
            long peak = peak(trace);
            all.workflow(trace, peak);
            named.workflow(trace, peak);
            Map<SpanPath, Integer> paths = new HashMap<>();
            Map<Row, Map<SpanPath, Integer>> places = new HashMap<>();
            SpanPath[] above = new SpanPath[trace.spans().size()];
            for (Span span : trace.spans()) {
                SpanPath parent =
                        span.parent() == null ? null : above[span.parent().index()];
                // a span that only wraps another one of its kind is no step of its own
                if (Calls.isWrapper(span)) {
                    above[span.index()] = parent;
                    all.own(span);
                    named.own(span);
                    values(rows, Row.kind(span.kind())).own(span);
                    Row overhead = operation(WrappedCalls.first(span)).overhead();
                    values(rows, overhead).overheadCall(span);
                    place(places, overhead, parent);
                    continue;
                }
                all.inside(span, prices);
                named.inside(span, prices);
                Row operation = operation(span);
                values(rows, Row.kind(span.kind())).call(span, prices);
                values(rows, operation).call(span, prices);
                place(places, operation, parent);
                above[span.index()] = SpanPath.below(parent, span);
                paths.merge(above[span.index()], 1, Integer::sum);
            }
            rows.values().forEach(RowValues::trimmed);
            return new WorkflowValues(rows, paths, places);
        }

        private static Row operation(Span span) {
            String model = Calls.usesTokens(span) ? Calls.model(span) : "";
            return new Row(Row.RowGroup.OPERATION, span.kind(), span.name() + span.mark(), model);
        }

        private static void place(Map<Row, Map<SpanPath, Integer>> places, Row row, SpanPath around) {
            if (!row.model().isEmpty()) {
                places.computeIfAbsent(row, any -> new HashMap<>(4)).merge(around, 1, Integer::sum);
            }
        }

        /** Returns the most calls at one moment; absent where the times of some are not known. */
        private static long peak(Trace trace) {
            List<Span> calls = trace.spans().stream().filter(Calls::isCall).toList();
            if (!calls.stream().allMatch(Span::isMeasured)) {
                return Unknown.LONG;
            }
            long zero = trace.startNanos();
            return Timeline.peak(
                    calls.stream().mapToDouble(call -> call.startNanos() - zero).toArray(),
                    calls.stream().mapToDouble(call -> call.endNanos() - zero).toArray());
        }

        private static RowValues values(Map<Row, RowValues> rows, Row row) {
            return rows.computeIfAbsent(row, any -> new RowValues());
        }

        /** Returns about how many numbers are kept. */
        long weight() {
            return rows.values().stream().mapToLong(RowValues::weight).sum() + 4L * paths.size();
        }
    }

    /** Tells what a call of a model costs. */
    @FunctionalInterface
    public interface CallCost {
        /** Stands for a call that failed before it used anything. */
        long NOTHING_USED = -1;
        /** Parts of a dollar that costs are counted in: sums of whole numbers do not depend on their order. */
        double PARTS = 1e12;

        /** Returns the cost in millionths of a millionth of a US dollar, {@link #NOTHING_USED}, or {@link Unknown#LONG}. */
        long of(Span modelCall);
    }
}
