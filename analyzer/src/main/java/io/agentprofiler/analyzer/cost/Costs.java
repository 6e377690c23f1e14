// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.cost;

import io.agentprofiler.analyzer.cost.price.CallPrice;
import io.agentprofiler.analyzer.cost.price.PriceList;
import io.agentprofiler.analyzer.metric.Analysis;
import io.agentprofiler.analyzer.metric.operation.Calls;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What model calls cost, in all and by what they were made for. Within one grouping every call is in one row at most.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
public final class Costs {
    /** What costs are told apart by. */
    public enum By {
        /** The model asked for, see {@link Calls#model}. */
        MODEL,
        /** The closest agent around the call. */
        AGENT,
        /** The closest tool around the call. */
        TOOL,
        /** The name of the workflow's first span. */
        WORKFLOW
    }

    /** The analysis under a price list; the instance is the key of its answer. */
    public static final class Question implements Analysis<Costs> {
        private final PriceList prices;

        /** Asks with prices. */
        public Question(PriceList prices) {
            this.prices = prices;
        }

        public PriceList prices() {
            return prices;
        }

        @Override
        public Costs empty() {
            return new Costs();
        }

        @Override
        public Costs of(Trace trace) {
            return addTrace(empty(), trace);
        }

        @Override
        public Costs addTrace(Costs into, Trace trace) {
            for (Span span : trace.spans()) {
                if (Calls.usesTokens(span)) {
                    into.add(trace, span, prices.price(span));
                }
            }
            return into;
        }

        @Override
        public Costs merge(Costs into, Costs more) {
            into.add(more);
            return into;
        }

        @Override
        public String toString() {
            return "costs";
        }
    }

    private static final class Bundled {
        private static final Question QUESTION = new Question(PriceList.bundled());
    }

    private CostSum total = CostSum.NONE;
    private final Map<By, SortedMap<String, CostSum>> rows = new EnumMap<>(By.class);

    private Costs() {}

    /** Returns the question under the prices that come with the analyzer. */
    public static Question bundled() {
        return Bundled.QUESTION;
    }

    private void add(Trace trace, Span call, CallPrice price) {
        CostSum sum = CostSum.NONE.plus(price);
        total = total.plus(sum);
        add(By.MODEL, Calls.model(call), sum);
        Span agent = call.agent();
        if (agent != null) {
            add(By.AGENT, Calls.agent(agent), sum);
        }
        Span tool = call.tool();
        if (tool != null) {
            add(By.TOOL, Calls.tool(tool), sum);
        }
        if (!trace.isFragment()) {
            add(By.WORKFLOW, trace.root().name(), sum);
        }
    }

    private void add(By by, String key, CostSum sum) {
        rows.computeIfAbsent(by, any -> new TreeMap<>()).merge(key, sum, CostSum::plus);
    }

    private void add(Costs more) {
        total = total.plus(more.total);
        more.rows.forEach((by, sums) -> sums.forEach((key, sum) -> add(by, key, sum)));
    }

    /** Returns everything together. */
    public CostSum total() {
        return total;
    }

    /** Returns the rows of a grouping by name; calls that have no such thing around them are in none. */
    public SortedMap<String, CostSum> by(By grouping) {
        return Collections.unmodifiableSortedMap(rows.getOrDefault(grouping, Collections.emptySortedMap()));
    }
}
