// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.calls;

import io.agentprofiler.analyzer.answer.tokens.price.PriceList;
import io.agentprofiler.analyzer.command.input.ListOrder;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;

/** Keeps the first of the calls that are meant, in an order, and counts all. */
final class ListedCalls implements Analysis<ListedCalls.CallList> {
    /** More are counted only. */
    static final int MOST = 100_000;

    private final Predicate<Span> wanted;
    private final Comparator<ListedCall> order;
    private final PriceList prices;
    private final int most;

    /**
     * Keeps calls.
     *
     * @param wanted which spans are meant; called by several threads
     */
    ListedCalls(Predicate<Span> wanted, ListOrder order, PriceList prices) {
        this(wanted, order, prices, MOST);
    }

    ListedCalls(Predicate<Span> wanted, ListOrder order, PriceList prices, int most) {
        this.wanted = wanted;
        this.order = ListedCall.inOrder(order);
        this.prices = prices;
        this.most = most;
    }

    /**
     * Calls under collection.
     *
     * <p><b>Threading:</b> one thread at a time.
     */
    final class CallList {
        private final List<ListedCall> kept = new ArrayList<>();
        private long found;

        /** Returns those that were kept, in order. */
        List<ListedCall> calls() {
            trim();
            return List.copyOf(kept);
        }

        /** Returns how many there are. */
        long found() {
            return found;
        }

        private void add(ListedCall call) {
            found++;
            keep(call);
        }

        private void add(CallList more) {
            found += more.found;
            more.kept.forEach(this::keep);
        }

        private void keep(ListedCall call) {
            kept.add(call);
            if (kept.size() >= 2 * most) {
                trim();
            }
        }

        private void trim() {
            kept.sort(order);
            if (kept.size() > most) {
                kept.subList(most, kept.size()).clear();
            }
        }
    }

    @Override
    public CallList empty() {
        return new CallList();
    }

    @Override
    public CallList of(Trace trace) {
        return addTrace(empty(), trace);
    }

    @Override
    public CallList addTrace(CallList into, Trace trace) {
        for (Span span : trace.spans()) {
            if (!span.isWrapper() && wanted.test(span)) {
                into.add(ListedCall.of(trace, span, prices));
            }
        }
        return into;
    }

    @Override
    public CallList merge(CallList into, CallList more) {
        into.add(more);
        return into;
    }

    @Override
    public String toString() {
        return "calls";
    }
}
