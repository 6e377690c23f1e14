// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.whatif;

import io.agentprofiler.analyzer.analysis.Calls;
import io.agentprofiler.analyzer.analysis.Distribution;
import io.agentprofiler.analyzer.critical.Change;
import io.agentprofiler.analyzer.critical.Schedule;
import io.agentprofiler.analyzer.price.CallPrice;
import io.agentprofiler.analyzer.price.Cost;
import io.agentprofiler.analyzer.price.ListedModel;
import io.agentprofiler.analyzer.price.PriceList;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;

/** Calls of one model go to another one: with its own recorded time and its listed price. */
public final class SwappedModel implements Supposition {
    private final String from;
    private final String to;
    private final Distribution times;
    private final PriceList prices;

    /**
     * Supposes it.
     *
     * @param times lengths of the other model's recorded calls, {@code null} when there are none: time stays as it was
     */
    public SwappedModel(String from, String to, Distribution times, PriceList prices) {
        this.from = from;
        this.to = to;
        this.times = times;
        this.prices = prices;
    }

    @Override
    public Supposed of(Trace trace) {
        long swapped = 0;
        long unpriced = 0;
        BigDecimal saved = null;
        for (Span span : trace.spans()) {
            if (isSwapped(span)) {
                swapped++;
                BigDecimal less = savedUsd(span);
                unpriced += less == null ? 1 : 0;
                saved = less == null ? saved : saved == null ? less : saved.add(less);
            }
        }
        TreeMap<String, Long> counts = new TreeMap<>();
        counts.put("calls of " + from, swapped);
        counts.put("of them, without a known price before or after", unpriced);
        long nanos = swapped == 0 || times == null
                ? trace.durationNanos()
                : Schedule.of(trace).wallNanos(new Change() {
                    @Override
                    public long length(Span span, long length) {
                        return isSwapped(span) ? Math.round(times.percentile(50)) : length;
                    }
                });
        return new Supposed(nanos, 0, saved, counts);
    }

    private boolean isSwapped(Span span) {
        return Calls.isModelCall(span) && Calls.model(span).equals(from);
    }

    private BigDecimal savedUsd(Span call) {
        CallPrice before = prices.price(call);
        Optional<ListedModel> listed = prices.find(to);
        if (!before.isKnown() || listed.isEmpty()) {
            return null;
        }
        Optional<Cost> after = listed.get().at(call.startNanos()).cost(call.tokens());
        return after.isEmpty()
                ? null
                : before.cost().total().subtract(after.get().total());
    }

    @Override
    public List<String> assumptions() {
        List<String> lines = new ArrayList<>();
        lines.add(
                times == null
                        ? "no call of " + to + " was recorded: nothing is said of time"
                        : String.format(
                                Locale.ROOT,
                                "each call takes the median of the %d recorded calls of %s, %.3f s, whatever its length",
                                times.count(),
                                to,
                                times.percentile(50) / 1e9));
        lines.add("the same tokens, cached as before, at the listed prices of " + to + " ("
                + (prices.find(to).isPresent() ? prices.label() : "which has none") + ")");
        lines.add("answers are as good, and lead to the same further calls: that the recording cannot tell");
        return lines;
    }
}
