// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.finding;

import io.agentprofiler.analyzer.cost.price.CallPrice;
import io.agentprofiler.analyzer.cost.price.PriceList;
import io.agentprofiler.analyzer.critical.Change;
import io.agentprofiler.analyzer.critical.CriticalPath;
import io.agentprofiler.analyzer.metric.operation.Calls;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import java.math.BigDecimal;
import java.util.Collection;
import java.util.Set;

/**
 * One workflow as the detectors see it. The critical path is worked out only when one asks.
 *
 * <p><b>Threading:</b> one thread.
 */
final class Look {
    static final int MAX_ASKED = 30;

    private final Trace trace;
    private final Thresholds thresholds;
    private final PriceList prices;
    private final Noted noted;
    private CriticalPath path;
    private int[] lastBelow;
    private int asked;

    Look(Trace trace, Thresholds thresholds, PriceList prices, Noted noted) {
        this.trace = trace;
        this.thresholds = thresholds;
        this.prices = prices;
        this.noted = noted;
    }

    Trace trace() {
        return trace;
    }

    double of(Threshold threshold) {
        return thresholds.of(threshold);
    }

    Thresholds thresholds() {
        return thresholds;
    }

    CallPrice price(Span call) {
        return prices.price(call);
    }

    /** Returns what a call costs in US dollars, {@code null} when that is not known. */
    BigDecimal usd(Span call) {
        CallPrice price = prices.price(call);
        return price.isKnown() ? price.cost().total() : null;
    }

    /**
     * Returns how much shorter the workflow would be; at least 0. Of more than {@value #MAX_ASKED} suppositions nothing is
     * claimed, so that a workflow takes linear time.
     */
    long saved(Change change) {
        if (asked++ >= MAX_ASKED) {
            return 0;
        }
        return Math.max(0, path().saved(change));
    }

    /** Returns what the workflow waited for. */
    CriticalPath path() {
        if (path == null) {
            path = CriticalPath.of(trace);
        }
        return path;
    }

    /** Returns the length of a call, 0 where it was not measured. */
    static long lengthOf(Span call) {
        return call.isMeasured() ? call.durationNanos() : 0;
    }

    /** Returns how long the workflow waited for a span and all below it. */
    long waited(Span span) {
        long waited = 0;
        for (int i = span.index(); i <= lastBelow(span); i++) {
            waited += path().onPathNanos(trace.spans().get(i));
        }
        return waited;
    }

    /** Answers whether a span is somewhere below another. */
    boolean isBelow(Span span, Span above) {
        return span.index() > above.index() && span.index() <= lastBelow(above);
    }

    /** Returns the index of the last span below a span, its own if there is none: those below stand right after it. */
    private int lastBelow(Span span) {
        if (lastBelow == null) {
            lastBelow = new int[trace.spans().size()];
            for (int i = lastBelow.length - 1; i >= 0; i--) {
                lastBelow[i] = Math.max(lastBelow[i], i);
                Span parent = trace.spans().get(i).parent();
                if (parent != null) {
                    lastBelow[parent.index()] = Math.max(lastBelow[parent.index()], lastBelow[i]);
                }
            }
        }
        return lastBelow[span.index()];
    }

    /** Returns how much shorter the workflow would be without these calls. */
    long savedWithout(Set<Span> calls) {
        return saved(new Change() {
            @Override
            public long length(Span span, long nanos) {
                return calls.contains(span) ? 0 : nanos;
            }
        });
    }

    /** Adds the tokens and money that these calls, and those below them, would not use; each of them once. */
    void savesUse(Tally tally, Collection<Span> calls) {
        int done = 0;
        for (int first : calls.stream().mapToInt(Span::index).sorted().toArray()) {
            int last = lastBelow(trace.spans().get(first));
            for (int i = Math.max(first, done); i <= last; i++) {
                Span call = trace.spans().get(i);
                if (Calls.usesTokens(call)) {
                    tally.savesUsd(usd(call))
                            .savesTokens(call.tokens().input())
                            .savesTokens(call.tokens().output());
                }
            }
            done = Math.max(done, last + 1);
        }
    }

    void note(Rule rule, String name, Grade grade, Tally tally) {
        noted.note(new Subject(rule, name, grade), tally);
    }
}
