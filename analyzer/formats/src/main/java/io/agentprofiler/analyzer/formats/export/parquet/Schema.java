// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.export.parquet;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.formats.export.parquet.Column.Type;
import io.agentprofiler.analyzer.formats.export.parquet.Rows.OfSpan;
import io.agentprofiler.analyzer.formats.export.parquet.Rows.OfWorkflow;
import io.agentprofiler.analyzer.read.event.ChunkStats;
import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Tokens;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import io.agentprofiler.shared.schema.Attributes;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/** The columns of the tables. A change that a query could notice raises {@link #VERSION}. */
final class Schema {
    /** Stands in the metadata of each file. */
    static final String VERSION = "3";

    private Schema() {}

    static List<Column<OfSpan>> spans() {
        List<Column<OfSpan>> columns = new ArrayList<>(ids());
        columns.addAll(List.of(
                text(
                        "parent_span_id",
                        row -> row.span().parentId() == 0
                                ? null
                                : TraceId.spanText(row.span().parentId())),
                number("depth", row -> (long) row.span().depth()),
                text("kind", row -> row.span().kind().word()),
                text("name", row -> row.span().name())));
        columns.addAll(times());
        columns.addAll(List.of(
                number("self_ns", row -> row.span().isSelfTimed() ? row.span().selfNanos() : null),
                known("queued_ns", row -> row.span().queuedNanos()),
                known("cpu_ns", row -> row.span().cpuNanos()),
                known("alloc_bytes", row -> row.span().allocatedBytes()),
                text("start_thread", row -> row.span().startThread()),
                attribute("tool", Attributes.TOOL_NAME),
                text(
                        "agent",
                        row -> row.span().agent() == null
                                ? null
                                : Calls.agent(row.span().agent())),
                text("conversation_id", row -> row.span().conversation()),
                text("rule", row -> row.span().rule())));
        columns.addAll(use());
        return columns;
    }

    static List<Column<OfSpan>> modelCalls() {
        List<Column<OfSpan>> columns = new ArrayList<>(ids());
        columns.add(text("workflow", row -> row.trace().root().name()));
        columns.addAll(times());
        columns.addAll(List.of(
                text(
                        "agent",
                        row -> row.span().agent() == null
                                ? null
                                : Calls.agent(row.span().agent())),
                text("conversation_id", row -> row.span().conversation()),
                attribute("finish_reasons", Attributes.RESPONSE_FINISH_REASONS),
                new Column<>(
                        "temperature",
                        Type.DOUBLE,
                        row -> row.span().attributes().get(Attributes.REQUEST_TEMPERATURE) instanceof Number number
                                ? (Double) number.doubleValue()
                                : null)));
        columns.addAll(use());
        return columns;
    }

    static List<Column<OfWorkflow>> workflows() {
        return List.of(
                text("run", OfWorkflow::run),
                text("trace_id", row -> row.trace().id().toString()),
                text("name", row -> row.trace().root().name()),
                text("kind", row -> row.trace().root().kind().word()),
                text("status", row -> row.trace().root().statusWord()),
                text("timing", row -> row.trace().root().attributes().text(Attributes.TIMING)),
                new Column<>(
                        "start_time",
                        Type.TIME,
                        row -> moment(row.trace().root(), row.trace().startNanos())),
                new Column<>(
                        "end_time",
                        Type.TIME,
                        row -> length(row.trace()) == null ? null : row.trace().endNanos()),
                new Column<>(
                        "start_epoch_ns",
                        Type.LONG,
                        row -> moment(row.trace().root(), row.trace().startNanos())),
                number("duration_ns", row -> length(row.trace())),
                text("conversation_id", row -> row.trace().root().conversation()),
                number("spans", row -> (long) row.trace().spans().size()),
                known("failed_spans", each -> each.counts().failedSpans()),
                number("model_calls", each -> each.counts().modelCalls()),
                number("tool_calls", each -> each.counts().toolCalls()),
                known("input_tokens", row -> row.tokens().input()),
                known("output_tokens", row -> row.tokens().output()),
                known("cache_read_tokens", row -> row.tokens().cacheRead()),
                known("cache_creation_tokens", row -> row.tokens().cacheWrite()),
                known("reasoning_tokens", row -> row.tokens().reasoning()),
                new Column<>("cost_usd", Type.MONEY, OfWorkflow::usd),
                number("priced_calls", OfWorkflow::pricedCalls),
                new Column<>("reported_usd", Type.MONEY, OfWorkflow::reportedUsd),
                number("reported_calls", OfWorkflow::reportedCalls));
    }

    private static List<Column<OfSpan>> ids() {
        return List.of(
                text("run", OfSpan::run),
                text("trace_id", row -> row.trace().id().toString()),
                text("span_id", row -> TraceId.spanText(row.span().id())));
    }

    private static List<Column<OfSpan>> times() {
        return List.of(
                text("status", row -> row.span().statusWord()),
                text("error_type", row -> row.span().errorType()),
                attribute("timing", Attributes.TIMING),
                new Column<>(
                        "start_time",
                        Type.TIME,
                        row -> moment(row.span(), row.span().startNanos())),
                new Column<>(
                        "end_time",
                        Type.TIME,
                        row -> row.span().hasLength() ? (Object) row.span().endNanos() : null),
                new Column<>(
                        "start_epoch_ns",
                        Type.LONG,
                        row -> moment(row.span(), row.span().startNanos())),
                number("duration_ns", row -> row.span().hasLength() ? row.span().durationNanos() : null));
    }

    /** What a model was asked, used and cost. */
    private static List<Column<OfSpan>> use() {
        return List.of(
                attribute("provider", Attributes.PROVIDER_NAME),
                attribute("request_model", Attributes.REQUEST_MODEL),
                attribute("response_model", Attributes.RESPONSE_MODEL),
                tokens("input_tokens", Tokens::input),
                tokens("output_tokens", Tokens::output),
                tokens("cache_read_tokens", Tokens::cacheRead),
                tokens("cache_creation_tokens", Tokens::cacheWrite),
                tokens("reasoning_tokens", Tokens::reasoning),
                new Column<>("cost_usd", Type.MONEY, OfSpan::usd),
                text(
                        "priced_as",
                        row -> row.usd() == null
                                ? null
                                : String.valueOf(row.price().model())),
                new Column<>("reported_usd", Type.MONEY, OfSpan::reportedUsd),
                chunks("chunk_count", row -> row.span().chunks().count()),
                chunks(
                        "first_chunk_ns",
                        row -> sinceStart(row.span(), row.span().chunks().firstNanos())),
                chunks(
                        "last_chunk_ns",
                        row -> sinceStart(row.span(), row.span().chunks().lastNanos())));
    }

    private static <R> Column<R> text(String name, Function<R, String> value) {
        return new Column<>(name, Type.TEXT, value::apply);
    }

    private static <R> Column<R> number(String name, Function<R, Long> value) {
        return new Column<>(name, Type.LONG, value::apply);
    }

    private static <R> Column<R> known(String name, ToLongFunction<R> value) {
        return new Column<>(name, Type.LONG, row -> Unknown.boxed(value.applyAsLong(row)));
    }

    private static Column<OfSpan> tokens(String name, ToLongFunction<Tokens> value) {
        return known(name, row -> value.applyAsLong(Calls.usage(row.span())));
    }

    private static Column<OfSpan> chunks(String name, ToLongFunction<OfSpan> value) {
        return known(name, row -> {
            ChunkStats chunks = row.span().chunks();
            return chunks == null ? Unknown.LONG : value.applyAsLong(row);
        });
    }

    private static Column<OfSpan> attribute(String name, String attribute) {
        return text(name, row -> {
            Object value = row.span().attributes().get(attribute);
            if (value instanceof List<?> list) {
                return list.stream().map(String::valueOf).collect(Collectors.joining(" "));
            }
            return value == null ? null : value.toString();
        });
    }

    private static long sinceStart(Span span, long nanos) {
        return nanos == Unknown.LONG ? nanos : nanos - span.startNanos();
    }

    private static Object moment(Span span, long nanos) {
        return span.hasMoment() ? (Object) nanos : null;
    }

    /** Returns how long a workflow took, {@code null} where that was not measured, as the report counts it. */
    private static Long length(Trace trace) {
        return trace.root().isMeasured() ? (Long) trace.durationNanos() : null;
    }
}
