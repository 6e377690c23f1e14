// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.whatif.cache;

import io.agentprofiler.analyzer.cost.price.CallPrice;
import io.agentprofiler.analyzer.cost.price.PriceList;
import io.agentprofiler.analyzer.critical.Change;
import io.agentprofiler.analyzer.critical.Schedule;
import io.agentprofiler.analyzer.input.event.TraceId;
import io.agentprofiler.analyzer.metric.operation.Calls;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Tokens;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.whatif.Supposed;
import io.agentprofiler.analyzer.whatif.Supposition;
import io.agentprofiler.analyzer.whatif.Variant;
import io.agentprofiler.analyzer.whatif.WhatIf;
import io.agentprofiler.analyzer.whatif.cache.AnswerCache.Outcome;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Calls that ask what was asked before are answered from a cache. */
public final class CachedCalls implements Supposition {
    private static final int OTHERWISE = 1 << 30;
    private static final int WRITTEN_SINCE = 1 << 29;

    private final AskedLog.Question question;
    private final PriceList prices;
    private final long dropped;
    /** The setting asked for, then others. */
    private final List<CacheSetting> settings;
    /** The calls that would find their answer: a bit for each setting in which they do, and the two above. */
    private final Map<Call, Integer> hits = new HashMap<>();

    private record Call(TraceId trace, long span) {}

    /**
     * Goes through what was asked, in order of time, as recorded, once for all settings.
     *
     * @param question what the log answers
     */
    public CachedCalls(AskedLog.Question question, AskedLog log, CacheSetting setting, PriceList prices) {
        this.question = question;
        this.prices = prices;
        this.settings = new ArrayList<>(List.of(setting));
        settings.addAll(setting.others());
        List<AnswerCache> caches = settings.stream().map(AnswerCache::new).toList();
        for (AskedLog.Asked call : log.inOrder()) {
            int bits = 0;
            for (int i = 0; i < caches.size(); i++) {
                Outcome outcome = caches.get(i).take(call);
                bits |= outcome == Outcome.ANSWERED || outcome == Outcome.ANSWERED_OTHERWISE ? 1 << i : 0;
                bits |= i == 0 && outcome == Outcome.ANSWERED_OTHERWISE ? OTHERWISE : 0;
                bits |= i == 0 && outcome == Outcome.WRITTEN_SINCE ? WRITTEN_SINCE : 0;
            }
            if (bits != 0) {
                hits.put(new Call(call.trace(), call.span()), bits);
            }
        }
        this.dropped = log.dropped();
    }

    @Override
    public Supposed of(Trace trace) {
        int[] found = new int[trace.spans().size()];
        long otherwise = 0;
        long since = 0;
        long random = 0;
        boolean any = false;
        for (Span span : trace.spans()) {
            int bits = hits.getOrDefault(new Call(trace.id(), span.id()), 0);
            found[span.index()] = bits;
            any |= bits != 0;
            otherwise += (bits & OTHERWISE) == 0 ? 0 : 1;
            since += (bits & WRITTEN_SINCE) == 0 ? 0 : 1;
            random += question.isRandom(span) ? 1 : 0;
        }
        TreeMap<String, Long> counts = new TreeMap<>();
        if (random > 0) {
            counts.put("model calls not known to be at temperature 0, left as they were", random);
        }
        if (!question.writers().isEmpty()) {
            counts.put("calls after something was written, left as they were", since);
        }
        counts.put("answers from the cache known to be another when asked again", otherwise);
        if (!any) {
            counts.put("calls answered from the cache", 0L);
            return new Supposed(trace.durationNanos(), 0, null, counts);
        }
        List<Variant> variants = variants(trace, found);
        Variant asked = variants.get(0);
        counts.put("calls answered from the cache", asked.count());
        return new Supposed(asked.nanos(), asked.savedTokens(), asked.savedUsd(), counts)
                .withVariants(variants.subList(1, variants.size()));
    }

    /** Goes through the workflow once for each set of calls that some setting answers. */
    private List<Variant> variants(Trace trace, int[] found) {
        Schedule schedule = Schedule.of(trace);
        Map<BitSet, Variant> bySet = new HashMap<>();
        List<Variant> variants = new ArrayList<>();
        for (int i = 0; i < settings.size(); i++) {
            BitSet cached = new BitSet();
            for (int span = 0; span < found.length; span++) {
                cached.set(span, (found[span] & 1 << i) != 0);
            }
            variants.add(bySet.computeIfAbsent(cached, set -> without(trace, schedule, set)));
        }
        return variants;
    }

    private Variant without(Trace trace, Schedule schedule, BitSet cached) {
        long tokens = 0;
        BigDecimal usd = null;
        int done = 0;
        for (int i = cached.nextSetBit(0); i >= 0; i = cached.nextSetBit(done)) {
            done = i;
            // what a cached call called is not called: it stands right after it, and deeper
            int depth = trace.spans().get(i).depth();
            do {
                Span span = trace.spans().get(done++);
                Tokens usage = Calls.usage(span);
                tokens += Math.max(0, usage.input()) + Math.max(0, usage.output());
                CallPrice price = Calls.usesTokens(span) ? prices.price(span) : null;
                usd = WhatIf.sum(
                        usd, price != null && price.isKnown() ? price.cost().total() : null);
            } while (done < trace.spans().size() && trace.spans().get(done).depth() > depth);
        }
        long nanos = cached.isEmpty()
                ? trace.durationNanos()
                : schedule.wallNanos(new Change() {
                    @Override
                    public long length(Span span, long length) {
                        return cached.get(span.index()) ? 0 : length;
                    }
                });
        return new Variant(cached.cardinality(), nanos, tokens, usd);
    }

    @Override
    public List<String> variants() {
        return settings.subList(1, settings.size()).stream()
                .map(CacheSetting::words)
                .toList();
    }

    @Override
    public List<String> assumptions() {
        List<String> lines = new ArrayList<>(List.of(
                "a cache of " + settings.get(0).words() + ", least recently used first out",
                "asking again means equal hashes of all that was asked, offered tools and system text included, by the same"
                        + " provider, model and parameters, in one recorded run; calls without recorded hashes are left as"
                        + " they are",
                "a cached answer takes no time; what is in the cache follows the recorded times"));
        lines.add(
                question.isAnyTemperature()
                        ? "an old answer does, whatever the temperature: that is a decision, not a fact"
                        : "an old answer does for models at temperature 0; --any-temperature takes the others, too");
        lines.add(
                question.writers().isEmpty()
                        ? "nothing that tools and retrievers read is changed in between: name the tools that do with --writes"
                        : "a call of "
                                + String.join(
                                        ", ",
                                        question.writers().stream().sorted().toList())
                                + " makes all that tools and retrievers answered before it useless, and nothing else does");
        if (settings.get(0).share() == CacheSetting.Share.RUN) {
            lines.add("answers do not depend on who asks: --share conversation keeps conversations apart");
        }
        if (dropped > 0) {
            lines.add(dropped + " later calls were left out");
        }
        return lines;
    }
}
