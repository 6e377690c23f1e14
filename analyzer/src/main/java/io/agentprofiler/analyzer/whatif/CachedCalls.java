// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.whatif;

import io.agentprofiler.analyzer.analysis.Calls;
import io.agentprofiler.analyzer.critical.Change;
import io.agentprofiler.analyzer.critical.Schedule;
import io.agentprofiler.analyzer.price.CallPrice;
import io.agentprofiler.analyzer.price.PriceList;
import io.agentprofiler.analyzer.read.TraceId;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Tokens;
import io.agentprofiler.analyzer.trace.Trace;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Calls that ask what was asked before are answered from a cache that all workflows share. */
public final class CachedCalls implements Supposition {
    private final int size;
    private final long ttlNanos;
    private final PriceList prices;
    private final long dropped;
    /** The calls that would find their answer, with whether it is known to be another than the recorded one. */
    private final Map<Call, Boolean> hits = new HashMap<>();

    private record Call(TraceId trace, long span) {}

    private record Entry(long ready, String answer) {}

    /**
     * Goes through what was asked, in order of time, as recorded.
     *
     * @param size answers the cache holds; the one that was not used for longest goes first
     * @param ttlNanos how long an answer may be used, from when it was there
     */
    public CachedCalls(AskedLog log, int size, long ttlNanos, PriceList prices) {
        this.size = size;
        this.ttlNanos = ttlNanos;
        this.prices = prices;
        Map<Long, Entry> cache = new LinkedHashMap<>(16, 0.75f, true);
        for (AskedLog.Asked call : log.inOrder()) {
            Entry entry = cache.get(call.key());
            boolean there = entry != null && entry.ready() <= call.startNanos();
            if (there && call.startNanos() - entry.ready() <= ttlNanos) {
                boolean stale = call.answer() != null
                        && entry.answer() != null
                        && !call.answer().equals(entry.answer());
                hits.put(new Call(call.trace(), call.span()), stale);
            } else if (entry == null || there) {
                cache.put(call.key(), new Entry(call.endNanos(), call.answer()));
                evict(cache);
            }
        }
        this.dropped = log.dropped();
    }

    private void evict(Map<Long, Entry> cache) {
        if (cache.size() > size) {
            Iterator<Map.Entry<Long, Entry>> oldest = cache.entrySet().iterator();
            oldest.next();
            oldest.remove();
        }
    }

    @Override
    public Supposed of(Trace trace) {
        Set<Span> cached = new HashSet<>();
        long stale = 0;
        long tokens = 0;
        BigDecimal usd = null;
        for (Span span : trace.spans()) {
            Boolean hit = hits.get(new Call(trace.id(), span.id()));
            if (hit != null) {
                cached.add(span);
                stale += hit ? 1 : 0;
                Tokens usage = Calls.usage(span);
                tokens += Math.max(0, usage.input()) + Math.max(0, usage.output());
                CallPrice price = Calls.usesTokens(span) ? prices.price(span) : null;
                if (price != null && price.isKnown()) {
                    usd = usd == null
                            ? price.cost().total()
                            : usd.add(price.cost().total());
                }
            }
        }
        TreeMap<String, Long> counts = new TreeMap<>();
        counts.put("calls answered from the cache", (long) cached.size());
        counts.put("of them, known to have got another answer when asked again", stale);
        long nanos = cached.isEmpty()
                ? trace.durationNanos()
                : Schedule.of(trace).wallNanos(new Change() {
                    @Override
                    public long length(Span span, long length) {
                        return cached.contains(span) ? 0 : length;
                    }
                });
        return new Supposed(nanos, tokens, usd, counts);
    }

    @Override
    public List<String> assumptions() {
        String limits = "a cache of " + size + " answers, least recently used first out"
                + (ttlNanos == Long.MAX_VALUE ? ", that never expire" : ", each good for " + ttlNanos / 1e9 + " s");
        return List.of(
                limits,
                "asking again means equal hashes of all that was asked and equal parameters, in one recorded run; calls"
                        + " without recorded hashes are left as they are",
                "a cached answer takes no time; what is in the cache follows the recorded times",
                "an old answer does: for models at a temperature above 0 that is a decision, not a fact"
                        + (dropped == 0 ? "" : "; " + dropped + " later calls were left out"));
    }
}
