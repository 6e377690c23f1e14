// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.report;

import io.agentprofiler.analyzer.answer.tokens.price.CallPrice;
import io.agentprofiler.analyzer.answer.tokens.price.PriceList;
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
    private record CsvColumn(String name, BiFunction<Trace, Span, Object> value) {
        static CsvColumn of(String name, BiFunction<Trace, Span, Object> value) {
            return new CsvColumn(name, value);
        }
    }

    private static List<CsvColumn> columns(PriceList prices) {
        return List.of(
                CsvColumn.of("trace_id", (trace, span) -> trace.id()),
                CsvColumn.of("span_id", (trace, span) -> TraceId.spanText(span.id())),
                CsvColumn.of(
                        "parent_id", (trace, span) -> span.parentId() == 0 ? null : TraceId.spanText(span.parentId())),
                CsvColumn.of("depth", (trace, span) -> span.depth()),
                CsvColumn.of("kind", (trace, span) -> span.kind().word()),
                CsvColumn.of("name", (trace, span) -> span.name()),
                CsvColumn.of("status", (trace, span) -> span.statusWord()),
                CsvColumn.of("start_epoch_ns", (trace, span) -> when(span, span.startNanos())),
                CsvColumn.of("offset_ns", (trace, span) -> when(span, span.startNanos() - trace.startNanos())),
                CsvColumn.of("duration_ns", (trace, span) -> span.hasLength() ? span.durationNanos() : null),
                CsvColumn.of("self_ns", (trace, span) -> span.isSelfTimed() ? span.selfNanos() : null),
                CsvColumn.of("start_thread", (trace, span) -> span.startThread()),
                CsvColumn.of("end_thread", (trace, span) -> span.endThread()),
                CsvColumn.of("error_type", (trace, span) -> span.errorType()),
                CsvColumn.of("error_message", (trace, span) -> span.errorMessage()),
                message("error_message_chars", message -> Unknown.boxed(message.chars())),
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
                CsvColumn.of(
                        "handler_ns",
                        (trace, span) ->
                                span.handler() == null ? null : span.handler().nanos()),
                CsvColumn.of("queued_ns", (trace, span) -> Unknown.boxed(span.queuedNanos())),
                CsvColumn.of("cpu_ns", (trace, span) -> Unknown.boxed(span.cpuNanos())),
                CsvColumn.of("alloc_bytes", (trace, span) -> Unknown.boxed(span.allocatedBytes())),
                CsvColumn.of("flags", (trace, span) -> flags(span)),
                CsvColumn.of("rule", (trace, span) -> span.rule()),
                load("backend_running", load -> Unknown.boxed(load.running())),
                load("backend_waiting", load -> Unknown.boxed(load.waiting())),
                load("backend_kv_cache", load -> Double.isNaN(load.kvCacheUsage()) ? null : load.kvCacheUsage()),
                price(
                        "reported_usd",
                        prices,
                        price -> price.reported() == null ? null : Units.decimal(price.reported())));
    }

    /** Stands in front: the one column that is not of the span. */
    private static final String RUN = "run";

    private final List<CsvColumn> columns;

    SpansCsv(Path target, PriceList prices, long mostSpans) {
        this(target, columns(prices), mostSpans);
    }

    private SpansCsv(Path target, List<CsvColumn> columns, long mostSpans) {
        super(target, head(columns), "", "", mostSpans);
        this.columns = columns;
    }

    private static String head(List<CsvColumn> columns) {
        return RUN + "," + columns.stream().map(CsvColumn::name).collect(Collectors.joining(",")) + "\n";
    }

    private static CsvColumn attribute(String name, String attribute) {
        return CsvColumn.of(name, (trace, span) -> text(span.attributes(), attribute));
    }

    private static Object text(AttributeSet attributes, String attribute) {
        Object value = attributes.get(attribute);
        return value instanceof List<?> list
                ? list.stream().map(String::valueOf).collect(Collectors.joining(" "))
                : value;
    }

    private static CsvColumn message(String name, Function<FailureMessage, Object> value) {
        return CsvColumn.of(name, (trace, span) -> {
            FailureMessage message = FailureMessage.of(span);
            return message == null ? null : value.apply(message);
        });
    }

    private static CsvColumn tokens(String name, ToLongFunction<Tokens> number) {
        return CsvColumn.of(name, (trace, span) -> Unknown.boxed(number.applyAsLong(Calls.usage(span))));
    }

    private static CsvColumn price(String name, PriceList prices, Function<CallPrice, Object> value) {
        return CsvColumn.of(name, (trace, span) -> Calls.usesTokens(span) ? value.apply(prices.price(span)) : null);
    }

    private static CsvColumn chunks(String name, BiFunction<Span, ChunkStats, Long> number) {
        return CsvColumn.of(
                name, (trace, span) -> span.chunks() == null ? null : Unknown.boxed(number.apply(span, span.chunks())));
    }

    private static CsvColumn load(String name, Function<ServerLoad, Object> figure) {
        return CsvColumn.of(name, (trace, span) -> span.serverLoad() == null ? null : figure.apply(span.serverLoad()));
    }

    private static Object when(Span span, long nanos) {
        return span.hasMoment() ? nanos : null;
    }

    private static long sinceStart(Span span, long nanos) {
        return nanos == Unknown.LONG ? nanos : nanos - span.startNanos();
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
    protected OutputPart part(OutputStream stream, String run) {
        CsvFile csv = new CsvFile(stream);
        return new OutputPart() {
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
