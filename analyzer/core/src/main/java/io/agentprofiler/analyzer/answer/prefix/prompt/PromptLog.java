// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.prefix.prompt;

import io.agentprofiler.analyzer.answer.prefix.prompt.HashChain.PromptSource;
import io.agentprofiler.analyzer.answer.prefix.prompt.PromptRecord.WholePrompt;
import io.agentprofiler.analyzer.answer.prefix.rule.CacheRules;
import io.agentprofiler.analyzer.answer.tokens.price.ListedModel;
import io.agentprofiler.analyzer.answer.tokens.price.PriceList;
import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.read.event.SpanRef;
import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The prompts of all model calls in order of time, for analyses that need all of them.
 *
 * <p>Bounded: of too many calls, or too many hashes, those that began first are kept, a stretch of the run in full. Which
 * ones depends on the set of calls only.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
public final class PromptLog {
    /** How many calls are kept; more on a large heap, of which they take an eighth at most. */
    public static final int MAX_CALLS =
            (int) Math.min(2_000_000, Math.max(200_000, Runtime.getRuntime().maxMemory() / 8192));
    /** How many hashes of blocks are kept, 8 bytes each, and a simulated cache needs ten times as much; more on a large heap. */
    static final long MAX_BLOCKS =
            Math.min(100_000_000, Math.max(1_000_000, Runtime.getRuntime().maxMemory() / 256));

    /** Returns the analysis under prices and rules. */
    public static Analysis<PromptLog> question(PriceList prices, CacheRules rules) {
        return question(prices, rules, MAX_CALLS, MAX_BLOCKS);
    }

    public static Analysis<PromptLog> question(PriceList prices, CacheRules rules, int maxCalls, long maxBlocks) {
        Reader reader = new Reader(prices, rules);
        return Analysis.of(
                "prompt log", () -> new PromptLog(maxCalls, maxBlocks), reader::add, (into, more) -> into.add(more));
    }

    /** Reads the calls of a trace under prices and rules. */
    private record Reader(PriceList prices, CacheRules rules) {
        void add(PromptLog log, Trace trace) {
            Map<PromptRecord.Caller, WholePrompt> before = new HashMap<>();
            List<Span> calls = new ArrayList<>();
            for (Span span : trace.spans()) {
                if (Calls.isModelCall(span)) {
                    calls.add(span);
                }
            }
            calls.sort((a, b) -> Long.compare(a.startNanos(), b.startNanos()));
            for (Span span : calls) {
                PromptText text = PromptText.of(span.attributes());
                List<PromptPart> recorded = RecordedParts.of(span.attributes());
                PromptCall call = call(
                        trace,
                        span,
                        text,
                        recorded.isEmpty() ? text.answerHash() : RecordedParts.answer(span.attributes()));
                HashChain blocks =
                        HashChain.of(span.attributes(), text, call.billing().rule());
                blocks = blocks == null ? null : blocks.inRun(trace.run());
                List<PromptPart> parts = parts(blocks, recorded.isEmpty() ? text.parts() : recorded);
                PromptRecord record = new PromptRecord(call, blocks, parts, before.get(call.caller()));
                log.add(record);
                if (blocks != null) {
                    before.put(call.caller(), new WholePrompt(record, blocks.chain(), parts));
                }
            }
            if (log.records.size() > log.maxCalls || log.blocks > log.maxBlocks) {
                log.trim();
            }
        }

        /** Where tokens are counted instead of bytes, parts end at their share of them. */
        private static List<PromptPart> parts(HashChain blocks, List<PromptPart> parts) {
            if (blocks == null || blocks.source() != PromptSource.TOKENS || parts.isEmpty()) {
                return parts;
            }
            double whole = parts.get(parts.size() - 1).end();
            List<PromptPart> scaled = new ArrayList<>();
            for (PromptPart part : parts) {
                scaled.add(part.endingAt(Math.round(part.end() * blocks.bytes() / whole)));
            }
            return scaled;
        }

        private PromptCall call(Trace trace, Span span, PromptText text, long answerHash) {
            ListedModel listed = prices.price(span).model();
            Span agent = span.agent();
            String conversation = span.conversation();
            return new PromptCall(
                    trace.run(),
                    new SpanRef(trace.id(), span.id()),
                    new PromptRecord.Caller(
                            trace.root().name(), agent == null ? null : Calls.agent(agent), Calls.model(span)),
                    conversation == null ? trace.id().toString() : conversation,
                    new PromptCall.Billing(
                            rules.ofCall(span, listed),
                            listed == null ? null : listed.at(span.pricedNanos()),
                            span.tokens()),
                    new PromptCall.PromptTimes(
                            span.startNanos(),
                            span.chunks() == null
                                    ? span.endNanos()
                                    : span.chunks().firstNanos(),
                            span.endNanos(),
                            span.chunks() == null ? Unknown.LONG : span.chunks().firstNanos()),
                    span.status() != SpanStatus.ERROR,
                    new PromptCall.KnownText(text.isWhole(), answerHash));
        }
    }

    /** A log is trimmed when it is over its bounds by this part of them. */
    private static final int SLACK = 4;

    private final int maxCalls;
    private final long maxBlocks;
    private List<PromptRecord> records = new ArrayList<>();
    private long blocks;
    private long dropped;
    /** The first call that was given up, or {@code null}: all after it are given up, too, whenever they come. */
    private PromptRecord end;

    private PromptLog(int maxCalls, long maxBlocks) {
        this.maxCalls = maxCalls;
        this.maxBlocks = maxBlocks;
    }

    private void add(PromptRecord record) {
        records.add(record);
        blocks += record.weight();
    }

    private void add(PromptLog more) {
        dropped += more.dropped;
        boolean sooner = more.end != null && (end == null || PromptRecord.ORDER.compare(more.end, end) < 0);
        end = sooner ? more.end : end;
        for (PromptRecord record : more.records) {
            // once the log is full most calls come too late, and need no sorting to say so
            if (isKept(record)) {
                add(record);
            } else {
                dropped++;
            }
        }
        // trimming sorts: a log that takes earlier and earlier calls may hold some too many until it is asked
        if (records.size() > maxCalls + maxCalls / SLACK || blocks > maxBlocks + maxBlocks / SLACK) {
            trim();
        }
    }

    private boolean isKept(PromptRecord record) {
        return end == null || PromptRecord.ORDER.compare(record, end) < 0;
    }

    private void trim() {
        records.sort(PromptRecord.ORDER);
        long kept = 0;
        int calls = 0;
        while (calls < records.size()
                && calls < maxCalls
                && kept + records.get(calls).weight() <= maxBlocks
                && isKept(records.get(calls))) {
            kept += records.get(calls++).weight();
        }
        if (calls < records.size()) {
            PromptRecord first = records.get(calls);
            end = end == null || PromptRecord.ORDER.compare(first, end) < 0 ? first : end;
            dropped += records.size() - calls;
            records = new ArrayList<>(records.subList(0, calls));
            blocks = kept;
        }
    }

    /** Returns the calls in order of time. */
    public List<PromptRecord> inOrder() {
        trim();
        return Collections.unmodifiableList(new ArrayList<>(records));
    }

    /** Returns how many calls began too late to be kept. */
    public long dropped() {
        trim();
        return dropped;
    }
}
