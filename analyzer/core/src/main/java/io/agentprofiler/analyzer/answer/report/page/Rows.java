// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.report.page;

import io.agentprofiler.analyzer.answer.critical.CriticalPath;
import io.agentprofiler.analyzer.answer.critical.CriticalPath.PathStretch;
import io.agentprofiler.analyzer.answer.critical.LatencySplit;
import io.agentprofiler.analyzer.answer.critical.LatencySplit.LatencyPart;
import io.agentprofiler.analyzer.answer.report.page.WorkflowRow.SpanCounts;
import io.agentprofiler.analyzer.answer.report.page.WorkflowRow.SpanFigures;
import io.agentprofiler.analyzer.answer.report.page.WorkflowRow.SpanIdentity;
import io.agentprofiler.analyzer.answer.report.page.WorkflowRow.SpanRow;
import io.agentprofiler.analyzer.answer.report.page.WorkflowRow.SpanTexts;
import io.agentprofiler.analyzer.answer.report.page.WorkflowRow.SpanTimes;
import io.agentprofiler.analyzer.answer.report.page.WorkflowRow.WorkflowTimes;
import io.agentprofiler.analyzer.answer.report.page.WorkflowRow.WorkflowUsage;
import io.agentprofiler.analyzer.answer.show.Transcript;
import io.agentprofiler.analyzer.answer.tokens.CostSum;
import io.agentprofiler.analyzer.answer.tokens.price.CallPrice;
import io.agentprofiler.analyzer.answer.tokens.price.PriceList;
import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.read.event.ChunkStats;
import io.agentprofiler.analyzer.trace.FailureMessage;
import io.agentprofiler.analyzer.trace.ServerLoad;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.SpanFlag;
import io.agentprofiler.analyzer.trace.SpanLabel;
import io.agentprofiler.analyzer.trace.Tokens;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import io.agentprofiler.analyzer.trace.metric.sequence.AskedById;
import io.agentprofiler.analyzer.trace.metric.workflow.LongestSpans;
import io.agentprofiler.analyzer.trace.metric.workflow.WorkflowEnd;
import io.agentprofiler.analyzer.view.cell.Units;
import io.agentprofiler.shared.schema.Attributes;
import io.agentprofiler.shared.schema.SpanKind;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Makes the page's rows of traces. <b>Threading:</b> stateless. */
public final class Rows {
    private static final SpanFlag[] SPAN_FLAGS = SpanFlag.values();
    /** What the page shows in columns of its own. */
    private static final Set<String> SHOWN_ELSEWHERE = Set.of(
            Attributes.INPUT_TOKENS,
            Attributes.OUTPUT_TOKENS,
            Attributes.CACHE_READ_TOKENS,
            Attributes.CACHE_CREATION_TOKENS,
            Attributes.REASONING_TOKENS,
            Attributes.OPERATION_NAME,
            Attributes.WRAPPER,
            Attributes.REPLAYED);

    private static final Set<String> TEXTS = Set.of(
            Attributes.INPUT_MESSAGES,
            Attributes.SYSTEM_INSTRUCTIONS,
            Attributes.OUTPUT_MESSAGES,
            Attributes.TOOL_CALL_ARGUMENTS,
            Attributes.TOOL_CALL_RESULT,
            Attributes.TOOL_DEFINITIONS,
            Attributes.INPUT,
            Attributes.OUTPUT,
            Attributes.YIELDS);

    private static final LatencyPart[] PARTS = LatencyPart.values();

    private final PriceList prices;

    /** Makes rows whose calls are priced by a list. */
    public Rows(PriceList prices) {
        this.prices = prices;
    }

    /** Returns the row of a workflow with the longest of its spans, at most {@code maxSpans}. */
    public WorkflowRow of(String run, Trace trace, int maxSpans) {
        BitSet shown = LongestSpans.of(trace, maxSpans);
        int[] places = new int[trace.spans().size()];
        int shownBefore = 0;
        for (int i = 0; i < places.length; i++) {
            places[i] = shown.get(i) ? shownBefore++ : -1;
        }
        Transcript transcript = Transcript.of(trace);
        Map<Span, List<String>> said = SaidRows.of(transcript, places);
        AskedById asked = AskedById.in(trace);
        List<SpanRow> rows = new ArrayList<>(Math.min(maxSpans, places.length));
        int modelCalls = 0;
        int toolCalls = 0;
        Tokens tokens = Tokens.NONE;
        CostSum costs = CostSum.NONE;
        CriticalPath critical = trace.isTimed() ? CriticalPath.of(trace) : null;
        Map<Span, long[]> paths = critical == null ? Map.of() : paths(critical, trace.startNanos());
        for (Span span : trace.spans()) {
            if (Calls.isModelCall(span)) {
                modelCalls++;
                tokens = tokens.plus(Calls.usage(span));
            }
            CallPrice price = Calls.usesTokens(span) ? prices.price(span) : null;
            costs = price == null ? costs : costs.plus(price);
            toolCalls += span.kind() == SpanKind.TOOL ? 1 : 0;
            if (shown.get(span.index())) {
                Span asker = asked.askerOf(span);
                rows.add(new SpanRow(
                        new SpanIdentity(
                                span.id(),
                                span.parent() == null
                                        ? -1
                                        : places[span.parent().index()],
                                asker == null ? -1 : places[asker.index()],
                                span.kind().ordinal(),
                                PlainText.cut(PlainText.NAME, span.name()),
                                PlainText.cut(PlainText.NAME, label(span)),
                                state(span)),
                        times(
                                span,
                                trace.startNanos(),
                                paths.get(span),
                                critical == null ? Unknown.LONG : slack(critical.slackNanos(span))),
                        figures(span, price),
                        texts(span, said.getOrDefault(span, List.of()))));
            }
        }
        return new WorkflowRow(
                run,
                trace.id().toString(),
                WorkflowQuestion.in(transcript),
                new WorkflowTimes(
                        trace.root().hasMoment() ? trace.startNanos() : Unknown.LONG,
                        trace.root().hasLength() ? trace.durationNanos() : Unknown.LONG,
                        trace.workNanos()),
                new SpanCounts(
                        trace.spans().size(),
                        modelCalls,
                        toolCalls,
                        WorkflowEnd.of(trace).failedSteps()),
                new WorkflowUsage(
                        tokens.input(),
                        tokens.output(),
                        costs.isKnown() ? picos(costs.amount()) : Unknown.LONG,
                        costs.unpricedCalls()),
                rows);
    }

    private static SpanTimes times(Span span, long zero, long[] path, long slack) {
        return new SpanTimes(
                span.startNanos() - zero,
                span.hasLength() ? span.durationNanos() : Unknown.LONG,
                span.isSelfTimed() ? span.selfNanos() : Unknown.LONG,
                PlainText.cut(PlainText.NAME, span.startThread()),
                PlainText.cut(PlainText.NAME, span.endThread()),
                path,
                slack);
    }

    private static SpanFigures figures(Span span, CallPrice price) {
        return new SpanFigures(
                stream(span),
                ChunkMarks.of(span),
                usage(Calls.usage(span)),
                resources(span),
                load(span.serverLoad()),
                price != null && price.isKnown() ? picos(price.cost().total()) : Unknown.LONG,
                split(span));
    }

    private static SpanTexts texts(Span span, List<String> said) {
        List<String> facts = new ArrayList<>();
        List<String> content = new ArrayList<>();
        for (Map.Entry<String, Object> attribute : span.attributes()) {
            if (TEXTS.contains(attribute.getKey())) {
                add(content, attribute.getKey(), PlainText.of(attribute.getValue(), PlainText.TEXT));
            } else if (!SHOWN_ELSEWHERE.contains(attribute.getKey()) && !(attribute.getValue() instanceof Map)) {
                add(facts, attribute.getKey(), PlainText.of(attribute.getValue(), PlainText.FACT));
            }
        }
        if (span.queuedNanos() > 0) {
            add(facts, "waited for a thread", Units.duration(span.queuedNanos()));
        }
        return new SpanTexts(error(span), List.copyOf(facts), List.copyOf(content), said);
    }

    private static void add(List<String> list, String name, String value) {
        list.add(PlainText.cut(PlainText.NAME, name));
        list.add(value);
    }

    /** Returns the stretches of each span that is on the path. */
    private static Map<Span, long[]> paths(CriticalPath critical, long zero) {
        Map<Span, List<Long>> stretches = new IdentityHashMap<>();
        for (PathStretch piece : critical.pieces()) {
            if (piece.span() != null) {
                List<Long> own = stretches.computeIfAbsent(piece.span(), any -> new ArrayList<>(2));
                own.add(piece.startNanos() - zero);
                own.add(piece.endNanos() - zero);
            }
        }
        Map<Span, long[]> paths = new IdentityHashMap<>();
        stretches.forEach((span, own) ->
                paths.put(span, own.stream().mapToLong(Long::longValue).toArray()));
        return paths;
    }

    private static long slack(long nanos) {
        return nanos == CriticalPath.UNLIMITED ? Unknown.LONG : nanos;
    }

    private static long[] split(Span span) {
        if (!Calls.isModelCall(span) || !span.isMeasured()) {
            return null;
        }
        LatencySplit split = LatencySplit.of(span);
        long[] parts = new long[PARTS.length];
        for (LatencyPart part : PARTS) {
            parts[part.ordinal()] = split.nanos(part);
        }
        return parts;
    }

    /** Returns 10<sup>-12</sup> dollars; above nine millions, the most that a number holds. */
    private static long picos(BigDecimal dollars) {
        return dollars.movePointRight(12)
                .setScale(0, RoundingMode.HALF_UP)
                .min(BigDecimal.valueOf(Long.MAX_VALUE))
                .longValue();
    }

    private static String label(Span span) {
        return switch (span.kind()) {
            case LLM, EMBEDDING -> Calls.usesTokens(span) ? Calls.model(span) : null;
            case TOOL -> Calls.tool(span);
            case AGENT -> Calls.agent(span);
            case HTTP -> SpanLabel.request(span);
            default -> null;
        };
    }

    private static int state(Span span) {
        int state = span.status().ordinal() | (Calls.isWrapper(span) ? SpanIdentity.WRAPPER : 0);
        for (SpanFlag flag : SPAN_FLAGS) {
            state |= span.has(flag) ? 1 << SpanIdentity.FLAGS + flag.ordinal() : 0;
        }
        return state;
    }

    private static long[] stream(Span span) {
        ChunkStats chunks = span.chunks();
        return chunks == null
                ? null
                : new long[] {
                    chunks.count(),
                    since(span, chunks.firstNanos()),
                    since(span, chunks.lastNanos()),
                    chunks.maxGapNanos()
                };
    }

    private static long since(Span span, long nanos) {
        return nanos == Unknown.LONG ? nanos : Math.max(0, nanos - span.startNanos());
    }

    private static long[] usage(Tokens tokens) {
        return tokens.equals(Tokens.NONE)
                ? null
                : new long[] {
                    tokens.input(), tokens.output(), tokens.cacheRead(), tokens.cacheWrite(), tokens.reasoning()
                };
    }

    private static long[] resources(Span span) {
        long cpu = span.cpuNanos();
        long bytes = span.allocatedBytes();
        return cpu == Unknown.LONG && bytes == Unknown.LONG ? null : new long[] {cpu, bytes};
    }

    private static long[] load(ServerLoad load) {
        return load == null ? null : new long[] {load.running(), load.waiting()};
    }

    private static String[] error(Span span) {
        FailureMessage message = FailureMessage.of(span);
        return span.errorType() == null && message == null
                ? null
                : new String[] {
                    PlainText.cut(PlainText.NAME, span.errorType()),
                    PlainText.cut(PlainText.FACT, message == null ? null : message.words())
                };
    }
}
