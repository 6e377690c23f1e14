// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.export.atif;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Tokens;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;

/** What steps and calls carry besides what was said: what the model used, which node ran, and when. */
final class StepExtra {
    private StepExtra() {}

    /** Returns what a model call reported, nothing of what it did not. */
    static Map<String, Object> metrics(Tokens tokens) {
        Map<String, Object> metrics = new LinkedHashMap<>();
        number(metrics, "prompt_tokens", tokens.input());
        number(metrics, "completion_tokens", tokens.output());
        number(metrics, "cached_tokens", tokens.cacheRead());
        Map<String, Object> extra = new LinkedHashMap<>();
        number(extra, "cache_creation_input_tokens", tokens.cacheWrite());
        number(extra, "reasoning_tokens", tokens.reasoning());
        if (!extra.isEmpty()) {
            metrics.put("extra", extra);
        }
        return metrics;
    }

    /** Returns what NeMo Agent Toolkit's own converter writes: the node, and when it ran. */
    static Map<String, Object> of(Span span) {
        Map<String, Object> extra = new LinkedHashMap<>();
        extra.put("ancestry", node(span, span.parent()));
        if (span.isMeasured()) {
            Map<String, Object> invocation = new LinkedHashMap<>();
            invocation.put("invocation_id", TraceId.spanText(span.id()));
            invocation.put("start_timestamp", BigDecimal.valueOf(span.startNanos(), 9));
            invocation.put("end_timestamp", BigDecimal.valueOf(span.endNanos(), 9));
            if (span.tellsStatus()) {
                invocation.put("status", span.status() == SpanStatus.OK ? "completed" : span.statusWord());
            }
            extra.put("invocation", invocation);
        }
        return extra;
    }

    static Map<String, Object> node(Span span, Span parent) {
        Map<String, Object> node = new LinkedHashMap<>();
        node.put("function_id", TraceId.spanText(span.id()));
        node.put("function_name", span.name());
        if (parent != null) {
            node.put("parent_id", TraceId.spanText(parent.id()));
            node.put("parent_name", parent.name());
        }
        return node;
    }

    private static void number(Map<String, Object> into, String name, long number) {
        if (number != Unknown.LONG) {
            into.put(name, number);
        }
    }
}
