// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.gate.check;

import io.agentprofiler.analyzer.answer.cost.price.PriceList;
import io.agentprofiler.analyzer.answer.finding.Thresholds;
import io.agentprofiler.analyzer.answer.gate.limit.Limit;
import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import io.agentprofiler.analyzer.trace.metric.NamePattern;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import java.util.ArrayList;
import java.util.Collections;
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
    public record Question(List<Limit> limits, Predicate<String> judged, PriceList prices, Thresholds thresholds)
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

    private void add(Trace trace, Question question) {
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
}
