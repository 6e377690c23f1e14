// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.report;

import io.agentprofiler.analyzer.answer.cost.price.CallPrice;
import io.agentprofiler.analyzer.answer.cost.price.PriceList;
import io.agentprofiler.analyzer.base.output.CsvFile;
import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.read.event.AttributeSet;
import io.agentprofiler.analyzer.read.event.ChunkStats;
import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.analyzer.trace.FailureMessage;
import io.agentprofiler.analyzer.trace.ServerLoad;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.SpanFlag;
import io.agentprofiler.analyzer.trace.Tokens;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import io.agentprofiler.analyzer.trace.pipeline.SpooledFile;
import io.agentprofiler.analyzer.view.cell.Units;
import io.agentprofiler.shared.schema.Attributes;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/** {@code spans.csv}: a row per span, the rows of a workflow together, each span before its children. */
final class SpansCsv extends SpooledFile {
    /** A column and how to get its value; {@code null} is an empty field. */
    private record Column(String name, BiFunction<Trace, Span, Object> value) {
        static Column of(String name, BiFunction<Trace, Span, Object> value) {
            return new Column(name, value);
        }
    }

    private static List<Column> columns(PriceList prices) {
        return List.of(
                Column.of("trace_id", (trace, span) -> trace.id()),
                Column.of("span_id", (trace, span) -> TraceId.spanText(span.id())),
                Column.of(
                        "parent_id", (trace, span) -> span.parentId() == 0 ? null : TraceId.spanText(span.parentId())),
                Column.of("depth", (trace, span) -> span.depth()),
                Column.of("kind", (trace, span) -> span.kind().word()),
                Column.of("name", (trace, span) -> span.name()),
                Column.of("status", (trace, span) -> span.statusWord()),
                Column.of("start_epoch_ns", (trace, span) -> when(span, span.startNanos())),
                Column.of("offset_ns", (trace, span) -> when(span, span.startNanos() - trace.startNanos())),
                Column.of("duration_ns", (trace, span) -> span.hasLength() ? span.durationNanos() : null),
                Column.of("self_ns", (trace, span) -> span.isSelfTimed() ? span.selfNanos() : null),
                Column.of("start_thread", (trace, span) -> span.startThread()),
                Column.of("end_thread", (trace, span) -> span.endThread()),
                Column.of("error_type", (trace, span) -> span.errorType()),
                Column.of("error_message", (trace, span) -> span.errorMessage()),
                message("error_message_chars", message -> known(message.chars())),
                message("error_message_hash", FailureMessage::hash),
                attribute("provider", Attributes.PROVIDER_NAME),
                attribute("request_model", Attributes.REQUEST_MODEL),
                attribute("response_model", Attributes.RESPONSE_MODEL),
                attribute("finish_reasons", Attributes.RESPONSE_FINISH_REASONS),
                attribute("tool", Attributes.TOOL_NAME),
                attribute("agent", Attributes.AGENT_NAME),
                attribute("conversation_id", Attributes.CONVERSATION_ID),
                tokens("input_tokens", Tokens::input),
                tokens("output_tokens", Tokens::output),
                tokens("cache_read_tokens", Tokens::cacheRead),
                tokens("cache_creation_tokens", Tokens::cacheWrite),
                tokens("reasoning_tokens", Tokens::reasoning),
                price(
                        "cost_usd",
                        prices,
                        price -> price.isKnown() ? Units.decimal(price.cost().total()) : null),
                price("priced_as", prices, price -> price.isKnown() ? price.model() : null),
                chunks("chunk_count", (span, chunks) -> chunks.count()),
                chunks("first_chunk_ns", (span, chunks) -> sinceStart(span, chunks.firstNanos())),
                chunks("last_chunk_ns", (span, chunks) -> sinceStart(span, chunks.lastNanos())),
                chunks("max_chunk_gap_ns", (span, chunks) -> chunks.maxGapNanos()),
                Column.of(
                        "handler_ns",
                        (trace, span) ->
                                span.handler() == null ? null : span.handler().nanos()),
                Column.of("queued_ns", (trace, span) -> known(span.queuedNanos())),
                Column.of("cpu_ns", (trace, span) -> known(span.cpuNanos())),
                Column.of("alloc_bytes", (trace, span) -> known(span.allocatedBytes())),
                Column.of("flags", (trace, span) -> flags(span)),
                Column.of("rule", (trace, span) -> span.rule()),
                load("backend_running", load -> known(load.running())),
                load("backend_waiting", load -> known(load.waiting())),
                load("backend_kv_cache", load -> Double.isNaN(load.kvCacheUsage()) ? null : load.kvCacheUsage()),
                price(
                        "reported_usd",
                        prices,
                        price -> price.reported() == null ? null : Units.decimal(price.reported())));
    }

    /** Stands in front: the one column that is not of the span. */
    private static final String RUN = "run";

    private final List<Column> columns;

    SpansCsv(Path target, PriceList prices, long mostSpans) {
        this(target, columns(prices), mostSpans);
    }

    private SpansCsv(Path target, List<Column> columns, long mostSpans) {
        super(target, head(columns), "", "", mostSpans);
        this.columns = columns;
    }

    private static String head(List<Column> columns) {
        return RUN + "," + columns.stream().map(Column::name).collect(Collectors.joining(",")) + "\n";
    }

    private static Column attribute(String name, String attribute) {
        return Column.of(name, (trace, span) -> text(span.attributes(), attribute));
    }

    private static Object text(AttributeSet attributes, String attribute) {
        Object value = attributes.get(attribute);
        return value instanceof List<?> list
                ? list.stream().map(String::valueOf).collect(Collectors.joining(" "))
                : value;
    }

    private static Column message(String name, Function<FailureMessage, Object> value) {
        return Column.of(name, (trace, span) -> {
            FailureMessage message = FailureMessage.of(span);
            return message == null ? null : value.apply(message);
        });
    }

    private static Column tokens(String name, ToLongFunction<Tokens> number) {
        return Column.of(name, (trace, span) -> known(number.applyAsLong(Calls.usage(span))));
    }

    private static Column price(String name, PriceList prices, Function<CallPrice, Object> value) {
        return Column.of(name, (trace, span) -> Calls.usesTokens(span) ? value.apply(prices.price(span)) : null);
    }

    private static Column chunks(String name, BiFunction<Span, ChunkStats, Long> number) {
        return Column.of(
                name, (trace, span) -> span.chunks() == null ? null : known(number.apply(span, span.chunks())));
    }

    private static Column load(String name, Function<ServerLoad, Object> figure) {
        return Column.of(name, (trace, span) -> span.serverLoad() == null ? null : figure.apply(span.serverLoad()));
    }

    private static Object when(Span span, long nanos) {
        return span.hasMoment() ? nanos : null;
    }

    private static long sinceStart(Span span, long nanos) {
        return nanos == Unknown.LONG ? nanos : nanos - span.startNanos();
    }

    private static Object known(long number) {
        return number == Unknown.LONG ? null : number;
    }

    private static String flags(Span span) {
        if (!span.hasFlags()) {
            return null;
        }
        StringBuilder flags = new StringBuilder();
        for (SpanFlag flag : SpanFlag.values()) {
            if (span.has(flag)) {
                flags.append(flags.length() == 0 ? "" : " ").append(flag.word());
            }
        }
        return flags.toString();
    }

    @Override
    protected Part part(OutputStream stream, String run) {
        CsvFile csv = new CsvFile(stream);
        return new Part() {
            private final String[] fields = new String[columns.size() + 1];

            @Override
            public void write(Trace trace) {
                fields[0] = run;
                for (Span span : trace.spans()) {
                    for (int i = 0; i < columns.size(); i++) {
                        Object value = columns.get(i).value().apply(trace, span);
                        fields[i + 1] = value == null ? null : value.toString();
                    }
                    csv.row(fields);
                }
            }

            @Override
            public void close() throws IOException {
                csv.close();
            }
        };
    }
}
