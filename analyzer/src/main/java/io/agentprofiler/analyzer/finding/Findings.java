// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.finding;

import io.agentprofiler.analyzer.cost.price.CallPrice;
import io.agentprofiler.analyzer.cost.price.PriceList;
import io.agentprofiler.analyzer.critical.CriticalTotals;
import io.agentprofiler.analyzer.input.event.JvmEvents;
import io.agentprofiler.analyzer.metric.Analysis;
import io.agentprofiler.analyzer.metric.failure.FailedCalls;
import io.agentprofiler.analyzer.metric.operation.Calls;
import io.agentprofiler.analyzer.metric.operation.Operation;
import io.agentprofiler.analyzer.stat.Distribution;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.schema.SpanKind;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What was seen in all workflows that may be worth changing.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
public final class Findings {
    /** The analysis under thresholds and prices; the instance is the key of its answer. */
    public static final class Question implements Analysis<Findings> {
        private final Thresholds thresholds;
        private final PriceList prices;
        private final JvmEvents jvm;

        /** Asks without a flight recording. */
        public Question(Thresholds thresholds, PriceList prices) {
            this(thresholds, prices, JvmEvents.NONE);
        }

        /**
         * Asks.
         *
         * @param jvm what a flight recording of the same process tells
         */
        public Question(Thresholds thresholds, PriceList prices, JvmEvents jvm) {
            this.thresholds = thresholds;
            this.prices = prices;
            this.jvm = jvm;
        }

        public Thresholds thresholds() {
            return thresholds;
        }

        @Override
        public Findings empty() {
            return new Findings();
        }

        @Override
        public Findings of(Trace trace) {
            Findings findings = new Findings();
            if (!trace.isFragment()) {
                FailedCalls.ANALYSIS.addTrace(findings.failed, trace);
                findings.look(new Look(trace, thresholds, prices, findings.noted), jvm);
            }
            return findings;
        }

        @Override
        public Findings merge(Findings into, Findings more) {
            into.noted.add(more.noted);
            FailedCalls.ANALYSIS.merge(into.failed, more.failed);
            into.growth.add(more.growth);
            more.times.forEach((sort, lengths) ->
                    into.times.computeIfAbsent(sort, any -> new Distribution()).add(lengths));
            more.facts.forEach((operation, facts) -> into.facts
                    .computeIfAbsent(operation, any -> new OperationFacts())
                    .add(facts));
            return into;
        }

        @Override
        public String toString() {
            return "findings";
        }
    }

    private static final class Bundled {
        private static final Question QUESTION = new Question(Thresholds.STANDARD, PriceList.bundled());
    }

    private final Noted noted = new Noted();
    private final FailedCalls failed = FailedCalls.ANALYSIS.empty();
    private final ContextGrowth growth = new ContextGrowth();
    private final SortedMap<UsualTime, Distribution> times = new TreeMap<>();
    private final SortedMap<Operation, OperationFacts> facts = new TreeMap<>();

    private Findings() {}

    /** Returns the question under the standard thresholds and the prices that come with the analyzer. */
    public static Question standard() {
        return Bundled.QUESTION;
    }

    private void look(Look look, JvmEvents jvm) {
        for (Span span : look.trace().spans()) {
            UsualTime sort = span.isMeasured() ? UsualTime.of(span) : null;
            if (sort != null) {
                times.computeIfAbsent(sort, any -> new Distribution()).add(span.durationNanos());
            }
            boolean counts = Calls.isCall(span)
                    || Calls.usesTokens(span)
                    || span.kind() == SpanKind.RETRIEVAL
                    || span.kind() == SpanKind.RERANK;
            if (counts) {
                CallPrice price = Calls.usesTokens(span) ? look.price(span) : null;
                facts.computeIfAbsent(Operation.of(span), any -> new OperationFacts())
                        .add(look, span, price == null ? null : price.cost());
            }
        }
        RepeatedCalls.look(look);
        AgentCalls.look(look);
        ModelCalls.look(look);
        TurnTools.look(look);
        SideBySide.look(look);
        JvmTime.look(look, jvm);
        growth.look(look);
    }

    /**
     * Returns how the prompts of conversations grew, of those with enough calls to tell; a sample by hash of them when there were
     * more than 10 000.
     */
    public List<Growth> growth() {
        return growth.all();
    }

    /** Answers whether {@link #growth} is a sample. */
    public boolean isGrowthSampled() {
        return growth.leftOut();
    }

    /** Returns the lengths of measured calls, by what is usual for them. */
    public SortedMap<UsualTime, Distribution> times() {
        return Collections.unmodifiableSortedMap(times);
    }

    FailedCalls failed() {
        return failed;
    }

    Noted noted() {
        return noted;
    }

    SortedMap<Operation, OperationFacts> facts() {
        return Collections.unmodifiableSortedMap(facts);
    }

    /**
     * Returns the findings, what promises most first.
     *
     * @param totals what all the workflows waited for
     */
    public List<Finding> ranked(CriticalTotals totals, Thresholds thresholds) {
        return new Verdicts(this, totals, thresholds).ranked();
    }
}
