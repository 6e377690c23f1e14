// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.cost.spending;

import io.agentprofiler.analyzer.cost.price.PriceList;
import io.agentprofiler.analyzer.input.event.SpanEvent;
import io.agentprofiler.analyzer.metric.Analysis;
import io.agentprofiler.analyzer.metric.operation.Calls;
import io.agentprofiler.analyzer.stat.BoundedSums;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.schema.SpanKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Tokens, money and time by every {@link Scope}.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
public final class Spending {
    /** The name of the one row of {@link Scope#TOTAL}. */
    public static final String ALL = "all";

    /** Conversations that are kept apart: their number grows with the data. */
    private static final int MAX_CONVERSATIONS = 10_000;

    /** Calls from this one on are one step. */
    private static final int MAX_STEPS = 20;

    /** The analysis under a price list; the instance is the key of its answer. */
    public static final class Question implements Analysis<Spending> {
        private final PriceList prices;

        /** Asks with prices. */
        public Question(PriceList prices) {
            this.prices = prices;
        }

        @Override
        public Spending empty() {
            return new Spending();
        }

        @Override
        public Spending of(Trace trace) {
            Spending spending = new Spending();
            spending.add(trace, prices);
            return spending;
        }

        @Override
        public Spending merge(Spending into, Spending more) {
            into.add(more);
            return into;
        }

        @Override
        public String toString() {
            return "spending";
        }
    }

    private final Map<Scope, SortedMap<String, Spent>> rows = new EnumMap<>(Scope.class);
    private final BoundedSums<Spent> conversations = new BoundedSums<>(MAX_CONVERSATIONS, Spent::plus);

    private Spending() {}

    private void add(Trace trace, PriceList prices) {
        if (!trace.isFragment()) {
            addSteps(trace, prices);
        }
        Spent whole = Spent.NONE;
        Map<Span, Spent> agents = new IdentityHashMap<>();
        Map<Span, Spent> tools = new IdentityHashMap<>();
        for (Span span : trace.spans()) {
            if (span.kind() == SpanKind.AGENT) {
                agents.merge(span, Spent.NONE, Spent::plus);
            } else if (span.kind() == SpanKind.TOOL) {
                tools.merge(span, Spent.NONE, Spent::plus);
            } else if (Calls.usesTokens(span)) {
                Spent call = Spent.call(span, prices.price(span));
                whole = whole.plus(call);
                add(Scope.MODEL, Calls.model(span), call.asRun(time(span), trace.id(), span.id()));
                addTo(agents, span.agent(), call);
                addTo(tools, span.tool(), call);
                String conversation = span.conversation();
                if (conversation != null) {
                    conversations.add(conversation, call);
                }
            }
        }
        agents.forEach(
                (span, spent) -> add(Scope.AGENT, Calls.agent(span), spent.asRun(time(span), trace.id(), span.id())));
        tools.forEach(
                (span, spent) -> add(Scope.TOOL, Calls.tool(span), spent.asRun(time(span), trace.id(), span.id())));
        if (trace.isFragment()) {
            add(Scope.TOTAL, ALL, whole);
        } else {
            long time = trace.root().isMeasured() ? trace.durationNanos() : SpanEvent.ABSENT;
            Spent run = whole.asRun(time, trace.id(), trace.root().id());
            add(Scope.TOTAL, ALL, run);
            add(Scope.WORKFLOW, trace.root().name(), run);
            add(Scope.OUTCOME, trace.root().status().word(), run);
        }
    }

    private void addSteps(Trace trace, PriceList prices) {
        List<Span> calls = new ArrayList<>();
        for (Span span : trace.spans()) {
            if (Calls.isModelCall(span)) {
                calls.add(span);
            }
        }
        calls.sort(Comparator.comparingLong(Span::startNanos).thenComparingInt(Span::index));
        Map<Span, Integer> steps = new HashMap<>();
        for (Span call : calls) {
            int step = steps.merge(call.agent(), 1, Integer::sum);
            Spent spent = Spent.call(call, prices.price(call)).asRun(time(call), trace.id(), call.id());
            add(Scope.STEP, step < MAX_STEPS ? String.format(Locale.ROOT, "%02d", step) : MAX_STEPS + "+", spent);
        }
    }

    private static long time(Span span) {
        return span.isMeasured() ? span.durationNanos() : SpanEvent.ABSENT;
    }

    private static void addTo(Map<Span, Spent> spans, Span span, Spent call) {
        if (span != null) {
            spans.merge(span, call, Spent::plus);
        }
    }

    private void add(Scope scope, String name, Spent spent) {
        rows.computeIfAbsent(scope, any -> new TreeMap<>()).merge(name, spent, Spent::plus);
    }

    private void add(Spending more) {
        conversations.add(more.conversations);
        more.rows.forEach((scope, sums) -> sums.forEach((name, spent) -> add(scope, name, spent)));
    }

    /** Returns everything together. */
    public Spent total() {
        return rows.getOrDefault(Scope.TOTAL, Collections.emptySortedMap()).getOrDefault(ALL, Spent.NONE);
    }

    /** Returns the rows of a scope by name; of conversations those that are kept, see {@link #otherConversations}. */
    public SortedMap<String, Spent> by(Scope scope) {
        return Collections.unmodifiableSortedMap(
                scope == Scope.CONVERSATION
                        ? conversations.kept()
                        : rows.getOrDefault(scope, Collections.emptySortedMap()));
    }

    /** Returns what conversations beyond the {@value #MAX_CONVERSATIONS} that are kept apart spent, or {@code null}. */
    public Spent otherConversations() {
        return conversations.others();
    }
}
