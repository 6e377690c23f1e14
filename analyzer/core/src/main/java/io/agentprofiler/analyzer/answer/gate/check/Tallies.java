// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.gate.check;

import io.agentprofiler.analyzer.answer.finding.Thresholds;
import io.agentprofiler.analyzer.answer.finding.rule.repeat.Loops.SeenLoop;
import io.agentprofiler.analyzer.answer.gate.check.FigureReading.Gap;
import io.agentprofiler.analyzer.answer.tokens.price.PriceList;
import io.agentprofiler.analyzer.answer.tokens.spending.Spent;
import io.agentprofiler.analyzer.answer.tokens.spending.Spent.Measure;
import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.SpanFlag;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import io.agentprofiler.analyzer.trace.metric.NamePattern;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import io.agentprofiler.analyzer.trace.metric.operation.Operation;
import io.agentprofiler.analyzer.trace.metric.operation.StreamStats;
import io.agentprofiler.analyzer.trace.metric.workflow.WorkflowEnd;
import io.agentprofiler.analyzer.view.cell.Units;
import io.agentprofiler.shared.schema.SpanKind;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * What the workflows are to the limits, by the names of the workflows.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
public final class Tallies {
    private final SortedMap<String, List<Tally>> byName = new TreeMap<>();
    private long workflows;
    private long left;
    private long modelCalls;
    private long firstNanos = Unknown.LONG;

    private Tallies() {}

    /**
     * The analysis.
     *
     * @param limits the limits
     * @param judged names of workflows that are judged
     */
    public record TalliesQuestion(List<Limit> limits, Predicate<String> judged, PriceList prices, Thresholds thresholds)
            implements Analysis<Tallies> {
        @Override
        public Tallies empty() {
            return new Tallies();
        }

        @Override
        public Tallies of(Trace trace) {
            return addTrace(empty(), trace);
        }

        @Override
        public Tallies addTrace(Tallies into, Trace trace) {
            if (!trace.isFragment()) {
                into.add(trace, this);
            }
            return into;
        }

        @Override
        public Tallies merge(Tallies into, Tallies more) {
            into.add(more);
            return into;
        }

        @Override
        public String toString() {
            return "gate";
        }
    }

    private void add(Trace trace, TalliesQuestion question) {
        modelCalls += trace.spans().stream().filter(Calls::isModelCall).count();
        String name = trace.root().name();
        if (!question.judged().test(name)) {
            left++;
            return;
        }
        workflows++;
        if (trace.root().hasMoment() && trace.startNanos() > 0) {
            firstNanos = firstNanos == Unknown.LONG ? trace.startNanos() : Math.min(firstNanos, trace.startNanos());
        }
        Readings readings = new Readings(trace, question.prices(), question.thresholds());
        for (Tally tally : byName.computeIfAbsent(name, any -> tallies(name, question.limits()))) {
            readings.of(tally.limit().figure()).forEach(reading -> tally.add(trace.id(), reading));
        }
    }

    private static List<Tally> tallies(String name, List<Limit> limits) {
        List<Tally> tallies = new ArrayList<>();
        for (Limit limit : limits) {
            NamePattern only = limit.only();
            if (only.matches(name)) {
                tallies.add(new Tally(limit));
            }
        }
        return tallies;
    }

    private void add(Tallies more) {
        workflows += more.workflows;
        left += more.left;
        modelCalls += more.modelCalls;
        firstNanos = firstNanos == Unknown.LONG
                ? more.firstNanos
                : more.firstNanos == Unknown.LONG ? firstNanos : Math.min(firstNanos, more.firstNanos);
        more.byName.forEach((name, tallies) -> {
            List<Tally> own = byName.computeIfAbsent(
                    name,
                    any -> tallies.stream()
                            .map(tally -> new Tally(tally.limit()))
                            .toList());
            for (int i = 0; i < own.size(); i++) {
                own.get(i).add(tallies.get(i));
            }
        });
    }

    /** Returns the tallies, for each name in the order of the limits that hold for it. */
    SortedMap<String, List<Tally>> byName() {
        return Collections.unmodifiableSortedMap(byName);
    }

    /** Returns how many workflows are judged. */
    public long workflows() {
        return workflows;
    }

    /** Returns when the first of them began, in nanoseconds since 1970, or {@link Unknown#LONG}. */
    public long firstNanos() {
        return firstNanos;
    }

    /** Returns how many names they have. */
    public int names() {
        return byName.size();
    }

    /** Returns how many workflows are not judged, for their names. */
    public long left() {
        return left;
    }

    /** Returns how many requests to language models there were, those of workflows that are not judged included. */
    long modelCalls() {
        return modelCalls;
    }

    /** Reads the figures of one workflow. */
    private static final class Readings {
        private final Trace trace;
        private final PriceList prices;
        private final Thresholds thresholds;
        private final long broken;
        private Spent spent;

        Readings(Trace trace, PriceList prices, Thresholds thresholds) {
            this.trace = trace;
            this.prices = prices;
            this.thresholds = thresholds;
            this.broken = trace.spans().stream().filter(Readings::isBroken).count();
        }

        private static boolean isBroken(Span span) {
            return span.has(SpanFlag.UNFINISHED)
                    || span.has(SpanFlag.START_MISSING)
                    || span.has(SpanFlag.PARENT_MISSING)
                    || span.has(SpanFlag.PARENT_CYCLE);
        }

        /** Returns the figure; of streamed calls one for each, of others exactly one. */
        List<FigureReading> of(Figure figure) {
            return switch (figure) {
                case MODEL_CALLS -> List.of(count(Calls::isModelCall));
                case TOOL_CALLS -> List.of(count(span -> span.kind() == SpanKind.TOOL));
                case TOKENS -> List.of(spent(Measure.TOKENS));
                case INPUT_TOKENS -> List.of(spent(Measure.INPUT));
                case OUTPUT_TOKENS -> List.of(spent(Measure.OUTPUT));
                case COST -> List.of(spent(Measure.MONEY));
                case TIME -> List.of(time());
                case FIRST_CHUNK -> firstChunks();
                case FAILURES -> List.of(failures());
                case LOOPS -> List.of(loops());
            };
        }

        private FigureReading reading(BigDecimal value, Span span, String what) {
            FigureReading known = new FigureReading(value, Gap.NONE, "", span.id(), what);
            return broken == 0
                    ? known
                    : known.with(
                            Gap.INCOMPLETE, Units.count(broken, "span") + " of it without an end, or out of place");
        }

        private FigureReading count(Predicate<Span> counted) {
            List<Span> calls = trace.spans().stream().filter(counted).toList();
            return reading(BigDecimal.valueOf(calls.size()), calls.isEmpty() ? trace.root() : last(calls), "");
        }

        private static Span last(List<Span> spans) {
            return spans.stream()
                    .max(Comparator.comparingLong(Span::startNanos).thenComparingInt(Span::index))
                    .orElseThrow();
        }

        private FigureReading spent(Measure measure) {
            spent = spent == null ? Spent.of(trace, prices) : spent;
            BigDecimal value = spent.of(measure);
            long unknown = spent.unknown(measure);
            FigureReading known = reading(value == null ? BigDecimal.ZERO : value, trace.root(), "");
            return unknown == 0
                    ? known
                    : known.with(
                            Gap.NOT_REPORTED,
                            Units.count(unknown) + " of its " + Units.count(spent.calls(), "model call")
                                    + (measure == Measure.MONEY ? " without a price" : " did not report its tokens"));
        }

        private FigureReading time() {
            Span root = trace.root();
            if (root.isMeasured()) {
                return new FigureReading(BigDecimal.valueOf(trace.durationNanos()), Gap.NONE, "", root.id(), "");
            }
            boolean open = root.status() == SpanStatus.UNFINISHED && root.isTimed();
            return new FigureReading(
                    BigDecimal.valueOf(open ? trace.durationNanos() : 0),
                    root.isTimed() ? Gap.INCOMPLETE : Gap.NOT_REPORTED,
                    root.isTimed() ? "it has no end" : "its time was not measured",
                    root.id(),
                    "");
        }

        private List<FigureReading> firstChunks() {
            List<FigureReading> readings = new ArrayList<>();
            for (Span span : trace.spans()) {
                long nanos = Calls.isModelCall(span) ? StreamStats.firstChunkNanos(span) : Unknown.LONG;
                if (nanos != Unknown.LONG) {
                    readings.add(
                            new FigureReading(BigDecimal.valueOf(nanos), Gap.NONE, "", span.id(), "in " + span.name()));
                }
            }
            return readings;
        }

        /** Counts steps that failed, and names the last of them. */
        private FigureReading failures() {
            List<Span> failed = WorkflowEnd.failedSteps(trace);
            Span last = failed.isEmpty() ? trace.root() : last(failed);
            FigureReading known = reading(
                    BigDecimal.valueOf(failed.size()),
                    last,
                    failed.isEmpty()
                            ? ""
                            : Operation.of(last).label() + " failed"
                                    + (last.errorType() == null ? "" : " with " + last.errorType()));
            long untold = WorkflowEnd.of(trace).untold();
            return untold == 0
                    ? known
                    : known.with(
                            Gap.NOT_REPORTED,
                            "its format does not say of " + Units.count(untold) + " of its "
                                    + Units.count(trace.spans().size(), "span") + " whether they failed");
        }

        private FigureReading loops() {
            List<SeenLoop> loops = SeenLoop.in(trace, thresholds);
            SeenLoop longest =
                    loops.stream().max(Comparator.comparingInt(SeenLoop::calls)).orElse(null);
            FigureReading known = reading(
                    BigDecimal.valueOf(loops.size()),
                    longest == null ? trace.root() : longest.last(),
                    longest == null
                            ? ""
                            : longest.tool() + " was called " + longest.calls() + " times with "
                                    + (longest.isSame() ? "the same" : "similar") + " arguments");
            String untold = SeenLoop.untold(trace, thresholds);
            return untold == null
                    ? known
                    : known.with(Gap.NOT_REPORTED, "the arguments of " + untold + " were not recorded");
        }
    }
}
