// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.inspect;

import io.agentprofiler.analyzer.input.event.SpanEvent;
import io.agentprofiler.analyzer.input.event.TraceId;
import io.agentprofiler.analyzer.metric.operation.Calls;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.SpanFlag;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.view.Block;
import io.agentprofiler.analyzer.view.Cell;
import io.agentprofiler.analyzer.view.Emphasis;
import io.agentprofiler.analyzer.view.Facts;
import io.agentprofiler.analyzer.view.Fields;
import io.agentprofiler.analyzer.view.Table;
import io.agentprofiler.analyzer.view.Units;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;

/** What outputs of single workflows have in common: the facts above, the look of a span, and all spans for programs. */
final class SpanFields {
    private SpanFields() {}

    /** Returns the facts about a workflow as a whole. */
    static Facts facts(Trace trace) {
        return Facts.about("")
                .add(Cell.duration(trace.durationNanos()))
                .add(Units.count(trace.spans().size(), "span"))
                .add(Units.time(trace.root().startNanos()) + " UTC")
                .add(Cell.words("trace " + trace.id()).about(trace.id()))
                .build();
    }

    /** Returns a cell in the colour that a span has everywhere. */
    static Cell coloured(Cell cell, Span span) {
        Emphasis emphasis = switch (span.status()) {
            case OK -> Emphasis.PLAIN;
            case ERROR -> Emphasis.BAD;
            case CANCELLED, UNFINISHED -> Emphasis.WARNING;
        };
        return cell.of(span.kind()).with(emphasis);
    }

    /**
     * Returns the workflows with all their spans, for programs.
     *
     * @param more returns what adds fields to a workflow's spans
     */
    static Block workflows(List<Trace> traces, Function<Trace, BiConsumer<Span, Fields>> more) {
        return Table.of("workflows", traces)
                .field("trace_id", trace -> trace.id().toString())
                .field("name", trace -> trace.root().name())
                .field("start_epoch_ns", Trace::startNanos)
                .field("duration_ns", Trace::durationNanos)
                .field("spans", trace -> {
                    BiConsumer<Span, Fields> adding = more.apply(trace);
                    return trace.spans().stream()
                            .map(span -> {
                                Fields fields = fields(trace, span);
                                adding.accept(span, fields);
                                return fields;
                            })
                            .toList();
                })
                .build();
    }

    private static Fields fields(Trace trace, Span span) {
        boolean begun = !span.has(SpanFlag.START_MISSING);
        return new Fields()
                .put("span_id", TraceId.spanText(span.id()))
                .put(
                        "parent_id",
                        span.parent() == null
                                ? null
                                : TraceId.spanText(span.parent().id()))
                .put("depth", span.depth())
                .put("kind", span.kind().word())
                .put("name", span.name())
                .put("status", span.status().word())
                .put("error_type", span.errorType())
                .put("error_message", span.errorMessage())
                .put("offset_ns", begun ? span.startNanos() - trace.startNanos() : SpanEvent.ABSENT)
                .put("duration_ns", begun ? span.durationNanos() : SpanEvent.ABSENT)
                .put("self_ns", span.selfNanos())
                .put("tokens", Calls.usage(span).isKnown() ? Fields.of(Calls.usage(span)) : null)
                .put("start_thread", span.startThread());
    }
}
