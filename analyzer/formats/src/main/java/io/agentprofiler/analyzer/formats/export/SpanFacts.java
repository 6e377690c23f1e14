// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.export;

import io.agentprofiler.analyzer.answer.tokens.price.CallPrice;
import io.agentprofiler.analyzer.answer.tokens.price.PriceList;
import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.SpanFlag;
import io.agentprofiler.analyzer.trace.Tokens;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import io.agentprofiler.analyzer.view.cell.Units;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What an export tells of a span besides its place: the figures of the report under the report's names, then the recorded
 * attributes. A figure that is not known is left out.
 *
 * <p>Unless content is wanted only what the agent writes at every content level is among them: numbers, and texts that are metadata.
 *
 * @param prices what calls cost
 * @param content whether recorded texts are told, too
 */
public record SpanFacts(PriceList prices, boolean content) {
    /** Returns texts, numbers, truth values, and lists and maps of these, by name. */
    public Map<String, Object> of(Trace trace, Span span) {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("trace_id", trace.id().toString());
        facts.put("span_id", TraceId.spanText(span.id()));
        facts.put("kind", span.kind().word());
        Unknown.putKnown(facts, "status", span.statusWord());
        Unknown.putKnown(facts, "self_ns", span.isSelfTimed() ? span.selfNanos() : null);
        Unknown.putKnown(facts, "start_thread", span.startThread());
        Unknown.putKnown(facts, "end_thread", span.endThread());
        Unknown.putKnown(facts, "error_type", span.errorType());
        if (content) {
            Unknown.putKnown(facts, "error_message", span.errorMessage());
        }
        tokens(facts, Calls.usage(span));
        if (Calls.usesTokens(span)) {
            CallPrice price = prices.price(span);
            Unknown.putKnown(
                    facts,
                    "cost_usd",
                    price.isKnown() ? Units.decimal(price.cost().total()) : null);
        }
        Unknown.putKnown(facts, "cpu_ns", span.cpuNanos());
        Unknown.putKnown(facts, "alloc_bytes", span.allocatedBytes());
        if (span.chunks() != null) {
            Unknown.putKnown(facts, "chunk_count", span.chunks().count());
        }
        for (SpanFlag flag : SpanFlag.values()) {
            if (span.has(flag)) {
                facts.put(flag.word(), true);
            }
        }
        for (Map.Entry<String, Object> attribute : span.attributes()) {
            if (isTold(attribute.getKey(), attribute.getValue())) {
                facts.putIfAbsent(attribute.getKey(), attribute.getValue());
            }
        }
        return facts;
    }

    /** Lengths and hashes say nothing to a viewer. */
    private boolean isTold(String name, Object value) {
        return !RecordedAttributes.isAboutContent(name) && new RecordedAttributes(content).isTold(name, value);
    }

    private static void tokens(Map<String, Object> facts, Tokens tokens) {
        Unknown.putKnown(facts, "input_tokens", tokens.input());
        Unknown.putKnown(facts, "output_tokens", tokens.output());
        Unknown.putKnown(facts, "cache_read_tokens", tokens.cacheRead());
        Unknown.putKnown(facts, "cache_creation_tokens", tokens.cacheWrite());
        Unknown.putKnown(facts, "reasoning_tokens", tokens.reasoning());
    }
}
